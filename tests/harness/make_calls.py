#!/usr/bin/env python3
"""Writes calls.c, one caller for each public function, and made.h, from the headers.

usage: make_calls.py FOLDER HEADER... -- BY_HAND.c...

A caller takes each argument from a provider by its type and name: `any_VeerVec3`, say. Providers of
structs are made here, member by member; those in BY_HAND.c (any_*, call_*) take their place. What
memory safety needs (how long an array is, which memory an object lives in) stands in the tables
below; all else may be wrong. A type that nothing provides is an error: then say how.
"""
import re
import sys

# How many elements an array has, where that is not the argument or member after it.
LENGTHS = {
    "VeerBalls": "count",
    "VeerMeshDef.first": "polygon_count + 1",
    "VeerGraphDef.first": "node_count + 1",
    "VeerAssignDef.costs": "(size_t)agent_count * slot_count",
    "VeerGraphQuery.rooms": "graph ? veer_graph_edge_count(value.graph) : 0",
    "VeerMapText.cells": "(size_t)width * height",
    "VeerMapText.costs": "(size_t)width * height",
    "VeerVoxelText.blocked": "count",
    "VeerAvoidTrace.marks": "capacity",
    "VeerSteerPath.points": "count",
    "VeerMates.mates": "count",
    "veer_formation_offsets.offsets": "count",
    "veer_formation_slots.slots": "count",
    "veer_place_find.places": "count",
    "veer_assign.slot_of": "def ? def->agent_count : 0",
    "veer_assign_cost.slot_of": "def ? def->agent_count : 0",
    "veer_index_nearest.out": "query ? query->limit : 0",
    "veer_detour_mesh.corners": "3 * triangle_count",
}
# The size of the memory that these take, where that is not the function of the same name.
SIZES = {
    "veer_tiling_graph": "veer_tiling_size(tiling)",
    "veer_mesh_cut": "veer_mesh_cut_size(mesh, size)",
    "veer_grid_mesh": "veer_grid_mesh_size(grid)",
    "veer_mesh_def": "veer_mesh_def_size(mesh)",
    "veer_occupancy_init": "grid ? veer_occupancy_size(veer_grid_def(grid)->width, "
                           "veer_grid_def(grid)->height) : 0",
}
# What gives back what a reader handed out.
FREES = {
    "VeerMapText": "veer_map_text_free", "VeerMapScene": "veer_map_scene_free",
    "VeerVoxelText": "veer_voxel_text_free", "VeerVoxelScene": "veer_voxel_scene_free",
    "VeerLevel": "veer_level_free", "VeerRecordedRun": "veer_recorded_run_free",
}
# What numbers are like by their names, the first that fits: least and most.
FLOATS = [(r"^([xyz])$", -1, r"(float)session->cells.\1 + 1.0f"), (r"unit|cell_size|pitch|^size$", 0.5, 2),
          (r"^(dt|tick|interval)$", 0.01, 0.2), (r"weight", 1, 3), (r"radius|spacing|slack", 0.05, 1.5),
          (r"height", 0.5, 3), (r"speed|acceleration|braking|rate", 0.1, 5),
          (r"range|reach|limit|distance|length", 0.5, 12), (r"to_live", 1, 60), (r"time|seconds|begin|end|elapsed|duration", 0, 4),
          (r"exponent|semi", 0.5, 3), (r"part|hysteresis|share|phase|angle", 0, 1), (r"", 0, 4)]
WHOLES = [(r"^width$", "session->cells.x", "session->cells.x"),
          (r"^height$", "session->cells.y", "session->cells.y"), (r"^(columns|rows)$", "1", "8"),
          (r"^depth$", "depth", ""),
          (r"^x$", "-1", "session->cells.x"), (r"^y$", "-1", "session->cells.y"),
          (r"^z$", "-1", "session->cells.z"),
          (r"layer|mask|flags|may_use|kinds", "bits", ""), (r"budget|work", "1", "2000"),
          (r"^(node|state|interval)_count$", "1", "2000"),
          (r"^(max_\w+|capacity|\w+_count|cycle)$", "1", "60"), (r"user_data|seed|data|hash", "0", "UINT32_MAX"),
          (r"^(number|box)$", "0", "2"), (r"^corners$", "0", "5"),
          (r"polygon|node|index|start|goal|slot|number|box|at|edge|label", "0", "40"),
          (r"", "0", "12")]
# Vectors that are no places.
OFFSETS = re.compile(r"velocity|heading|spin|^up$|ahead|left|offset|direction|preferred|approach|way|"
                     r"command|change|unit|slot$|half_extents|upper")
BASIC = {"float", "double", "bool", "char", "size_t", "uint8_t", "int8_t", "int32_t", "uint32_t",
         "uint64_t"}
WIDE = {"size_t", "uint64_t", "int32_t", "uint32_t", "uint8_t", "int8_t"}


def counts(name, array):
    """Whether a number of this name says how long an array is: vertices and vertex_count, say."""
    return name in ("count", "capacity", "length", "size") or \
        name.endswith(("_count", "_length")) and name[:4] == array[:4]


class Headers:
    """What the headers declare."""

    def __init__(self, paths):
        self.functions, self.structs, self.enums, self.callbacks = [], {}, {}, {}
        self.opaque = set()
        for path in paths:
            self.read(path)
        self.opaque -= set(self.structs)

    def read(self, path):
        text = open(path, encoding="utf-8").read()
        text = re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.S)
        text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)
        text = text.replace("extern \"C\" {", "")
        header = path.rsplit("/", 1)[-1][:-2]
        for statement in split(text, ";"):
            self.take(" ".join(statement.split()), header)

    def take(self, text, header):
        if match := re.match(r"VEER_API (.*?)(\w+) ?\((.*)\)$", text):
            result, name, arguments = match.groups()
            self.functions.append((header, result.strip(), name, parameters(arguments)))
        elif match := re.match(r"typedef enum (\w+) \{(.*)\} \w+$", text):
            names = [part for part in match[2].split(",") if part.strip()]
            first = re.search(r"= (-?\d+)", names[0])
            self.enums[match[1]] = len(names) - ("COUNT" in names[-1]), int(first[1]) if first else 0
        elif match := re.match(r"(?:typedef )?(?:struct|union) (\w+) \{(.*)\}( \w+)?$", text):
            self.structs[match[1]] = members(match[2])
        elif match := re.match(r"typedef struct (\w+) \w+$", text):
            self.opaque.add(match[1])
        elif match := re.match(r"typedef \w+ (\w+)\(.*\)$", text):
            self.callbacks[match[1]] = True


def split(text, mark):
    """Parts of a text between marks that stand outside of brackets."""
    parts, depth, begin = [], 0, 0
    for i, letter in enumerate(text):
        depth += (letter in "({[") - (letter in ")}]")
        if letter == mark and depth == 0:
            parts.append(text[begin:i])
            begin = i + 1
    return parts + [text[begin:]]


class Variable:
    """A member or an argument: its type without const and stars, its name, stars and array."""

    def __init__(self, text):
        self.variants = None
        if match := re.match(r"(?:union|struct) \{(.*)\}$", text):
            self.kind, self.name, self.stars, self.array = "union", "", 0, None
            self.variants = members(match[1])
            return
        if match := re.match(r".*\(\*(\w+)\)\(.*\)$", text):
            self.kind, self.name, self.stars, self.array = "function", match[1], 0, None
            return
        match = re.match(r"(.*?)(\w+)(?:\[(\w+)\])?$", text)
        words, self.name, self.array = match.groups()
        self.is_const = "const" in words.split()
        self.stars = words.count("*")
        self.kind = words.replace("const", "").replace("*", "").strip()


def members(text):
    found = []
    for part in split(text, ";"):
        part = " ".join(part.split())
        if not part:
            continue
        pieces = [part] if "(" in part or "{" in part else part.split(",")
        first = Variable(pieces[0])
        found.append(first)
        for piece in pieces[1:]:
            found.append(Variable(f"{first.kind} {piece.strip()}"))
    return found


def parameters(text):
    return [] if text in ("void", "") else [Variable(part.strip()) for part in split(text, ",")]


class Writer:
    def __init__(self, headers, by_hand):
        self.headers = headers
        self.by_hand = by_hand
        self.providers, self.order = {}, []
        self.pools = sorted({f[1].split()[0] for f in headers.functions if self.is_init(f)})
        self.defaults = {f[1]: f for f in headers.functions
                         if f[2].endswith("_default") and len(f[3]) <= 1}

    @staticmethod
    def is_init(function):
        return function[2].endswith("_init") and "*" in function[1]

    def provider(self, kind):
        """The name of what gives a value of a type, made when it is first asked for."""
        name = f"any_{kind}"
        if name not in self.by_hand and kind not in self.providers:
            if kind not in self.headers.structs:
                sys.exit(f"make_calls.py: nothing provides a {kind}: write {name} by hand")
            self.providers[kind] = None
            self.providers[kind] = self.struct(kind)
            self.order.append(kind)
        return name

    def value(self, kind, name):
        """An expression for one value by its type and name."""
        if kind in self.headers.enums:
            count, first = self.headers.enums[kind]
            number = f"any_number_of(session, {count}u)"
            if first:
                number = f"({number} {'+' if first > 0 else '-'} {abs(first)}u)" # may wrap, as signed numbers may not
            return f"({kind}){number}"
        if kind in ("float", "double"):
            match, least, most = next((found, *s[1:]) for s in FLOATS if (found := re.search(s[0], name)))
            most = match.expand(most) if isinstance(most, str) else f"{float(most)}f"
            cast = "" if kind == "float" else "(double)"
            return f"{cast}any_float(session, {float(least)}f, {most})"
        if kind in WIDE:
            least, most = next(s[1:] for s in WHOLES if re.search(s[0], name))
            if least == "depth":
                return "any_depth(session)"
            if least == "bits":
                return f"({kind})any_bits(session)"
            return f"({kind})any_whole(session, {least}, {most})"
        if kind in BASIC:
            return f"any_{kind}(session)"
        if kind == "VeerVec3" and OFFSETS.search(name):
            return "any_offset(session)"
        return f"{self.provider(kind)}(session)"

    def struct(self, kind):
        """A provider of a struct: its default, if it has one, with some members changed."""
        lines = [f"{kind} any_{kind}(Session *session)", "{"]
        if kind in self.defaults:
            _, _, function, arguments = self.defaults[kind]
            values = ", ".join(self.value(a.kind, a.name) for a in arguments)
            lines += [f"    {kind} value = {function}({values});", "    enum { ODDS = 6 };"]
        else:
            lines += [f"    {kind} value;", "    memset(&value, 0, sizeof value);",
                      "    enum { ODDS = 1 };"]
        lines += self.members(kind, self.headers.structs[kind], "    ")
        if f"any_fit_{kind}" in self.by_hand:
            lines.append(f"    any_fit_{kind}(session, &value);")
        return lines + ["    return value;", "}", ""]

    def members(self, kind, variables, indent):
        lines = []
        names = {v.name for v in variables}
        counted = set()
        for v in variables:
            if v.kind == "union":
                last = "" if len(v.variants) == 1 else " "
                lines.append(f"{indent}switch (is_changed(session, \"\", ODDS) ?{last}(int)(draw(session) % {len(v.variants)}) : -1) {{")
                for i, variant in enumerate(v.variants):
                    lines.append(f"{indent}case {i}:")
                    lines += self.members(kind, [variant], indent + "    ")
                    lines.append(f"{indent}    break;")
                lines.append(f"{indent}}}")
            elif v.kind == "function":
                lines.append(f"{indent}value.{v.name} = chance(session, 2) ? call_back_{kind}_{v.name} : NULL;")
            elif v.kind in self.headers.callbacks:
                lines.append(f"{indent}value.{v.name} = any_{v.kind}(session);")
            elif v.kind == "void":
                lines.append(f"{indent}value.{v.name} = session;")
            elif v.stars:
                lines += self.array_member(kind, v, names, counted, indent)
        for v in variables:
            if v.kind in ("union", "function", "void") or v.stars or v.name in counted \
                    or v.kind in self.headers.callbacks:
                continue
            if v.array:
                lines.append(f"{indent}for (size_t i = 0; i < sizeof value.{v.name} / sizeof value.{v.name}[0]; ++i) {{")
                lines.append(f"{indent}    value.{v.name}[i] = {self.value(v.kind, v.name)};")
                lines.append(f"{indent}}}")
            elif v.name == "cookie":
                lines.append(f"{indent}if (is_wild(session)) {{")
                lines.append(f"{indent}    value.cookie = 0;")
                lines.append(f"{indent}}}")
            else:
                lines.append(f"{indent}if (is_changed(session, \"{v.name}\", ODDS)) {{")
                lines.append(f"{indent}    value.{v.name} = {self.value(v.kind, v.name)};")
                lines.append(f"{indent}}}")
        return lines

    def array_member(self, kind, v, names, counted, indent):
        if v.kind in self.headers.opaque or v.kind in self.pools:
            return [f"{indent}value.{v.name} = any_kept_{v.kind}(session);"]
        if v.kind == "char" and v.is_const:
            return [f"{indent}value.{v.name} = any_name(session);"]
        length = LENGTHS.get(f"{kind}.{v.name}") or LENGTHS.get(kind)
        if not length:
            length = next((name for name in sorted(names, reverse=True) if counts(name, v.name)), None)
        if not length:
            if v.kind in self.headers.structs:  # a pointer to one
                return self.one(f"value.{v.name}", v, indent)
            sys.exit(f"make_calls.py: how long is {kind}.{v.name}? say so in LENGTHS")
        lines = []
        mine = [name for name in re.findall(r"(?<!\.)\b\w+\b", length) if name in names]
        for name in mine:
            if name not in counted and name != "graph":
                counted.add(name)
                lines.append(f"{indent}value.{name} = any_count(session);")
        expression = re.sub(r"(?<!\.)\b(" + "|".join(mine) + r")\b", r"value.\1", length)
        return lines + self.fill(f"value.{v.name}", v, expression, indent)

    def one(self, target, v, indent):
        return [f"{indent}{{", f"{indent}    {v.kind} *one = pointer(session, sizeof *one);",
                f"{indent}    if (one) {{",
                f"{indent}        *one = {self.value(v.kind, v.name)};",
                f"{indent}    }}", f"{indent}    {target} = one;", f"{indent}}}"]

    def fill(self, target, v, length, indent):
        """An array of as many values, or NULL."""
        return [f"{indent}{{", f"{indent}    size_t length = (size_t)({length});",
                f"{indent}    {v.kind} *array = array_of(session, length, sizeof *array);",
                f"{indent}    for (size_t i = 0; array && i < length; ++i) {{",
                f"{indent}        array[i] = {self.value(v.kind, v.name)};",
                f"{indent}    }}", f"{indent}    {target} = array;", f"{indent}}}"]

    def caller(self, function):
        _, result, name, arguments = function
        lines = [f"void call_{name}(Session *session)", "{"]
        lines += self.arguments(function)
        values = ", ".join(a.name for a in arguments)
        if self.is_init(function) or name in SIZES:
            lines.append(f"    void *{arguments[0].name} = take_memory(session, {self.size_of(function)});")
        done = "    done(session, !session->has_null);"
        call = f"{name}({values})"
        if result == "void":
            lines += [f"    {call};", done]
        elif result == "VeerStatus":
            is_of_world = [a.kind for a in arguments].count("VeerWorld") == 1 == (arguments[0].kind == "VeerWorld")
            lines += [f"    VeerStatus status = {call};",
                      f"    done_of_world(session, {arguments[0].name}, status);" if is_of_world else
                      "    done_with(session, status);"]
            lines += self.after(arguments)
        elif self.is_init(function):
            lines.append(f"    keep(session, POOL_{result.split()[0]}, {call}, {arguments[0].name});")
        elif result in ("const char *",):
            lines.append(f"    done_text(session, {call});")
        elif result == "VeerSpan":
            lines.append(f"    done_span(session, {call});")
        else:
            space = "" if result.endswith("*") else " "
            lines += [f"    {result}{space}result = {call};",
                      f"    done(session, {self.good(result)});"]
            if result.endswith("Id"):
                lines.append(f"    remember(session, ID_{result}, result.slot, result.generation);")
        return lines + ["}", ""]

    def good(self, result):
        """What counts as success: an object, a number, a handle; of a truth or a vector any answer."""
        counts = result in WIDE or result.endswith(("*", "Id"))
        return "is_something(&result, sizeof result)" if counts else "((void)result, !session->has_null)"

    def after(self, arguments):
        lines = []
        for a in arguments:
            if a.stars != 1 or getattr(a, "is_const", True):
                continue
            if a.kind.endswith("Id") and a.name == "out":
                lines += ["    if (status == VEER_OK && out) {",
                          f"        remember(session, ID_{a.kind}, out->slot, out->generation);", "    }"]
            elif a.kind in FREES and a.name == "out":
                lines += ["    if (status == VEER_OK && out) {", f"        {FREES[a.kind]}(out);", "    }"]
        return lines

    def size_of(self, function):
        _, _, name, arguments = function
        if name in SIZES:
            return SIZES[name]
        size = next(f for f in self.headers.functions if f[2] == name[:-len("init")] + "size")
        return f"{size[2]}({', '.join(a.name for a in size[3])})"

    def pool(self, kind, body):
        """What gives an object out of its pool; a world's own, where that is as good."""
        make = next(f[2] for f in self.headers.functions if self.is_init(f) and f[1].split()[0] == kind)
        of_world = {"VeerGrid", "VeerVoxels", "VeerMesh", "VeerGraph", "VeerField"}
        first = [f"    const {kind} *own = chance(session, 2) ? any_world_{kind}(session) : NULL;",
                 "    if (own) {", "        return own;", "    }"] if kind in of_world else []
        lines = []
        for name, const in ((f"any_own_{kind}", ""), (f"any_kept_{kind}", "const "), (f"any_{kind}", "const ")):
            if f"{name}(session)" in body:
                lines += [f"static {const}{kind} *{name}(Session *session)", "{",
                          *(first if name == f"any_{kind}" else []),
                          f"    return any_kept(session, POOL_{kind}, call_{make});", "}", ""]
        return lines

    def arguments(self, function):
        _, _, name, arguments = function
        lines, made = [], set()
        is_made = self.is_init(function) or name in SIZES
        rest = arguments[1:] if is_made else arguments
        for i, a in enumerate(rest):
            if a.name in made:
                continue
            length = LENGTHS.get(f"{name}.{a.name}")
            if a.stars == 1 and a.is_const and a.kind in ("char", "void") and i + 1 < len(rest) \
                    and rest[i + 1].kind == "size_t":
                sample = name if a.name != "patches" else "map_text"
                made.add(rest[i + 1].name)
                lines += [f"    size_t {rest[i + 1].name} = 0;",
                          f"    const {a.kind} *{a.name} = any_text(session, &{rest[i + 1].name}, \"{sample}\");"]
                continue
            behind = rest[i + 1] if i + 1 < len(rest) else None
            is_one = a.kind.endswith(("Def", "Query", "Params", "Options"))
            if not length and a.stars and not is_one and behind and not behind.stars and counts(behind.name, a.name) \
                    and behind.kind in ("uint32_t", "size_t") and a.kind not in self.pools:
                length = behind.name
            for other in rest[i + 1:]:
                if length and re.search(rf"\b{other.name}\b", length) and not other.stars \
                        and other.name not in made:
                    made.add(other.name)
                    lines.append(f"    {other.kind} {other.name} = ({other.kind})any_count(session);")
            lines += self.argument(name, a, length)
        return lines

    def argument(self, function, a, length):
        const = "const " if a.stars and a.is_const else ""
        declared = f"    {const}{a.kind} {'*' * a.stars}{a.name}"
        if a.kind == "function":
            return [f"    void (*{a.name})(void *, VeerVec3, VeerVec3) = call_back_{a.name};"]
        if a.kind in self.headers.callbacks:
            return [f"{declared} = any_{a.kind}(session);"]
        if a.kind == "void" and not length:
            return [f"{declared} = session;"]
        if not a.stars:
            return [f"{declared} = {self.value(a.kind, a.name)};"]
        if a.kind in self.headers.opaque or a.kind in self.pools:
            kept = "kept_" if function.endswith("_begin") or "_begin_" in function else ""
            return [f"{declared} = any_{kept}{a.kind}(session);"] if const else \
                [f"{declared} = any_own_{a.kind}(session);"]
        if a.kind == "char" and length and not const:
            return [f"{declared} = array_of(session, {length}, 1);"]
        if a.kind == "char":
            return [f"{declared} = any_{'path' if a.name == 'path' else 'name'}(session);"]
        if a.kind == "void":
            return [f"{declared} = array_of(session, {length}, 1);"]
        is_kept = a.kind in self.defaults and a.name != "out" and not function.endswith("_free")  # what a call reads and changes
        if a.is_const or is_kept or a.name in ("route", "trace"):
            inner = self.fill(a.name, a, length, "    ") if length else self.one(a.name, a, "    ")
            return [f"{declared};"] + inner
        if length:
            return [f"{declared} = array_of(session, (size_t)({length}), sizeof *{a.name});"]
        lines = [f"{declared} = pointer(session, sizeof *{a.name});"]
        if function.endswith("_free"):  # one that holds nothing
            lines += [f"    if ({a.name}) {{", f"        memset({a.name}, 0, sizeof *{a.name});", "    }"]
        return lines


def main():
    cut = sys.argv.index("--")
    headers = Headers(sys.argv[2:cut])
    by_hand = set()
    for path in sys.argv[cut + 1:]:
        by_hand |= set(re.findall(r"^(?:[\w*]+ )+\*?((?:any|call)_\w+)\(Session",
                                  open(path, encoding="utf-8").read(), re.M))
        by_hand |= {f"call_{name}" for name in re.findall(r"^CALL\((\w+)\)$", open(path, encoding="utf-8").read(), re.M)}
    writer = Writer(headers, by_hand)
    out = ["// Made from the headers by make_calls.py.", '#include "values.h"', "",
           "#include <string.h>", ""]
    callers = [writer.caller(f) for f in headers.functions if f"call_{f[2]}" not in by_hand]
    for kind in writer.order:
        out.append(f"{kind} any_{kind}(Session *session);")
    headers.functions.sort(key=lambda f: f[2])
    out += [f"void call_{f[2]}(Session *session);" for f in headers.functions]
    body = "\n".join("\n".join(lines) for lines in callers + list(writer.providers.values()))
    for kind in writer.pools:
        out += writer.pool(kind, body)
    for kind in writer.order:
        out += writer.providers[kind]
    for lines in callers:
        out += lines
    out += ["", "const Call calls[] = {"]
    for header, _, name, arguments in headers.functions:
        of_world = bool(arguments) and arguments[0].kind == "VeerWorld"
        flags = ", ".join("true" if flag else "false"
                          for flag in (of_world, of_world and arguments[0].is_const))
        out.append(f'    {{"{name}", "{header}", call_{name}, {flags}}},')
    out += ["};", f"const uint32_t call_count = {len(headers.functions)};"]
    of_headers = {}
    for i, function in enumerate(headers.functions):
        of_headers.setdefault(function[0], []).append(i)
    out += ["", "const Header headers[] = {"]
    for header, numbers in of_headers.items():
        out.append(f'    {{"{header}", (const uint16_t[]){{{", ".join(map(str, numbers))}}}, {len(numbers)}}},')
    out += ["};", f"const uint32_t header_count = {len(of_headers)};", ""]
    open(f"{sys.argv[1]}/calls.c", "w", encoding="utf-8").write("\n".join(out))
    pools = "".join(f"    POOL_{kind},\n" for kind in writer.pools)
    open(f"{sys.argv[1]}/made.h", "w", encoding="utf-8").write(
        "/// Made from the headers by make_calls.py.\n#ifndef VEER_HARNESS_MADE_H\n"
        "#define VEER_HARNESS_MADE_H\n\ntypedef enum Pool {\n" + pools +
        "    POOL_COUNT\n} Pool;\n\n#endif\n")


if __name__ == "__main__":
    main()
