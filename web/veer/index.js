// veer: moves many agents without collisions. See index.d.ts for what each part does.
import { fetchModule, instantiate } from "./module.js";

export { hasSimd } from "./module.js";

export const Model = Object.freeze({
  default: -1, none: 0, crowd: 1, magnets: 2, potential: 3, whiskers: 4, rays: 5, pilot: 6, orca: 7,
});

export const Status = Object.freeze({ idle: 0, moving: 1, arrived: 2, blocked: 3, lost: 4 });

export const Role = Object.freeze({
  agent: 0, avoiding: 1, arrived: 2, heading: 3, velocity: 4, preferred: 5, goal: 6, obstacle: 7,
  wall: 8, bounds: 9, map: 10, covered: 11, cost: 12, link: 13, route: 14, field: 15, held: 16,
  probe: 17, hit: 18, push: 19, pull: 20, constraint: 21, tracePreferred: 22, choice: 23, side: 24,
  place: 25, slot: 26, leader: 27, order: 28,
});

export const Formation = Object.freeze({
  line: 0, column: 1, wedge: 2, box: 3, circle: 4, disc: 5, sphere: 6, wall: 7, trio: 8,
});

export const Order = Object.freeze({ go: 0, patrol: 1, hold: 2, queue: 3, surround: 4, follow: 5, escort: 6 });

const MODES = ["together", "loose", "crowd"], PHASES = ["idle", "marching", "arriving", "resting", "attending"];
const EVENTS = ["arrived", "blocked", "contactBegun", "contactEnded", "removed", "lost", "partialRoute", "gaveUp",
  "slotGiven", "waiting", "noPlace", "orderDone", "orderLost", "entered", "left", "message"];

/** The keys of World.scores(): docs/metrics.md says what they mean. */
export const SCORES = Object.freeze([
  "ticks", "time_s", "agents", "arrived", "contacts", "contact_seconds", "obstacle_contacts",
  "obstacle_contact_seconds", "touches", "obstacle_touches", "worst_penetration", "min_gap_m",
  "time_ratio", "path_ratio", "turning_rad_s", "mode_changes_per_s", "max_acceleration",
  "limit_violations", "stuck_agents", "trips", "hits_per_trip", "median_trip_s", "slot_error",
  "drift_m", "packing_ratio", "without_place",
]);

const SLOTS = 2 ** 24;
const STATUSES = ["ok", "partial", "full: the world has no room for more", "bad value", "bad handle: it is gone", "out of memory", "busy",
  "no state", "a state of another version", "a damaged state", "a state of another world", "a state of another map", "a state of no world"];
const REGISTRY = typeof FinalizationRegistry === "undefined"
  ? null
  : new FinalizationRegistry(({ wasm, at }) => wasm.web_destroy(at));

/** The slot of a handle: its place in the columns. */
export function slotOf(handle) {
  return handle % SLOTS;
}

function number(model) {
  return typeof model === "string" ? Model[model] ?? fail(`no model is called ${model}`) : model;
}

/** Of a table of names, by name or as it is; -1: not said. */
function named(table, value) {
  return value === undefined ? -1 : typeof value === "string" ? table[value] ?? fail(`there is no ${value}`) : value;
}

function nameOf(table, value) {
  return Object.keys(table).find((name) => table[name] === value);
}

function fail(what) {
  throw new Error(`veer: ${what}`);
}

/** The library, loaded. */
export class Veer {
  #wasm;
  #encoder = new TextEncoder();
  #decoder = new TextDecoder();

  constructor(wasm) {
    this.#wasm = wasm;
  }

  get wasm() {
    return this.#wasm;
  }

  /** An empty world. */
  world(options = {}) {
    const { space = "planar", maxAgents = 1024, maxObstacles = 256, maxVertices = 4096, maxSquads = 16, seed = 0n } = options;
    const at = this.#wasm.web_create(space === "spatial" ? 1 : 0, maxAgents, maxObstacles, maxVertices, maxSquads, BigInt(seed));
    return new World(this, at || fail(this.text(this.#wasm.web_error())));
  }

  /** The world of a scenario, as JSON text or as an object. */
  scenario(scenario, options = {}) {
    const {
      name = "scenario", agents = 0, seed = -1, model, settings = {}, spare = {}, scores = true,
    } = options;
    const lines = Object.entries(settings).map(([path, value]) =>
      `${path}=${typeof value === "string" ? value : JSON.stringify(value)}`);
    const texts = [name, typeof scenario === "string" ? scenario : JSON.stringify(scenario), lines.join("\n")];
    const given = texts.map((text) => this.put(text));
    const at = this.#wasm.web_read(given[0], given[1], agents, Number(seed), model === undefined ? -2 : number(model),
      given[2], spare.agents ?? 0, spare.obstacles ?? 0, spare.vertices ?? 0, spare.squads ?? 0, scores ? 1 : 0);
    given.forEach((text) => this.#wasm.free(text));
    return new World(this, at || fail(this.text(this.#wasm.web_error())));
  }

  /** Text of the module's memory. */
  text(at) {
    const bytes = new Uint8Array(this.#wasm.memory.buffer);
    return at ? this.#decoder.decode(bytes.slice(at, bytes.indexOf(0, at))) : "";
  }

  /** A text's address in the module's memory, to be freed. */
  put(text) {
    const bytes = this.#encoder.encode(text);
    const at = this.#wasm.malloc(bytes.length + 1) || fail("out of memory");
    const room = new Uint8Array(this.#wasm.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    return at;
  }
}

export class World {
  #veer;
  #wasm;
  #at;

  constructor(veer, at) {
    this.#veer = veer;
    this.#wasm = veer.wasm;
    this.#at = at;
    REGISTRY?.register(this, { wasm: this.#wasm, at }, this);
  }

  /** Gives the memory back at once; else the garbage collector does. */
  free() {
    if (this.#at) {
      REGISTRY?.unregister(this);
      this.#wasm.web_destroy(this.#at);
      this.#at = 0;
    }
  }

  [Symbol.dispose ?? Symbol.for("dispose")]() {
    this.free();
  }

  #here() {
    return this.#at || fail("the world was freed");
  }

  #check(status) {
    if (status !== 0) fail(STATUSES[status] ?? `status ${status}`);
  }

  #made(handle) {
    return handle || fail(this.#veer.text(this.#wasm.web_error()));
  }

  #facts() {
    return new Float64Array(this.#wasm.memory.buffer, this.#wasm.web_facts(this.#here()), 18);
  }

  get time() { return this.#facts()[0]; }
  get tick() { return this.#facts()[1]; }
  get agentCount() { return this.#facts()[2]; }
  get slotCount() { return this.#facts()[3]; }
  get obstacleSlotCount() { return this.#facts()[4]; }
  get dt() { return this.#facts()[5]; }
  get duration() { return this.#facts()[6]; }
  get isSpatial() { return this.#facts()[7] === 1; }
  get isDone() { return this.#facts()[14] === 1; }
  get bytes() { return this.#facts()[15]; }
  get viewport() {
    const facts = this.#facts();
    return { lower: Array.from(facts.subarray(8, 11)), upper: Array.from(facts.subarray(11, 14)) };
  }
  get title() { return this.#veer.text(this.#wasm.web_text(this.#here(), 0)); }
  get name() { return this.#veer.text(this.#wasm.web_text(this.#here(), 1)); }
  get scenarioText() { return this.#veer.text(this.#wasm.web_text(this.#here(), 2)); }

  step(dt = 0, ticks = 1) {
    for (let i = 0; i < ticks; i++) this.#check(this.#wasm.web_step(this.#here(), dt));
  }

  hash() {
    return BigInt.asUintN(64, this.#wasm.web_hash(this.#here()));
  }

  save() {
    const size = this.#wasm.web_save_size(this.#here());
    const at = this.#wasm.malloc(size) || fail("out of memory");
    const status = this.#wasm.web_save(this.#here(), at, size);
    const saved = new Uint8Array(this.#wasm.memory.buffer, at, size).slice();
    this.#wasm.free(at);
    this.#check(status);
    return saved;
  }

  restore(saved) {
    const at = this.#wasm.malloc(saved.length) || fail("out of memory");
    new Uint8Array(this.#wasm.memory.buffer, at, saved.length).set(saved);
    const status = this.#wasm.web_restore(this.#here(), at, saved.length);
    this.#wasm.free(at);
    this.#check(status);
  }

  #counted(key) {
    const at = this.#veer.put(key), value = this.#wasm.web_score(this.#here(), at);
    this.#wasm.free(at);
    return value;
  }

  score(key) {
    this.#wasm.web_count(this.#here());
    return this.#counted(key);
  }

  scores() {
    this.#wasm.web_count(this.#here());
    return Object.fromEntries(SCORES.map((key) => [key, this.#counted(key)]));
  }

  #column(which, Type, each) {
    const at = this.#wasm.web_column(this.#here(), which);
    return new Type(this.#wasm.memory.buffer, at, this.slotCount * each);
  }

  get positions() { return this.#column(0, Float32Array, 3); }
  get velocities() { return this.#column(1, Float32Array, 3); }
  get headings() { return this.#column(2, Float32Array, 3); }
  get radii() { return this.#column(3, Float32Array, 1); }
  get liveness() { return this.#column(4, Uint8Array, 1); }
  get statuses() { return this.#column(5, Uint8Array, 1); }

  /** The handles of the agents that are there. */
  *agents() {
    for (let slot = 0; slot < this.slotCount; slot++) {
      const handle = this.agentAt(slot);
      if (handle) yield handle;
    }
  }

  agentAt(slot) {
    return this.#wasm.web_agent_at(this.#here(), slot);
  }

  add(agent = {}) {
    const {
      x = 0, y = 0, z = 0, radius = NaN, maxSpeed = NaN, preferredSpeed = NaN, maxAcceleration = NaN,
      maxTurnRate = NaN, priority = NaN, group = 0, model = -1, goal,
    } = agent;
    const handle = this.#made(this.#wasm.web_agent_add(this.#here(), x, y, z, radius, maxSpeed, preferredSpeed,
      maxAcceleration, maxTurnRate, priority, group, number(model)));
    if (goal) this.goTo(handle, goal);
    return handle;
  }

  remove(agent) { this.#check(this.#wasm.web_agent_remove(this.#here(), agent)); }

  goTo(agent, { x, y, z = 0, arrival = 0.5, byRoute = false }) {
    const go = byRoute ? this.#wasm.web_agent_route : this.#wasm.web_agent_go;
    this.#check(go(this.#here(), agent, x, y, z, arrival));
  }

  follow(agent, target, arrival = 1) {
    this.#check(this.#wasm.web_agent_follow(this.#here(), agent, target, arrival));
  }

  prefer(agent, { x, y, z = 0 }) { this.#check(this.#wasm.web_agent_prefer(this.#here(), agent, x, y, z)); }
  stop(agent) { this.#check(this.#wasm.web_agent_stop(this.#here(), agent)); }
  move(agent, { x, y, z = 0 }) { this.#check(this.#wasm.web_agent_move(this.#here(), agent, x, y, z)); }
  push(agent, { x, y, z = 0 }) { this.#check(this.#wasm.web_agent_push(this.#here(), agent, x, y, z)); }

  set(agent, values) {
    const keys = ["radius", "maxSpeed", "preferredSpeed", "priority", "group", "model"];
    for (const [key, value] of Object.entries(values)) {
      const what = keys.indexOf(key);
      if (what < 0) fail(`an agent has no ${key} to set`);
      this.#check(this.#wasm.web_agent_set(this.#here(), agent, what, key === "model" ? number(value) : value));
    }
  }

  get(agent) {
    const at = this.#wasm.web_agent_get(this.#here(), agent);
    if (!at) return undefined;
    const v = new Float64Array(this.#wasm.memory.buffer, at, 23);
    const vector = (i) => ({ x: v[i], y: v[i + 1], z: v[i + 2] });
    return {
      position: vector(0), velocity: vector(3), preferredVelocity: vector(6), safeVelocity: vector(9),
      goal: v[20] ? vector(12) : undefined, radius: v[15], maxSpeed: v[16],
      model: Object.keys(Model).find((name) => Model[name] === v[17]) ?? "custom",
      status: Object.keys(Status).find((name) => Status[name] === v[18]),
      group: v[19], isAvoiding: v[21] === 1, id: v[22],
    };
  }

  addBall({ x, y, z = 0, radius = 1, velocity = { x: 0, y: 0 }, isFree = false }) {
    return this.#made(this.#wasm.web_ball_add(this.#here(), x, y, z, radius, velocity.x, velocity.y,
      velocity.z ?? 0, isFree ? 1 : 0));
  }

  addWall(points, isClosed = false) {
    const at = this.#putPoints(points);
    const handle = this.#wasm.web_wall_add(this.#here(), at, points.length, isClosed ? 1 : 0);
    this.#wasm.free(at);
    return this.#made(handle);
  }

  removeObstacle(obstacle) { this.#check(this.#wasm.web_obstacle_remove(this.#here(), obstacle)); }

  moveObstacle(obstacle, { x, y, z = 0 }) {
    this.#check(this.#wasm.web_obstacle_move(this.#here(), obstacle, x, y, z));
  }

  obstacleAt(slot) { return this.#wasm.web_obstacle_at(this.#here(), slot); }

  getObstacle(obstacle) {
    const at = this.#wasm.web_obstacle_get(this.#here(), obstacle);
    if (!at) return undefined;
    const v = new Float64Array(this.#wasm.memory.buffer, at, 8);
    return {
      shape: ["ball", "chain", "polygon", "box"][v[0]], position: { x: v[1], y: v[2], z: v[3] },
      velocity: { x: v[4], y: v[5], z: v[6] }, radius: v[7],
    };
  }

  *squads() {
    for (let slot = 0; slot < this.#facts()[17]; slot++) {
      const squad = this.#wasm.web_squad_at(this.#here(), slot);
      if (squad) yield squad;
    }
  }

  squadOf(agent) { return this.#wasm.web_squad_of(this.#here(), agent); }

  addSquad({ members = [], formation, spacing = 0, mode } = {}) {
    const squad = this.#made(this.#wasm.web_squad_add(this.#here(), named(Formation, formation), spacing, mode ? MODES.indexOf(mode) : -1));
    for (const agent of members) this.join(squad, agent);
    return squad;
  }

  setSquad(squad, { formation, spacing = 0, mode }) {
    this.#check(this.#wasm.web_squad_set(this.#here(), squad, named(Formation, formation), spacing, mode ? MODES.indexOf(mode) : -1));
  }

  removeSquad(squad) { this.#check(this.#wasm.web_squad_remove(this.#here(), squad)); }
  join(squad, agent) { this.#check(this.#wasm.web_squad_join(this.#here(), squad, agent)); }
  cancel(squad) { this.#check(this.#wasm.web_squad_order(this.#here(), squad, -1, 0, 0, -1, 0, 0, 0, 0, 0)); }

  order(squad, { kind = "go", points = [], distance = -1, target = 0, heading: { x, y, z = 0 } = { x: 0, y: 0 }, isAppended = false }) {
    const at = this.#putPoints(points);
    const status = this.#wasm.web_squad_order(this.#here(), squad, named(Order, kind), at, points.length, distance, target, x, y, z,
      isAppended ? 1 : 0);
    this.#wasm.free(at);
    this.#check(status);
  }

  getSquad(squad) {
    const at = this.#wasm.web_squad_get(this.#here(), squad);
    if (!at) return undefined;
    const v = new Float64Array(this.#wasm.memory.buffer, at, 16).slice(), vector = (i) => ({ x: v[i], y: v[i + 1], z: v[i + 2] });
    return {
      members: this.#members(squad, v[0]), phase: PHASES[v[1]], order: nameOf(Order, v[2]), orders: v[3],
      leader: vector(4), ahead: vector(7), placed: v[10], waiting: v[11], withoutPlace: v[12],
      formation: nameOf(Formation, v[13]), spacing: v[14], mode: MODES[v[15]],
    };
  }

  #members(squad, count) {
    const at = this.#wasm.malloc(8 * count + 8) || fail("out of memory");
    this.#wasm.web_squad_members(this.#here(), squad, at, count);
    const handles = Array.from(new Float64Array(this.#wasm.memory.buffer, at, count));
    this.#wasm.free(at);
    return handles;
  }

  #putPoints(points) {
    const at = this.#wasm.malloc(12 * points.length + 4) || fail("out of memory");
    new Float32Array(this.#wasm.memory.buffer, at, 3 * points.length).set(points.flatMap(({ x, y, z = 0 }) => [x, y, z]));
    return at;
  }

  /** What happened in the last step. */
  events() {
    const at = this.#wasm.web_events(this.#here()) || fail("out of memory"), { buffer } = this.#wasm.memory;
    const v = new Float64Array(buffer, at + 8, 5 * new Float64Array(buffer, at, 1)[0]), events = [];
    for (let i = 0; i < v.length; i += 5) {
      events.push({ kind: EVENTS[v[i]], agent: v[i + 1], other: v[i + 2], squad: v[i + 3], obstacle: v[i + 4] });
    }
    return events;
  }

  route(agent) {
    const at = this.#wasm.web_route(this.#here(), agent) || fail(STATUSES[4]), { buffer } = this.#wasm.memory;
    return new Float32Array(buffer, at + 4, 3 * new Float32Array(buffer, at, 1)[0]);
  }

  get grid() {
    const at = this.#wasm.web_grid(this.#here());
    if (!at) return undefined;
    const [width, height, cellSize, x, y, z] = new Float64Array(this.#wasm.memory.buffer, at, 6);
    return { width, height, cellSize, origin: { x, y, z } };
  }

  cells(layer = "blocked") {
    const { width, height } = this.grid ?? fail("the world has no grid");
    const at = this.#wasm.web_cells(this.#here(), ["blocked", "covered", "clearance"].indexOf(layer)) || fail("out of memory");
    return new Float32Array(this.#wasm.memory.buffer, at, width * height);
  }

  /** Blocks (or frees) the cells of the map's grid from one corner to the other. */
  fillMap({ x: x0, y: y0 }, { x: x1, y: y1 }, isBlocked = true) {
    this.#check(this.#wasm.web_map_fill(this.#here(), Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1),
      Math.max(y0, y1), isBlocked ? 1 : 0));
  }

  links() {
    const at = this.#wasm.web_links(this.#here()), { buffer } = this.#wasm.memory, links = [];
    const v = new Float64Array(buffer, at + 8, 8 * new Float64Array(buffer, at, 1)[0]);
    for (let i = 0; i < v.length; i += 8) {
      const [link, x0, y0, z0, x1, y1, z1, isOpen] = v.subarray(i, i + 8);
      links.push({ link, from: { x: x0, y: y0, z: z0 }, to: { x: x1, y: y1, z: z1 }, isOpen: isOpen !== 0 });
    }
    return links;
  }

  openLink(link, isOpen = true) { this.#check(this.#wasm.web_link_open(this.#here(), link, isOpen ? 1 : 0)); }

  draw(roles) {
    const mask = roles.reduce((bits, role) => bits | (1 << (typeof role === "string" ? Role[role] : role)), 0);
    const at = this.#wasm.web_draw(this.#here(), mask >>> 0);
    return new Float32Array(this.#wasm.memory.buffer, at, this.#wasm.web_draw_count());
  }

  trace(agent) {
    if (this.#wasm.web_trace(this.#here(), agent) !== 0) return undefined;
    const notes = [];
    for (let at; (at = this.#wasm.web_note(this.#here(), notes.length)); ) notes.push(this.#veer.text(at));
    return notes;
  }

  explain(agent) {
    const at = this.#wasm.web_explain(this.#here(), agent);
    if (!at) return undefined;
    return this.#veer.text(at).trimEnd().split("\n").map((line) => {
      const [kind, topic, text] = line.split("\t");
      return { kind, topic, text };
    });
  }

  sensed(agent) {
    const at = this.#wasm.web_sensed(this.#here(), agent), { buffer } = this.#wasm.memory;
    if (!at) return undefined;
    const v = new Float64Array(buffer, at + 8, 3 * new Float64Array(buffer, at, 1)[0]), found = [];
    for (let i = 0; i < v.length; i += 3) found.push({ agent: v[i], obstacle: v[i + 1], distance: v[i + 2] });
    return found;
  }

  held(agent) {
    const at = this.#wasm.web_held(this.#here(), agent), { buffer } = this.#wasm.memory;
    if (!at) return undefined;
    const [isWaiting, count] = new Float64Array(buffer, at, 2), v = new Float64Array(buffer, at + 16, 3 * count), places = [];
    for (let i = 0; i < v.length; i += 3) places.push({ x: v[i], y: v[i + 1], z: v[i + 2] });
    return { isWaiting: isWaiting !== 0, places };
  }
}

/**
 * Loads the library.
 * @param source  bytes, a module or a response of veer.wasm; left out: what came with the package
 * @param options  helpers: how many workers help to step, with veer-threads.wasm
 */
export async function load(source, options) {
  return new Veer(await instantiate(source ?? fetchModule(), options));
}
