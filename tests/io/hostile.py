#!/usr/bin/env python3
"""Files that are made to do harm, drawn by a seed, each given to the command: every one must be refused in one line on the
standard error, with exit status 2, within 2 s and 256 MB.

usage: hostile.py COMMAND [--seed N] [--count N] [--only NAME] [--relaxed] [--keep DIR] [--list]
--relaxed: for sanitizers, whose time and memory say nothing; then only crashes and what is said count.
--keep: leave the files there; --list: show what is said of each."""
import argparse
import base64
import gzip
import json
import math
import os
import random
import resource
import shutil
import signal
import socket
import sqlite3
import struct
import sys
import tempfile
import time
import zlib

SECONDS, MEGABYTES = 2.0, 256
AGENT = {"place": {"kind": "points", "points": [[1, 1]]}}
PLANAR_MAP = {"width": 8, "height": 8}


def dump(value):
    return json.dumps(value).encode()


def scenario(**members):
    whole = {"world": {"duration": 0.05}, "groups": [AGENT]}
    whole.update(members)
    return dump(whole)


class Case:
    """A file, those beside it, and how the command is called. `make` overrides how it comes to the disk."""

    def __init__(self, name, data, words=("run", "{}"), beside=None, make=None):
        self.name, self.data, self.words, self.beside, self.make = name, data, words, beside or {}, make


def with_map(name, data, **members):
    """A scenario on a map file, or the planner alone."""
    text = scenario(map={"file": name, **members})
    return [Case("scenario-" + name, text, beside={name: data}).named("s.json"),
            Case(name, data, ("plan", "{}")).named(name)]


def named(self, file):
    self.file = file
    return self


Case.named = named


# Scenarios -----------------------------------------------------------------------------------------------------------

def json_cases(draw):
    good = scenario(title="x" * 50, map=PLANAR_MAP)
    at = draw.randrange(2, len(good) - 1)
    big = draw.choice([1e9, 2 ** 32, 2 ** 53, 1e18, 1e308])
    deep = draw.randrange(65, 100000)
    yield "truncated", good[:at]
    yield "deep-arrays", b"[" * deep
    yield "deep-objects", b'{"a":' * deep
    yield "deep-notes", b'{"notes":' + b"[" * deep + b"]" * deep + b"}"
    yield "nul", good[:at] + b"\0" + good[at:]
    yield "bad-utf8", good.replace(b"xxx", bytes([0xff, 0xc0, 0x80]))
    yield "surrogate", good.replace(b"xxx", b"\\ud800")
    yield "two-marks", b"\xef\xbb\xbf\xef\xbb\xbf" + good
    yield "utf16", good.decode().encode("utf-16")
    yield "only-mark", b"\xef\xbb\xbf"
    yield "empty", b""
    yield "blanks", b" \r\n\t" * draw.randrange(1, 1 << 20)
    yield "not-an-object", draw.choice([b"[]", b"null", b"1", b'"x"', b"true"])
    yield "nan", good.replace(b"0.05", b"NaN")
    yield "infinity", good.replace(b"0.05", b"1e999")
    yield "minus", good.replace(b"0.05", b"-1")
    yield "hex", good.replace(b"0.05", b"0x10")
    yield "number-and-more", good.replace(b"0.05", b"12abc")
    yield "twice", good[:-1] + b', "groups": []}'
    yield "trailing", good + b"x"
    yield "many-values", b'{"groups":[' + b"0," * (draw.randrange(2, 15) << 20) + b"0]}"
    yield "many-members", b"{" + b",".join(b'"%d":0' % i for i in range(draw.randrange(200000, 900000))) + b"}"
    yield "long-string", b'{"name":"' + b"x" * (30 << 20) + b'","a":1}'
    yield "many-strings", b'{"notes":[' + b'"0123456789abcdefghijk",' * 1000000 + b'"x"]}'
    yield "long-key", b'{"' + b"k" * (30 << 20) + b'":1}'
    yield "long-number", b'{"agents":' + b"9" * (30 << 20) + b"}"
    yield "count", scenario(groups=[{"count": int(min(big, 1e18)), **AGENT}])
    yield "two-million-agents", scenario(groups=[{"count": 2000000, "place": {"kind": "disc", "radius": 1e5}}])
    yield "agents-by-groups", scenario(groups=[{"count": 100000, "place": {"kind": "line", "from": [0, 0], "to": [1e5, 0]}}] * 30)
    yield "agents-by-grid", scenario(groups=[{"place": {"kind": "grid", "columns": 1500, "rows": 1300, "pitch": [1, 1]}}])
    yield "agents", scenario(agents=int(big) if big < 1e18 else 10 ** 18)
    yield "many-groups", scenario(groups=[AGENT] * 50000)
    yield "many-rocks", scenario(obstacles=[{"kind": "field", "count": 1000000, "radius": 1, "lower": [0, 0],
                                             "upper": [1e5, 1e5]}])
    yield "no-room", scenario(obstacles=[{"kind": "field", "count": 2000, "radius": 1, "lower": [0, 0], "upper": [5, 5]}])
    chain = {"kind": "chain", "points": [[i % 700, i // 700] for i in range(90000)]}
    yield "no-room-between-walls", scenario(obstacles=[chain, {"kind": "field", "count": 2000, "radius": 50, "lower": [0, 0],
                                                               "upper": [600, 100]}])
    yield "no-room-for-agents", scenario(obstacles=[chain], groups=[{"count": 900, "radius": 50, "place":
                                                                      {"kind": "box", "lower": [0, 0], "upper": [600, 100]}}])
    yield "giants", scenario(obstacles=[{"kind": "field", "overlap": True, "count": 200000, "radius": 30, "lower": [0, 0],
                                         "upper": [9e4, 9e4]}],
                             groups=[{"count": 100000, "place": {"kind": "disc", "radius": 20}}])
    yield "long-warm-up", scenario(world={"duration": 0.05, "warm_up": 3600},
                                   obstacles=[{"kind": "field", "count": 100000, "radius": 0.1, "speed": 1, "lower": [0, 0],
                                               "upper": [9000, 9000]}])
    yield "window", scenario(foresight={"bounds": [[0, 0], [1e5, 1e5]], "cell_size": 1})
    yield "window-states", scenario(foresight={"bounds": [[0, 0], [9, 9]], "max_states": 1 << 24})
    yield "endless", scenario(world={"duration": 1e6, "dt": draw.choice([1e-3, 1e-6, 1e-30])})
    yield "dt", scenario(world={"dt": draw.choice([0, -1, 1e-40, 2, 1e30])})
    yield "far", scenario(groups=[{"place": {"kind": "points", "points": [[draw.choice([1e7, 1e300, -1e30]), 0]]}}])
    yield "wrong-type", scenario(groups=draw.choice([{}, "x", 1, None, [1], [[]], [None]]))
    yield "wrong-map", scenario(map=draw.choice([[], "x", 1, True, {"rows": 1}, {"rows": [1]}, {"file": 1}, {"maze": 1}]))
    yield "unknown", scenario(**{draw.choice(["grups", "\u0001", "", "a" * 5000]): 1})
    yield "shares", scenario(agents=100, groups=[{"share": 0.9, **AGENT}] * 20)
    yield "goal-of-nobody", scenario(groups=[{**AGENT, "goal": {"kind": "agent", "group": "x"}}])
    yield "cyclic-goals", scenario(groups=[{"name": "a", **AGENT, "goal": {"kind": "agent", "group": "b"}},
                                           {"name": "b", **AGENT, "goal": {"kind": "agent", "group": "a", "index": 9}}])
    yield "many-names", scenario(obstacles=[{"kind": "ball", "name": "n%d" % i, "position": [i, 0], "radius": 1}
                                            for i in range(60000)] + [{"kind": "ball", "name": "n1", "position": [0, 0],
                                                                       "radius": 1}])
    yield "many-events", scenario(timeline=[{"kind": "stop", "at": 1, "group": "x"}] * 20000)
    yield "crlf-cut", good.replace(b" ", b"\r\n")[:-3]


def generated_map_cases(draw):
    side = draw.choice([1500, 4000, 16000, 32767])
    yield "wide", {"width": side, "height": 32767}
    yield "city", {"city": {"width": side, "height": 32767}}
    yield "maze", {"maze": {"columns": 4096, "rows": 4096, "corridor": 8}}
    yield "maze-wide", {"maze": {"columns": 4096, "rows": 4096, "corridor": 256, "wall": 256}}
    yield "tiling", {"graph": {"tiling": {"kind": draw.choice(["squares", "hexes", "discs"]), "columns": 4096, "rows": 4096,
                                          "pitch": 1}}}
    yield "boxes", {"width": 1400, "height": 1400, "blocked": [{"lower": [0, 0], "upper": [1400, 1400]}] * 5000}
    yield "costs", {"width": 1400, "height": 1400, "costs": [{"lower": [0, 0], "upper": [1400, 1400], "cost": 3}] * 5000}
    yield "tiny-cells", {"width": 8, "height": 8, "cell_size": 1e-38, "blocked": [{"lower": [0, 0], "upper": [1e6, 1e6]}],
                         "costs": 1}
    whole = {"width": 1448, "height": 1448}
    yield "fields", {**whole, "max_fields": 64}
    yield "classes", {**whole, "max_classes": 16}
    yield "points", {"width": 8, "height": 8, "max_route_points": 1 << 24}
    yield "rows", {"rows": ["." * 40000] * 3}
    yield "ragged-rows", {"rows": ["...", "..", "...."]}
    yield "mesh", {"mesh": {"vertices": [[0, 0], [1, 0], [1, 1]], "polygons": [[0, 1, draw.choice([3, 2 ** 32 - 1, -1, 1.5])]]}}
    yield "mesh-many", {"mesh": {"vertices": [[0, 0], [1, 0], [1, 1]], "polygons": [[0, 1, 2]] * 100000}}
    yield "graph-edges", {"graph": {"nodes": [[0, 0], [1, 0]], "edges": [[0, draw.choice([2, 2 ** 32 - 1, -1])]]}}
    yield "links", {"width": 8, "height": 8, "links": [{"from": [1, 1], "to": [2, 2]}] * 2000}


def voxel_map_cases(draw):
    yield "huge", {"width": 4096, "height": 4096, "depth": draw.choice([64, 4096])}
    yield "boxes", {"width": 400, "height": 400, "depth": 400,
                    "blocked": [{"lower": [0, 0, 0], "upper": [400, 400, 400]}] * 2000}
    yield "runs", {"width": 8, "height": 8, "depth": 8, "runs": [0, 0, 0, draw.choice([9, 2 ** 32, -1])]}
    yield "tunnels", {"width": 8, "height": 8, "depth": 8, "tunnels": {"count": 1000, "bore": 1000}}


# Maps ----------------------------------------------------------------------------------------------------------------

def png(width, height, rows=b"", chunks=(), depth=8, colour=0, interlace=0):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    head = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace)
    body = b"".join(chunk(k, d) for k, d in chunks)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + body + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def bomb(size):
    packer = zlib.compressobj(9)
    zeros = bytes(1 << 20)
    return b"".join(packer.compress(zeros) for _ in range(size >> 20)) + packer.flush()


def png_cases(draw):
    side = draw.choice([2000, 4096, 9000, 32767, 2 ** 31 - 1])
    good = png(20, 20, (b"\0" + b"\xff" * 20) * 20)
    yield "size", png(side, side)
    yield "zero", png(0, draw.choice([0, 5]))
    yield "bomb", png(9000, 9000, bytes(9000 * 1200) * 7, depth=1)
    yield "interlaced", png(3000, 3000, b"", interlace=1)
    yield "cut", good[:draw.randrange(9, len(good) - 5)]
    at = draw.randrange(16, len(good) - 20)
    yield "flipped", good[:at] + bytes([good[at] ^ 0xff]) + good[at + 1:]
    text = b"a\0\0" + bomb(64 << 20)
    yield "texts", png(20, 20, b"", [(b"zTXt", text)] * 100)
    yield "profile", png(20, 20, b"", [(b"iCCP", b"a\0\0" + bomb(64 << 20))])
    yield "palette", png(20, 20, b"", [(b"PLTE", b"\0" * 7)], colour=3)
    yield "not-a-picture", bytes(draw.randrange(256) for _ in range(draw.randrange(1, 4000)))


def tiled(**members):
    whole = {"orientation": "orthogonal", "width": 8, "height": 8, "tilewidth": 8, "tileheight": 8, "infinite": False,
             "layers": []}
    whole.update(members)
    return dump(whole)


def layer(data, **members):
    return {"type": "tilelayer", "name": "walls", "data": data, **members}


def tiled_cases(draw):
    packed = base64.b64encode(bomb(8 << 20)).decode()
    large = base64.b64encode(zlib.compress(bytes(1400 * 1400 * 4), 9)).decode()
    gigantic = base64.b64encode(bomb(1 << 30)).decode()
    side = draw.choice([1500, 5000, 32767])
    objects = {"type": "objectgroup", "name": "walls"}
    cover = {"x": 0, "y": 0, "width": 1e9, "height": 1e9}
    star = [{"x": math.cos(i * 2.5) * 1e4, "y": math.sin(i * 2.5) * 1e4} for i in range(20000)]
    yield "size", tiled(width=side, height=32767)
    yield "values", tiled(width=1400, height=1400, layers=[layer([0] * (1400 * 1400))])
    yield "bomb", tiled(layers=[layer(packed, encoding="base64", compression="zlib")])
    yield "gigantic-bomb", tiled(layers=[layer(gigantic, encoding="base64", compression="zlib")])
    yield "many-layers", tiled(width=1400, height=1400,
                               layers=[layer(large, encoding="base64", compression="zlib")] * 600)
    yield "cut-layer", tiled(layers=[layer(packed[:400], encoding="base64", compression="gzip")])
    yield "short-layer", tiled(layers=[layer("AAAA", encoding="base64")])
    yield "bad-base64", tiled(layers=[layer("A*AA", encoding="base64")])
    yield "zstd", tiled(layers=[layer("AAAA", encoding="base64", compression="zstd")])
    yield "wrong-tile", tiled(layers=[layer([-1] * 64)])
    yield "groups", tiled(layers=[json.loads('{"type":"group","layers":[' * 25 + "1" + "]}" * 25)])
    yield "covers", tiled(width=1400, height=1400, layers=[{**objects, "objects": [cover] * 20000}])
    yield "star", tiled(width=1400, height=1400, layers=[{**objects, "objects": [{"x": 700, "y": 700, "polygon": star}]}])
    yield "far-object", tiled(layers=[{**objects, "objects": [{**cover, "x": 1e300}]}])
    yield "tiles", tiled(tilesets=[{"firstgid": 1, "tilecount": 2 ** 31, "tiles": []}])
    yield "wrong", tiled(**{draw.choice(["orientation", "width", "tilewidth", "layers", "tilesets"]): draw.choice(
        [None, 0, -1, "x", {}, [1]])})


def text_cases(draw):
    n = draw.choice(["-1", "0", "32768", "4294967297", "12abc", "1e3", "", "99999999999999999999", "3\0"])
    yield "size.map", "type octile\nheight %s\nwidth 3\nmap\n...\n" % n
    yield "short.map", "type octile\nheight 32767\nwidth 32767\nmap\n...\n"
    yield "wide.map", "type octile\nheight 1500\nwidth 1500\nmap\n" + ("." * 1500 + "\n") * 1500
    yield "letter.map", "type octile\nheight 1\nwidth 3\nmap\n.%s.\n" % draw.choice("x\1\xff ")
    yield "nul.map", "type octile\nheight 1\nwidth 3\nmap\n.\0.\n"
    yield "no-end.map", "type octile\nheight 1\nwidth 3\nmap\n...\n" + "...\n" * 5
    yield "blank.map", "\r\n" * 100000
    yield "patches.scen", "version 2\nheight 8\nwidth 8\npatch ../../../../etc/passwd\ncommands\n"
    yield "empty-map.scen", "version 2\nheight 32767\nwidth 32767\ncommands\n"
    yield "patch.scen", "version 2\nheight 8\nwidth 8\ncommands\nP 0 %s 0 0\n" % draw.choice(["0", "-1", "2147483648"])
    yield "version.scen", "version %s\n" % draw.choice(["3", "", "1x"])
    yield "size.3dmap", "voxel %s 8 8\n" % n
    yield "huge.3dmap", "voxel 4096 4096 4096\n1 1 1\n"
    yield "voxel.3dmap", "voxel 8 8 8\n8 %s 0\n" % draw.choice(["0", "x", "1e300"])
    yield "corner.obj", "v 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 %s\n" % draw.choice(["4", "0", "-9", "x", "3abc", "99999999999999999999"])
    yield "number.obj", "v 0 0 %s\nf 1 1 1\n" % draw.choice(["nan", "inf", "1e300", "", "1x"])
    yield "fan.obj", "v 0 0 0\nf" + " 1" * (10 << 20) + "\n"
    yield "no-face.obj", "v 0 0 0\n" * 1200000
    yield "large.obj", "v 0 0 0\nv 1e6 0 0\nv 0 0 1e6\nf 1 3 2\n"
    yield "layers.obj", "v 0 0 0\nv 160 0 0\nv 0 0 160\n" + "f 1 3 2\n" * 1000000
    yield "thin.obj", "v 0 0 0\nf 1 1 1\n"


def map_cases(draw):
    for name, data in png_cases(draw):
        yield from with_map(name + ".png", data)
    for name, data in tiled_cases(draw):
        yield from with_map(name + draw.choice([".tmj", ".json"]), data)
    for name, text in text_cases(draw):
        data = text.encode("latin-1")
        own = Case(name, data, ("plan", "{}")).named(name)
        if not name.endswith(".scen"):
            space = {"world": {"space": "spatial", "duration": 0.05}} if name.endswith("3dmap") else {}
            yield Case("scenario-" + name, scenario(map={"file": name}, **space), beside={name: data}).named("s.json")
        yield own
    checkers = "".join("%d %d %d\n" % (x, y, z) for z in range(8) for y in range(400) for x in range(z % 2, 400, 2))
    yield Case("scenario-checkers.3dmap", scenario(map={"file": "c.3dmap"}, world={"space": "spatial", "duration": 0.05}),
               beside={"c.3dmap": ("voxel 400 400 8\n" + checkers).encode()}).named("s.json")


# Recordings ----------------------------------------------------------------------------------------------------------

GOOD = {"veer_scenario": scenario().decode(), "veer_ticks": "3", "veer_hash": "0123456789abcdef"}


def recording(path, values=None, statements=(), create="CREATE TABLE metadata(key TEXT PRIMARY KEY, value)"):
    base = sqlite3.connect(path)
    if create:
        base.execute(create)
    rows = {**GOOD, **(values or {})}
    for key, value in rows.items() if create and "VIEW" not in create and "AS (" not in create else ():
        if value is not None:
            base.execute("INSERT INTO metadata VALUES(?, ?)", (key, value))
    for statement in statements:
        base.execute(statement)
    base.commit()
    base.close()


def recording_cases(draw):
    ticks = ["18446744073709551615", "-1", "12abc", "nan", "NaN", "", "1e3", " 3", "3 ", "0x3", "99999999999999999999999", "3.0",
             "4", 3, 3.5, b"3", None]
    for value in ticks:
        yield "ticks", {"values": {"veer_ticks": value}}
    for value in ["xyz", "0123456789abcdef0", "-1", "", 1, None, b"\0\1"]:
        yield "hash", {"values": {"veer_hash": value}}
    own = json.loads(GOOD["veer_scenario"])
    for value in [None, b"\xff\xfe", 7, "", "{", "x" * 30000000, GOOD["veer_scenario"] + "\0x",
                  dump({**own, "map": {"file": "/etc/passwd"}}).decode(),
                  dump({**own, "map": {"file": "../../../../../../etc/passwd"}}).decode(),
                  dump({**own, "world": {"duration": 1e6, "dt": 1e-9}}).decode(),
                  dump({**own, "groups": [{"count": 2000000, **AGENT}]}).decode()]:
        yield "scenario", {"values": {"veer_scenario": value}}
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT 'veer_ticks' AS key, n AS value FROM r"
    yield "recursive-view", {"create": "CREATE VIEW metadata AS " + endless}
    yield "cross-join", {"create": "CREATE VIEW metadata AS SELECT a.name AS key, b.name AS value FROM sqlite_master a, "
                                   "sqlite_master b, sqlite_master c, sqlite_master d",
                         "statements": ["CREATE TABLE t%d(a)" % i for i in range(200)]}
    yield "generated", {"create": "CREATE TABLE metadata(key TEXT, value TEXT AS (printf('%.*c', 900000000, 'x')))"}
    yield "virtual", {"create": "CREATE VIRTUAL TABLE metadata USING fts5(key, value)"}
    yield "no-table", {"create": None}
    yield "many-tables", {"create": None, "statements": ["CREATE TABLE t%d(a, b, c)" % i for i in range(5000)]}
    yield "many-rows", {"create": "CREATE TABLE metadata(value, key TEXT)",
                        "statements": ["DELETE FROM metadata", "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r "
                                       "WHERE n < 300000) INSERT INTO metadata SELECT n, n FROM r"]}
    yield "large-rows", {"create": "CREATE TABLE metadata(key TEXT, value)",
                         "statements": ["DELETE FROM metadata"] + ["INSERT INTO metadata VALUES('k', zeroblob(900000))"] * 60}


def damaged(path, draw):
    recording(path)
    data = bytearray(open(path, "rb").read())
    kind = draw.randrange(3)
    if kind == 0:
        data = data[:draw.randrange(20, len(data) // 2)]
    elif kind == 1:
        data[100:] = bytes(draw.randrange(256) for _ in range(len(data) - 100))
    else:
        data[16:18] = b"\0\3"
    open(path, "wb").write(data)


def recordings(draw):
    words = ("render", "{}", "--out", "o.png")
    for name, how in recording_cases(draw):
        yield Case("recording-" + name, None, words, make=lambda path, how=how: recording(path, **how)).named("r.sqlite")
    for _ in range(6):
        yield Case("recording-damaged", None, words, make=lambda path: damaged(path, draw)).named("r.sqlite")


# What is no regular file ---------------------------------------------------------------------------------------------

def sparse(path):
    with open(path, "wb") as file:
        file.truncate(10 << 30)


def unreadable(path):
    open(path, "w").write("{}")
    os.chmod(path, 0)


def bind(path):
    folder = os.getcwd()
    os.chdir(os.path.dirname(path))  # the path of a socket is short
    socket.socket(socket.AF_UNIX).bind(os.path.basename(path))
    os.chdir(folder)


def odd_cases(draw):
    kinds = {"pipe": os.mkfifo, "directory": os.mkdir, "loop": lambda path: os.symlink(path, path), "sparse": sparse,
             "socket": bind, "device": lambda path: os.symlink("/dev/zero", path),
             "dangling": lambda path: os.symlink("nowhere", path), "outside": lambda path: os.symlink("/etc/passwd", path)}
    if os.getuid() != 0:
        kinds["unreadable"] = unreadable
    for kind, make in kinds.items():
        if kind != "outside":
            yield Case(kind + ".json", None, make=make).named("x.json")
            yield Case(kind + ".sqlite", None, ("render", "{}", "--out", "o.png"), make=make).named("x.sqlite")
        end = draw.choice([".map", ".png", ".tmj", ".obj"])
        yield Case("map-" + kind + end, scenario(map={"file": "x" + end}), beside={"x" + end: make}).named("s.json")
        yield Case("plan-" + kind, None, ("plan", "{}"), make=make).named("x.map")
    for path in ["/etc/passwd", "../up.map", "a/../../up.map", "./../up.map", "/dev/zero", "x" * 5000]:
        yield Case("path", scenario(map={"file": path})).named("s.json")
    for value in ["12abc", "", "nan", "-1", "1e999", "0x10", " 1", "1 "]:
        yield Case("option", scenario(), ("run", "{}", draw.choice(["--seed", "--dt", "--duration", "--agents", "--max-input"]),
                                          value)).named("s.json")


# The run -------------------------------------------------------------------------------------------------------------

def all_cases(draw):
    for name, data in json_cases(draw):
        yield Case(name, data).named("s.json")
    for name, members in generated_map_cases(draw):
        yield Case("map-" + name, scenario(map=members)).named("s.json")
    for name, members in voxel_map_cases(draw):
        yield Case("voxels-" + name, scenario(map=members, world={"space": "spatial", "duration": 0.05})).named("s.json")
    yield from map_cases(draw)
    yield from recordings(draw)
    yield from odd_cases(draw)


def lay(case, folder):
    for name, data in case.beside.items():
        path = os.path.join(folder, name)
        if callable(data):
            data(path)
        else:
            open(path, "wb").write(data)
    path = os.path.join(folder, case.file)
    if case.make:
        case.make(path)
    else:
        open(path, "wb").write(case.data)
    return path


def call(command, words, folder, relaxed):
    """Runs the command. @return seconds of its own, megabytes, status"""
    limit = 100.0 if relaxed else 10.0 * SECONDS
    begin, child = time.monotonic(), os.fork()
    if child == 0:
        os.chdir(folder)
        for stream, name in ((1, "stdout"), (2, "stderr")):
            os.dup2(os.open(os.path.join(folder, name), os.O_CREAT | os.O_WRONLY), stream)
        if not relaxed:
            resource.setrlimit(resource.RLIMIT_AS, (4 * MEGABYTES << 20,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.execv(command, [command, *words])
    done = (0, 0, None)
    while not done[0]:
        done = os.wait4(child, os.WNOHANG)
        if not done[0] and time.monotonic() - begin > limit:
            os.kill(child, signal.SIGKILL)
            done = os.wait4(child, 0)
        time.sleep(0 if done[0] else 0.002)
    status = os.WEXITSTATUS(done[1]) if os.WIFEXITED(done[1]) else -os.WTERMSIG(done[1])
    return done[2].ru_utime + done[2].ru_stime, done[2].ru_maxrss / 1024, status


def serve(asks, answers):
    """What a process has had in memory counts as its children's too: a small one calls for the large one that makes files."""
    for line in asks:
        answers.write(json.dumps(call(*json.loads(line))) + "\n")
        answers.flush()


class Caller:
    def __init__(self):
        read_ask, write_ask = os.pipe()
        read_answer, write_answer = os.pipe()
        if os.fork() == 0:
            os.close(write_ask)
            serve(os.fdopen(read_ask), os.fdopen(write_answer, "w"))
            os._exit(0)
        os.close(read_ask)
        self.asks, self.answers = os.fdopen(write_ask, "w"), os.fdopen(read_answer)

    def call(self, *words):
        self.asks.write(json.dumps(words) + "\n")
        self.asks.flush()
        return json.loads(self.answers.readline())


def faults_of(result, relaxed):
    seconds, megabytes, status, (out, err) = result
    line = err.decode("utf-8", "replace")
    if status != 2:
        yield "status %d" % status
    if not line.startswith("veer: ") or line.count("\n") != 1 or not line.endswith("\n") or len(line) > 700:
        yield "says %r" % line[:300]
    if out:
        yield "prints %r" % out[:100]
    if not relaxed and seconds > SECONDS:
        yield "%.1f s" % seconds
    if not relaxed and megabytes > MEGABYTES:
        yield "%.0f MB" % megabytes


def run(case, caller, options, number):
    folder = os.path.join(options.keep or tempfile.gettempdir(), "hostile-%d-%d" % (os.getpid(), number), "in")
    os.makedirs(folder)
    path = lay(case, folder)
    words = [word.format(path) if "{}" in word else word for word in case.words]
    result = caller.call(options.command, words, folder, options.relaxed)
    result.append([open(os.path.join(folder, name), "rb").read() for name in ("stdout", "stderr")])
    if not options.keep:
        for root, folders, _ in os.walk(folder):
            for name in folders:
                os.chmod(os.path.join(root, name), 0o700)
        shutil.rmtree(os.path.dirname(folder))
    return result


def is_read(options, caller):
    """Whether the same formats are read where nothing is wrong with them: a command that refuses everything passes no test."""
    folder = tempfile.mkdtemp(dir=options.keep)
    rows = (b"\0" + b"\xff" * 8) * 8
    for name, data in (("p.png", png(8, 8, rows)), ("t.tmj", tiled(layers=[layer([0] * 63 + [1])])),
                       ("m.map", b"type octile\nheight 8\nwidth 8\nmap\n" + b"........\n" * 8)):
        open(os.path.join(folder, name), "wb").write(data)
        open(os.path.join(folder, name + ".json"), "wb").write(scenario(map={"file": name}))
    path, calls = folder + "/", []
    for name in ("p.png", "t.tmj", "m.map"):
        calls += [("run", path + name + ".json", "--quiet", "--out", path + "o-" + name),
                  ("render", path + "o-" + name, "--out", path + name + ".svg", "--quiet")]
    answers = [(words, caller.call(options.command, words, folder, True)[2]) for words in calls]
    for words, status in answers:
        if status != 0:
            print("a good file: status %d: %s: %s" % (status, " ".join(words), open(path + "stderr").read()))
    shutil.rmtree(folder)
    return all(status == 0 for _, status in answers)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("command", type=os.path.abspath)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--relaxed", action="store_true")
    parser.add_argument("--keep")
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    options = parser.parse_args()
    draw, caller = random.Random(options.seed), Caller()
    cases = [case for case in all_cases(draw) if options.only in case.name]
    if options.count:
        cases = draw.sample(cases, min(options.count, len(cases)))
    if not is_read(options, caller):
        return 1
    bad, total, slowest, largest = 0, 0.0, (0.0, ""), (0.0, "")
    for number, case in enumerate(cases):
        result = run(case, caller, options, number)
        slowest, largest = max(slowest, (result[0], case.name)), max(largest, (result[1], case.name))
        total += result[0]
        faults = list(faults_of(result, options.relaxed))
        if faults:
            bad += 1
            print("%s (%d): %s" % (case.name, number, "; ".join(faults)))
        elif options.list:
            print("%s: %.2f s, %.0f MB: %s" % (case.name, *result[:2], result[3][1].decode("utf-8", "replace").strip()))
    print("%d files, %d faults; at most %.2f s (%s; %.0f s in all) and %.0f MB (%s)" %
          (len(cases), bad, *slowest, total, *largest))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
