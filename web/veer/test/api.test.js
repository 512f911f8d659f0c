import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { load, SCORES, slotOf } from "../index.js";
import { digits } from "../module.js";

const veer = await load();

test("columns are views of the module's memory", () => {
  const world = veer.world({ maxAgents: 2 });
  const agent = world.add({ x: 1, y: 2, radius: 0.3, maxSpeed: 2, goal: { x: 9, y: 2 } });
  assert.equal(world.positions.buffer, veer.wasm.memory.buffer);
  assert.deepEqual([...world.positions], [1, 2, 0]);
  world.step(0.1, 10);
  assert.ok(world.positions[3 * slotOf(agent)] > 2.5);
  assert.equal(world.get(agent).status, "moving");
  world.free();
  assert.throws(() => world.step(), /was freed/);
});

test("four floats at a time are rooted, compared and packed by instructions of their own", async () => {
  const countOf = async (build, ...code) => (await readFile(new URL(`../dist/${build}.wasm`, import.meta.url))).toString("latin1").split(String.fromCharCode(...code)).length - 1;
  for (const [name, ...code] of [["f32x4.sqrt", 0xfd, 0xe3, 1], ["f32x4.pmin", 0xfd, 0xea, 1], ["i32x4.bitmask", 0xfd, 0xa4, 1]]) {
    for (const build of ["veer", "veer-threads"]) assert.ok(await countOf(build, ...code) > 20, `${build} ${name}`);
    assert.equal(await countOf("veer-scalar", ...code), 0, name);
  }
});

test("handles outlive what they name, and rooms are finite", () => {
  const world = veer.world({ maxAgents: 1, maxObstacles: 1 });
  const first = world.add({ model: "crowd" });
  assert.throws(() => world.add(), /FULL/);
  world.remove(first);
  world.step();
  const second = world.add({ model: "pilot" });
  assert.notEqual(first, second);
  assert.equal(world.get(first), undefined);
  assert.equal(world.get(second).model, "pilot");
  assert.throws(() => world.goTo(first, { x: 1, y: 1 }), /bad handle/);
  assert.throws(() => world.add({ model: "nonsense" }), /no model/);
  assert.throws(() => world.addWall([{ x: 0, y: 0 }]), /BAD_VALUE/);
});

test("a restored world goes on as the saved one did", () => {
  const world = veer.world();
  for (let i = 0; i < 40; i++) world.add({ x: i % 8, y: i >> 3, radius: 0.3, goal: { x: 8 - (i % 8), y: -(i >> 3) } });
  world.addWall([{ x: -1, y: -0.5 }, { x: 3, y: -0.5 }]);
  world.step(0, 30);
  const saved = world.save();
  world.step(0, 30);
  const hash = world.hash();
  world.restore(saved);
  assert.notEqual(world.hash(), hash);
  world.step(0, 30);
  assert.equal(world.hash(), hash);
});

test("squads are made, ordered, and say what they do", () => {
  const world = veer.world({ maxSquads: 2 });
  const members = Array.from({ length: 9 }, (_, i) => world.add({ x: i, radius: 0.3 }));
  const first = world.addSquad(), squad = world.addSquad({ members, formation: "line", spacing: 1 });
  assert.throws(() => world.addSquad(), /FULL/);
  world.removeSquad(first);
  assert.deepEqual([...world.squads()], [squad]);
  assert.equal(world.squadOf(members[3]), squad);
  world.order(squad, { points: [{ x: 4, y: 20 }] });
  world.order(squad, { kind: "hold", isAppended: true });
  world.step();
  assert.deepEqual(world.getSquad(squad).members, members);
  assert.equal(world.getSquad(squad).order, "go");
  assert.equal(world.getSquad(squad).orders, 2);
  assert.ok(world.draw(["place", "slot", "leader", "order"]).length > 9 * 8);
  const events = [];
  for (let i = 0; i < 3000; i++) {
    world.step();
    events.push(...world.events());
  }
  assert.deepEqual(events.filter(({ kind }) => kind === "orderDone"), [{ kind: "orderDone", agent: 0, other: 0, squad, obstacle: 0 }]);
  assert.ok(members.every((agent) => Math.abs(world.get(agent).position.y - 20) < 1));
  world.setSquad(squad, { formation: "column" });
  assert.equal(world.getSquad(squad).formation, "column");
  world.cancel(squad);
  assert.equal(world.getSquad(squad).order, undefined);
  assert.throws(() => world.order(squad, { kind: "dance" }), /no dance/);
  world.removeSquad(squad);
  assert.equal(world.getSquad(squad), undefined);
});

test("the cells of a map, and the path of an agent over it", () => {
  const world = veer.scenario({ map: { rows: [".....", ".###.", "....."], cell_size: 2 },
    groups: [{ count: 1, radius: 0.3, place: { kind: "points", points: [[1, 3]] }, goal: { kind: "points", points: [[9, 3]] }, route: true }] });
  assert.deepEqual(world.grid, { width: 5, height: 3, cellSize: 2, origin: { x: 0, y: 0, z: 0 } });
  assert.deepEqual([...world.cells()], [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0]);
  world.step(0, 2);
  assert.equal(world.cells("clearance")[5], 1);
  const route = world.route(world.agentAt(0));
  assert.deepEqual([...route.slice(-3, -1)], [9, 3]);
  assert.equal(veer.world().grid, undefined);
});

test("an agent says why it does what it does, whom it senses, and what it holds", () => {
  const world = veer.scenario({ map: { rows: ["#####.......", "#####.#####.", "............", "#####.#####.", "#####......."] },
    groups: [[0.5, 11.5], [11.5, 0.5]].map(([from, to]) => ({ count: 1, radius: 0.4, route: true,
      place: { kind: "points", points: [[from, 2.5]] }, goal: { kind: "points", points: [[to, 2.5]] } })) });
  const agents = [...world.agents()], held = [];
  assert.deepEqual(world.sensed(agents[0]), []);
  for (let i = 0; i < 900; i++) {
    world.step();
    held.push(...agents.map((agent) => world.held(agent)).filter(({ places }) => places.length));
  }
  assert.ok(held.length > 0 && held.every(({ places }) => places.every(({ x, y }) => x > 0 && x < 12 && y > 0 && y < 5)));
  const why = world.explain(agents[0]);
  assert.deepEqual(Object.keys(why[0]), ["kind", "topic", "text"]);
  assert.deepEqual([why[0].kind, why[0].topic], ["goal", "goal"]);
  assert.match(why[0].text, /^It goes to \(11\.5, 2\.5\), [\d.]+ m away\.$/);
  assert.ok(why.every(({ topic, text }) => ["goal", "path", "senses", "decides", "body"].includes(topic) && text.endsWith(".")));
  const free = veer.world(), first = free.add({ radius: 0.3 }), ball = free.addBall({ x: 2, y: 0, radius: 1 }), second = free.add({ x: -1, radius: 0.3 });
  assert.deepEqual(free.sensed(first).map(({ agent, obstacle, distance }) => [agent, obstacle, distance.toFixed(2)]), [[second, 0, "0.40"], [0, ball, "0.70"]]);
  assert.deepEqual(free.held(first), { isWaiting: false, places: [] });
  free.remove(first);
  free.step();
  assert.deepEqual([free.explain(first), free.sensed(first), free.held(first)], [undefined, undefined, undefined]);
});

test("links are read, shut and opened", () => {
  const world = veer.scenario({ map: { rows: ["..#..", "..#..", "..#.."], links: [{ from: [1.5, 1.5], to: [3.5, 1.5] }, { from: [1.5, 0.5], to: [3.5, 0.5] }] },
    groups: [{ count: 1, radius: 0.3, place: { kind: "points", points: [[0.5, 1.5]] } }] });
  const [first, second] = world.links();
  assert.deepEqual(first.from, { x: 1.5, y: 1.5, z: 0 });
  assert.deepEqual(second.to, { x: 3.5, y: 0.5, z: 0 });
  world.openLink(second.link, false);
  assert.deepEqual(world.links().map(({ isOpen }) => isOpen), [true, false]);
  world.openLink(second.link);
  assert.ok(world.links()[1].isOpen);
  assert.throws(() => world.openLink(0), /bad handle/);
  assert.deepEqual(veer.world().links(), []);
});

const CASES = [ // the loader's own words, as tests/io/scenario/test_errors.c has them; and syntax
  ['{"a": 1}', 'f.json: a: unknown key, the nearest known one is "map"'],
  ['{"groups": [{"count": 1, "radius": -1}]}', "f.json: groups[0].radius: must be >= 0, is -1"],
  ["{", "f.json:1:2: string or '}' expected near end of file"],
  ['{\n"title": 1, "title": 2}', "f.json:2:13: duplicate object key near '\"title\": 2}'"],
  ["{} x", "f.json:1:4: end of file expected near 'x'"],
  ['{"x": 1e999}', "f.json:1:12: real number overflow near '}'"],
  ['{"title": "\\ud800"}', "f.json:1:18: a whole pair of surrogates expected near '\"}'"],
  ["[".repeat(65), "f.json:1:66: nested deeper than 64 levels near end of file"],
];
for (const [text, message] of CASES) {
  test(`refuses ${text.slice(0, 30)}`, () => {
    assert.throws(() => veer.scenario(text, { name: "f.json" }), { message: `veer: ${message}` });
  });
}

test("text comes through as it is, and the whole scenario reads back to the same run", () => {
  const title = "Zwölf \u{1F6A2} \"ships\"\\\t";
  const scenario = {
    title, world: { seed: "18446744073709551615", dt: 0.1 },
    groups: [{ count: 5, radius: 0.1 + 0.2, place: { kind: "line", from: [0, 0], step: [2, 0] } }],
  };
  const world = veer.scenario(scenario, { settings: { "groups[0].max_speed": 1.25 } });
  assert.equal(world.title, title);
  assert.equal(world.agentCount, 5);
  const again = veer.scenario(world.scenarioText);
  assert.equal(again.scenarioText, world.scenarioText);
  assert.equal(again.hash(), world.hash());
  assert.equal(again.get(again.agentAt(0)).maxSpeed, 1.25);
});

test("numbers are written as C writes them", () => {
  const cases = [[0.5, 6, "0.5"], [1e-5, 6, "1e-05"], [123456789, 6, "1.23457e+08"], [0.1, 17, "0.10000000000000001"],
    [1e21, 9, "1e+21"], [-0, 6, "-0"], [100, 3, "100"], [99.96, 3, "100"], [1.5, 0, "2"]];
  for (const [value, precision, text] of cases) assert.equal(digits(value, precision, false), text);
  assert.equal(digits(2.5e6, 0, true), "2500000");
  assert.equal(digits(Infinity, 6, false), "inf");
});

test("scores have the keys of the library, in its order, and its values", async () => {
  const list = await readFile(new URL("../../../src/io/base/score_keys.h", import.meta.url), "utf8");
  assert.deepEqual([...SCORES], [...list.matchAll(/X\((\w+)\)/g)].map(([, key]) => key));
  const world = veer.scenario(await readFile(new URL("../../../scenarios/circle.json", import.meta.url), "utf8"));
  world.step(0, 30);
  const scores = world.scores();
  assert.equal(scores.ticks, 30);
  assert.equal(scores.agents, world.agentCount);
  assert.equal(world.score("time_s"), scores.time_s);
  assert.ok(Number.isNaN(world.score("nonsense")) && Number.isNaN(veer.world().score("agents")));
});
