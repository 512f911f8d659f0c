"""Float constants of the rooms whose behaviour they tune: how many there are may only fall."""
import re

# Literals that a macro's value or a `static const float` begins, and those in code: 0, 1/2, 1 and 2
# are no constants, nor are powers of two written as such.
MACRO = re.compile(r"^#define +[A-Z_0-9]+[ \t\\\n]+[^\n]*?\d(?:\.\d*)?(?:e-?\d+)?f\b", re.M)
STATIC = re.compile(r"^(?:static )?const float \w+ *=", re.M)
LITERAL = re.compile(r"(?<!p-)(?<![\w.])(?!(?:0\.0|0\.5|1\.0|2\.0)f)\d+(?:\.\d*)?(?:e-?\d+)?f\b")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
DEFINE = re.compile(r"^#define(?:[^\n]*\\\n)*[^\n]*", re.M)

# By folder of src: macros, and other literals. Lower them whenever there are fewer.
LIMITS = {"world": (91, 55), "avoid": (53, 126)}


def count(text):
    """Constants of a file: macros, and literals beside them."""
    text = COMMENT.sub("", text)
    macros = len(MACRO.findall(text)) + len(STATIC.findall(text))
    return macros, len(LITERAL.findall(DEFINE.sub("", text)))


def check(root):
    """Prints the counts. @return faults"""
    faults = []
    for folder, limits in LIMITS.items():
        files = [f for f in (root / "src" / folder).rglob("*") if f.suffix in {".c", ".h"}]
        found = [count(f.read_text()) for f in files]
        sums = [sum(column) for column in zip(*found)] or [0, 0]
        print(f"float constants of {folder}: {sums[0]} named (at most {limits[0]}), "
              f"{sums[1]} in code (at most {limits[1]})")
        faults += [f"src/{folder}: {got} float constants {where}, at most {limit}"
                   for got, limit, where in zip(sums, limits, ("named", "in code")) if got > limit]
    return faults
