"""Rooms: the folders of a layer. A room is entered by its door, the header of its own name; calls go
down from room to room, and go round inside one in small circles only; one name is one thing."""
import collections
import re

from checks.code import Code, circles

MOST_IN_A_CIRCLE = 8  # .c files
MOST_PROTOTYPES = 25  # in an internal header
MOST_FILES = 20  # in a room, as a rule

# From the ground up, by the folder that they are in. Rooms of one row are siblings: none calls
# another. Files beside rooms, in the folder itself, are above them.
ROOMS = {
    "avoid": [["base"], ["orca"], ["classic", "crowd", "pilot"]],
    "bridge": [["engine"], ["threads", "detour", "chipmunk", "ode", "mpi"]],
    "io": [["base"], ["json"], ["maps"], ["scenario"], ["recording", "replay", "scores"]],
    "io/scenario": [["spec"], ["base"], ["map", "place"], ["load", "play"]],
    "map": [["grid", "voxels", "graph", "mesh"], ["decompose", "layers"]],
    "plan": [["search"], ["grid", "voxels", "graph", "mesh", "field", "interval"]],
    "squad": [["assign", "formation"], ["places"]],
    "world": [["base"], ["body"], ["map"], ["outline"], ["traffic"], ["route"], ["field"],
              ["predict"], ["squad"], ["contact", "behave"], ["tick"], ["query"],
              ["explain"], ["host"]],
    "world/squad": [["base"], ["march", "places"]],
}

# What one bridge may see of the inside: it is built with the sources of the core that it goes with.
INNER = {("src/bridge/mpi", "src/world/host/shard.h")}

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)


def room_of(path):
    """src/world/map/links.c -> ("world", "map")"""
    return path.parts[1:-1]


def rank_of(folder, room):
    rows = ROOMS.get("/".join(folder), [])
    return next((i for i, row in enumerate(rows) if room in row), None)


def complaint(mine, theirs):
    """Why a room may not use another of its layer; None where it may."""
    if mine == theirs or mine[0] != theirs[0]:
        return None  # layers are looked at elsewhere
    depth = next((i for i, (a, b) in enumerate(zip(mine, theirs)) if a != b),
                 min(len(mine), len(theirs)))
    folder = mine[:depth]
    if len(mine) == depth:
        return None  # beside the rooms, above them
    if len(theirs) == depth:
        return f"'{'/'.join(theirs)}' is above its room '{mine[depth]}'"
    own, other = rank_of(folder, mine[depth]), rank_of(folder, theirs[depth])
    for name, rank in ((mine[depth], own), (theirs[depth], other)):
        if rank is None:
            return f"'{'/'.join(folder + (name,))}' is in no row of the table of rooms"
    if own == other:
        return f"'{mine[depth]}' and '{theirs[depth]}' are siblings"
    return f"'{theirs[depth]}' is above '{mine[depth]}'" if other > own else None


def check_calls(code):
    faults, graph = [], collections.defaultdict(set)
    for path, home, name in code.calls():
        graph[path].add(home)
        why = complaint(room_of(path), room_of(home))
        if why:
            faults.append(f"{path}: {name}: {why}")
    rings = circles(graph)
    for ring in rings:
        names = ", ".join(str(p) for p in ring)
        if len({room_of(p) for p in ring}) > 1:
            faults.append(f"calls go in a circle across rooms: {names}")
        elif len(ring) > MOST_IN_A_CIRCLE:
            faults.append(f"a circle of calls of {len(ring)} files, at most {MOST_IN_A_CIRCLE}: "
                          f"{names}")
    return faults, max((len(r) for r in rings), default=0)


def check_includes(code):
    """Includes of one layer go down too, and from room to room through doors. What is called base
    is what all rooms of a layer use, a header each."""
    faults = []
    for file in code.files:
        path = file.relative_to(code.root)
        for name in INCLUDE.findall(file.read_text()):
            target = code.root / "src" / name
            if not target.is_file() or (str(path.parent), "src/" + name) in INNER:
                continue
            room, other = room_of(path), room_of(target.relative_to(code.root))
            why = complaint(room, other)
            is_near = room[:len(other)] == other or other[:len(room)] == room
            if why:
                faults.append(f"{path}: {name}: {why}")
            elif len(other) > 1 and not is_near and target.stem != other[-1] and other[-1] != "base":
                faults.append(f"{path}: {name}: not the door of '{'/'.join(other)}'")
    return faults


def check_names(code):
    """No tag, enumerator or external name in two files, but for the back ends of one interface; the
    constants of a .c file are its own."""
    places = collections.defaultdict(set)
    for tag in code.tags:
        is_header = tag.path.suffix == ".h"
        is_named = tag.kind in {"struct", "union", "enum"} and not tag.name.startswith("__anon")
        is_shared = is_header and tag.kind in {"function", "enumerator"}
        if (is_named or is_shared or code.is_external(tag)) and tag.name != "main":
            if not tag.path.match("src/base/wide_*.h"):
                places[tag.name].add(tag.path)
    return [f"{name} is defined twice: " + ", ".join(str(p) for p in sorted(where))
            for name, where in sorted(places.items()) if len(where) > 1]


def check_headers(code):
    """Headers are small, and declare what their own .c file, or their room, defines."""
    faults, counts = [], collections.Counter()
    for tag in code.tags:
        if tag.kind != "prototype" or tag.path.suffix != ".h" or tag.path.parts[0] != "src":
            continue
        counts[tag.path] += 1
        home = code.home.get(tag.name)
        is_own = home and home.with_suffix(".h") == tag.path
        is_door = home and home.parent == tag.path.parent and tag.path.stem == tag.path.parent.name
        if home and not is_own and not is_door:
            faults.append(f"{tag.path}:{tag.line}: {tag.name} is defined in {home}: neither its own "
                          "header nor the door of its room")
    faults += [f"{path}: {n} prototypes, at most {MOST_PROTOTYPES}"
               for path, n in sorted(counts.items()) if n > MOST_PROTOTYPES]
    return faults, max(counts.values(), default=0)


def check(root):
    """All faults of the rooms of a checkout, with a line of figures."""
    core = Code(root, ["src"])
    everything = Code(root, ["include", "src", "tools", "bench"])
    calls, largest = check_calls(core)
    headers, most = check_headers(core)
    files = collections.Counter(room_of(f.relative_to(root)) for f in core.files)
    notes = [f"note: src/{'/'.join(room)}: {n} files, as a rule at most {MOST_FILES}"
             for room, n in sorted(files.items()) if n > MOST_FILES and len(room) > 1]
    faults = calls + check_includes(core) + check_names(everything) + headers
    figures = (f"{len(files)} rooms of at most {max(files.values(), default=0)} files, largest circle of calls "
               f"{largest} files, at most {most} prototypes in a header")
    return faults, notes, figures
