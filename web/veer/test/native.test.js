// Every scene runs to the hash that the native library has after 600 ticks.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load } from "../index.js";

const ROOT = new URL("../../../", import.meta.url);
const NATIVE = process.env.VEER_GOLDEN ?? new URL("build/release/tests/golden", ROOT).pathname;
const TICKS = 600;
const ALIASES = { e4: "galaxy", "e4-3d": "galaxy-3d", e9: "e8", "asteroid-tour-3d": "e19-3d" };

test(`scenes have the hashes of the native library after ${TICKS} ticks`, async () => {
  const veer = await load();
  const rows = execFileSync(NATIVE, ["1", String(TICKS)], { encoding: "utf8" }).trim().split("\n").map((row) => row.split(" "));
  assert.ok(rows.length > 50);
  for (const [row, agents, hash] of rows) {
    const name = ALIASES[row] ?? row;
    const world = veer.scenario(await readFile(new URL(`scenarios/${name}.json`, ROOT), "utf8"), { name, agents: Number(agents), scores: false });
    world.step(0, TICKS);
    assert.equal(world.hash().toString(16).padStart(16, "0"), hash, row);
    world.free();
  }
});
