// Every scene of scenarios/ must run to the hash of tests/golden/table.txt, with SIMD and without.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../index.js";

const ROOT = new URL("../../../", import.meta.url);
const TICKS = 150, SAMPLE = 30, AGENTS = 200; // as tests/golden/golden.c
const ALIASES = { e4: "galaxy", "e4-3d": "galaxy-3d", e9: "e8", "asteroid-tour-3d": "e19-3d" };
const TABLE = (await readFile(new URL("tests/golden/table.txt", ROOT), "utf8")).trim().split("\n")
  .map((line) => line.split(" ")).filter(([name]) => name.startsWith("scene:"));

const fold = (hash, world) => BigInt.asUintN(64, (hash ^ world.hash()) * 0x9e3779b97f4a7c15n);

function read(veer, name, text) {
  const world = veer.scenario(text, { name, scores: false });
  if (world.agentCount <= AGENTS) return world;
  world.free();
  return veer.scenario(text, { name, agents: AGENTS, scores: false });
}

function run(veer, name, text) {
  const world = read(veer, name, text);
  let hash = fold(0n, world);
  for (let tick = 1; tick <= TICKS; tick++) {
    world.step();
    if (tick % SAMPLE === 0) hash = fold(hash, world);
  }
  world.free();
  return hash.toString(16).padStart(16, "0");
}

for (const build of ["veer", "veer-scalar"]) {
  test(`${build}: scenes have the hashes of the native library`, async () => {
    const veer = await load(await readFile(new URL(`../dist/${build}.wasm`, import.meta.url)));
    for (const [row, hash] of TABLE) {
      const name = row.slice("scene:".length);
      const text = await readFile(new URL(`scenarios/${ALIASES[name] ?? name}.json`, ROOT), "utf8");
      assert.equal(run(veer, name, text), hash, row);
    }
  });
}
