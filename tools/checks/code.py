"""What the C code of the project defines and uses, read by universal-ctags and as text."""
import collections
import pathlib
import re
import subprocess

Tag = collections.namedtuple("Tag", "name kind path line is_local")

NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def text_of(path):
    """A file without its comments and strings."""
    return NOISE.sub(" ", path.read_text())


def tags_of(root, files):
    """All functions, prototypes, variables, tags, enumerators and typedefs in `files`."""
    if not files:
        return []
    command = ["ctags", "-x", "--sort=no", "--c-kinds=fpvsugetx", "--c++-kinds=fpvsugetx",
               "--_xformat=%{name}\t%{kind}\t%{input}\t%n\t%{file}"]
    out = subprocess.run(command + [str(f) for f in files], check=True, capture_output=True,
                         text=True).stdout
    rows = [line.split("\t") for line in out.splitlines()]
    return [Tag(name, kind, pathlib.Path(path).relative_to(root), int(line), bool(local.strip(" -")))
            for name, kind, path, line, local in rows]


class Code:
    """The sources below some folders of a checkout, with what they define and call."""

    def __init__(self, root, tops):
        self.root = root
        self.files = sorted(f for top in tops for f in (root / top).rglob("*")
                            if f.suffix in {".c", ".h"} and "fixtures" not in f.parts)
        self.tags = tags_of(root, self.files)
        self.home = {t.name: t.path for t in self.tags if self.is_external(t)}

    @staticmethod
    def is_external(tag):
        """A function or a table that other files can use: their names begin with veer_."""
        return (tag.kind in {"function", "variable"} and tag.path.suffix == ".c" and
                not tag.is_local and tag.name.startswith("veer_"))

    def calls(self):
        """(file, file of what it uses, name) for each use of another .c file's external name."""
        for file in self.files:
            path = file.relative_to(self.root)
            if path.suffix == ".c":
                for word in sorted(set(re.findall(r"\bveer_\w+", text_of(file)))):
                    home = self.home.get(word)
                    if home and home != path:
                        yield path, home, word


def circles(graph):
    """The strongly connected components of {node: {node}} of two and more nodes.

    Source: Tarjan, Depth-first search and linear graph algorithms, 1972, without recursion.
    """
    index, low, stack, is_on, found = {}, {}, [], set(), []
    for root in sorted(graph):
        work = [(root, iter(sorted(graph.get(root, ()))))] if root not in index else []
        while work:
            node, targets = work[-1]
            if node not in index:
                index[node] = low[node] = len(index)
                stack.append(node)
                is_on.add(node)
            for target in targets:
                if target not in index:
                    work.append((target, iter(sorted(graph.get(target, ())))))
                    break
                if target in is_on:
                    low[node] = min(low[node], index[target])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == index[node]:
                    at = stack.index(node)
                    component, stack = stack[at:], stack[:at]
                    is_on -= set(component)
                    if len(component) > 1:
                        found.append(sorted(component))
    return found
