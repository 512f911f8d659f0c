"""The places where a C file may be changed, for bench/mutate: found by tokens and by the layout that
clang-format gives (an operator between blanks has two operands). Comments, strings, includes, asserts,
prints and sizes of arrays stay."""
import bisect
import hashlib
import random
import re

TOKEN = re.compile(r"""(?P<skip>\s+|//[^\n]*|/\*.*?\*/)|(?P<line>^[ ]*\#(?:\\\n|[^\n])*)
    |(?P<text>"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(?P<number>\.?\d(?:[eEpP][-+]|[\w.])*)
    |(?P<word>\w+)|(?P<sign>->|<<=|>>=|\+\+|--|&&|\|\||<<|>>|[-+*/%&|^=!<>]=|.)""", re.X | re.S | re.M)
NUMBER = re.compile(r"(0x[\da-fA-F]+|[\d.]+(?:e[-+]?\d+)?)([uUlLfF]*)$")
DEFINE = re.compile(r"(\s*#define\s+[A-Z_0-9]+\s+\(?-?)([\d.]+(?:e[-+]?\d+)?[uUfF]*)\)?\s*(?://.*)?$")
SWAPS = {"<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="],
         "!=": ["=="], "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["/"], "/": ["*"],
         "+=": ["-="], "-=": ["+="], "*=": ["/="], "/=": ["*="]}
QUIET = {"assert", "static_assert", "_Static_assert", "printf", "fprintf", "snprintf"}


def other_numbers(text):
    """What a constant may become: twice, half, one more, none."""
    match = NUMBER.match(text)
    if not match:
        return []
    digits, suffix = match.groups()
    if re.search(r"[.e]", digits) and "x" not in digits:
        value = float(digits)
        values = [2 * value, value / 2, value + 1, 0.0]
        texts = [repr(v) + suffix for v in values if v != value]
    else:
        value = int(digits, 0 if not re.match(r"0\d", digits) else 8)
        texts = [str(v) + suffix for v in {2 * value, value // 2, value + 1, 0} - {value}]
    return sorted(texts)


class Source:
    """The sites of one file: (offset, end, [replacements])."""

    def __init__(self, path):
        self.path, self.text = path, path.read_text()
        self.is_header = path.suffix == ".h"
        self.tokens = [(m.lastgroup, m.group(), m.start()) for m in TOKEN.finditer(self.text)
                       if m.lastgroup != "skip"]
        self.starts = [0] + [m.end() for m in re.finditer("\n", self.text)]
        self.partner, opened = {}, []
        for i, (kind, text, _) in enumerate(self.tokens):
            if kind == "sign" and text in "([{":
                opened.append(i)
            elif kind == "sign" and text in ")]}":
                self.partner[i] = opened.pop()
                self.partner[self.partner[i]] = i
        self.sites = []
        self.outside()

    def word(self, i):
        return self.tokens[i][1] if 0 <= i < len(self.tokens) else ""

    def end(self, i):
        return self.tokens[i][2] + len(self.tokens[i][1])

    def span(self, first, last):
        return self.text[self.tokens[first][2]:self.end(last)]

    def add(self, first, last, replacements):
        if replacements:
            self.sites.append((self.tokens[first][2], self.end(last), replacements))

    def outside(self):
        """Bodies of functions, tables, enumerators of a .c file, and constants by #define."""
        i, head = 0, 0
        while i < len(self.tokens):
            kind, text, start = self.tokens[i]
            if kind == "line":
                match = DEFINE.match(text)
                if match:
                    at = start + match.start(2)
                    self.sites.append((at, at + len(match[2]), other_numbers(match[2])))
            elif text == "{" and self.word(i - 1) == ")":
                self.body(i, self.partner[i], self.span(head, self.partner[i - 1] - 2))
                i = self.partner[i]
            elif text == "{" and (self.word(i - 1) == "=" or not self.is_header and "enum" in
                                  (self.word(i - 1), self.word(i - 2))):
                for k in range(i, self.partner[i]):
                    self.number(k)
                i = self.partner[i]
            elif text == "{":  # the members of a type
                i = self.partner[i]
            if self.word(i) in (";", "}") or kind == "line":
                head = i + 1
            i += 1

    def number(self, i):
        if self.tokens[i][0] == "number" and not self.is_array_size(i):
            self.add(i, i, other_numbers(self.word(i)))

    def is_array_size(self, i):
        """Whether it stands in the brackets of a declaration: two words, then sizes."""
        if self.word(i - 1) != "[" or self.tokens[i - 2][0] != "word":
            return False
        return self.tokens[i - 3][0] == "word" and self.word(i - 3) not in ("return", "else", "case")

    def body(self, first, last, returned):
        i = first + 1
        while i < last:
            kind, text, start = self.tokens[i]
            if text in QUIET and self.word(i + 1) == "(":
                i = self.partner[i + 1] + 1
                continue
            is_binary = self.text[start - 1] in " \n" and self.text[self.end(i)] in " \n"
            if kind == "number":
                self.number(i)
            elif kind == "sign" and text in SWAPS and is_binary:
                self.add(i, i, SWAPS[text])
            elif text in ("if", "while"):
                condition = self.span(i + 1, self.partner[i + 1])
                self.add(i + 1, self.partner[i + 1], [f"(!{condition})"] + (
                    [f"(0 && {condition})"] * 2 if text == "if" else []))
            elif text == "return":
                self.returns(i, returned)
            elif self.word(i - 1) in (";", "{", "}") and self.is_in_block(i, first):
                self.statement(i)
            i += 1

    def returns(self, i, returned):
        end = i
        while self.word(end) != ";":
            end = self.partner[end] + 1 if self.word(end) in "([{" else end + 1
        if end == i + 1:
            return
        value, kind = self.span(i + 1, end - 1), returned.split()[-1]
        if kind == "bool":
            others = [f"!({value})"]
        elif kind[0].isupper() and kind != "VeerStatus":
            others = [f"({kind}){{0}}"]
        else:
            others = ["0", f"({value}) + 1"]
        self.add(i + 1, end - 1, [other for other in others if other != value])

    def is_in_block(self, i, first):
        """Whether the brace around is a block's, not an initialiser's."""
        depth = i - 1
        while depth > first:
            if self.word(depth) in (")", "]", "}"):
                depth = self.partner[depth]
            elif self.word(depth) in ("(", "[", "{"):
                return self.word(depth) == "{" and self.word(depth - 1) in (")", "else", "do", ":", ";", "{", "}")
            depth -= 1
        return True

    def statement(self, i):
        """Drops an assignment or a call; declarations stay."""
        if self.tokens[i][0] != "word" and self.word(i) != "*" or re.match(
                r"(if|for|while|do|switch|case|default|return|break|continue|goto|else)$", self.word(i)):
            return
        end, is_effect = i, self.word(i + 1) == "("
        while self.word(end) != ";":
            if self.word(end) in "([{":
                end = self.partner[end]
            is_effect |= self.word(end) in ("=", "+=", "-=", "*=", "/=", "|=", "&=", "^=")
            if self.tokens[end][0] == "word" and self.tokens[end + 1][0] == "word":
                return
            if self.word(end) == "*" and self.text[self.end(end)] != " " and end > i:
                return
            end += 1
        if is_effect:
            self.add(i, end, [";"])

    def mutants(self, root):
        digest = hashlib.sha1(self.text.encode()).hexdigest()[:10]
        name = str(self.path.relative_to(root))
        for start, end, replacements in self.sites:
            line = bisect.bisect_right(self.starts, start)
            left, right = self.starts[line - 1], self.text.find("\n", end)
            for k, new in enumerate(replacements):
                changed = self.text[left:start] + new + self.text[end:right]
                yield {"id": f"{digest}-{start}-{k}", "file": name, "line": line, "site": start,
                       "was": self.text[left:right].strip(), "is": changed.strip(),
                       "change": (start, end, new), "text": self.text}


def known_equivalents(root):
    lines = (root / "bench/mutate-equivalent.txt").read_text().splitlines()
    return {line.split(" ## ")[0].strip() for line in lines if " ## " in line}


def choose(files, seed, root):
    """One fault for each place, in the order in which they are tried."""
    mutants, dice = [], random.Random(seed)
    for file in files:
        sites = {}
        for mutant in Source(file).mutants(root):
            sites.setdefault(mutant["site"], []).append(mutant)
        mutants += [dice.choice(options) for options in sites.values()]
    dice.shuffle(mutants)
    return mutants
