// A run: a scenario, the options it was opened with, and what was changed at which tick. These three
// make every state again, bit for bit: rewinding, links and comparisons all come of them.
import { Order, slotOf, type Handle, type ModelName, type Vector, type Veer, type World } from "veer";

export type EditKind = "wall" | "rock" | "move" | "send" | "model" | "radius" | "speed" | "fill" | "clear"
  | "muster" | "order" | "form" | "disband" | "door";

/** Numbers by kind. wall: x, y of each point; rock: x, y, radius, vx, vy; move: slot, x, y, z; send: slot (-1: all),
 * x, y, z; model: which; radius and speed: factor; fill: x, y, x, y, is blocked; clear: none (walls and rocks);
 * muster: formation, slots; order: which (-1: none), is appended, x, y, heading x, y, squads; form: formation, squads;
 * disband: squads; door: which of doors(), is open. */
export interface Edit {
  tick: number;
  kind: EditKind;
  args: number[];
}

export interface Opening {
  name: string;
  text: string;
  agents: number; // 0: as the scenario says
  seed: number; // -1: as it says
  model?: ModelName;
  edits: Edit[];
}

/** Room for what is built; tests give the same to the worlds that they compare with. */
export const SPARE = { obstacles: 512, vertices: 8192, squads: 32 };

/** An opening that can be shut: a box of the map's cells from corner to corner, or a link from end to end. */
export interface Door { from: Vector; to: Vector; isLink: boolean; isOpen: boolean }
type Box = [Vector, Vector];

/** The openings that a scenario cuts into the walls of its map, and those that it opens and shuts. */
function doorsOf(text: string): Box[] {
  const { map = {}, timeline = [] } = JSON.parse(text), doors = new Map<string, Box>();
  const most = 0.02 * map.width * map.height * (map.cell_size ?? 1) ** 2; // what is larger is a hall
  for (const { lower, upper } of [...(map.free ?? []), ...timeline]) {
    if (!lower || !upper || (upper[0] - lower[0]) * (upper[1] - lower[1]) > most) continue;
    doors.set(`${lower} ${upper}`, [{ x: lower[0], y: lower[1] }, { x: upper[0], y: upper[1] }]);
  }
  return [...doors.values()];
}

export class Session {
  world: World;
  edits: Edit[];
  private boxes: Box[];
  hues = new Float32Array(0);
  private next = 0; // of the edits
  private added: Handle[] = [];
  private radii = new Map<Handle, number>(); // as the scenario made them
  private speeds = new Map<Handle, number>();
  private radiusFactor = 1;
  private speedFactor = 1;

  constructor(private veer: Veer, readonly opening: Opening, scores = true) {
    this.edits = [...opening.edits];
    this.world = veer.scenario(opening.text, {
      name: opening.name, agents: opening.agents, seed: opening.seed, scores, spare: SPARE,
      ...(opening.model ? { model: opening.model } : {}),
    });
    this.boxes = this.world.grid ? doorsOf(opening.text) : [];
    this.colour();
  }

  free() {
    this.world.free();
  }

  /** The same run anew, from its first tick on, with the edits before a tick. */
  again(tick: number): Session {
    const edits = this.edits.filter((edit) => edit.tick <= tick);
    return new Session(this.veer, { ...this.opening, edits });
  }

  edit(kind: EditKind, args: number[]) {
    this.edits.push({ tick: this.world.tick, kind, args });
  }

  step() {
    this.apply();
    this.world.step();
    if (this.hues.length < this.world.slotCount) this.colour();
  }

  /** What is due now. An edit that the world refuses is none: the world stays as it was. */
  apply(): string | undefined {
    let refused: string | undefined;
    while (this.next < this.edits.length && this.edits[this.next].tick <= this.world.tick) {
      const { kind, args } = this.edits[this.next++];
      try {
        this.change(kind, args);
      } catch (error) {
        if (error instanceof WebAssembly.RuntimeError) throw error; // a crash: the world is in any state
        refused = (error as Error).message;
      }
    }
    return refused;
  }

  private change(kind: EditKind, args: number[]) {
    const world = this.world;
    const [a, b, c, d, e] = args;
    if (kind === "wall") {
      const points = [];
      for (let i = 0; i + 1 < args.length; i += 2) points.push({ x: args[i], y: args[i + 1] });
      this.added.push(world.addWall(points));
    } else if (kind === "rock") {
      this.added.push(world.addBall({ x: a, y: b, radius: c, velocity: { x: d, y: e } }));
    } else if (kind === "move") {
      world.move(world.agentAt(a), { x: b, y: c, z: d });
      world.push(world.agentAt(a), { x: 0, y: 0 });
    } else if (kind === "send") {
      for (const agent of a < 0 ? [...world.agents()] : [world.agentAt(a)]) this.send(agent, b, c, d);
    } else if (kind === "fill") {
      world.fillMap({ x: a, y: b }, { x: c, y: d }, e !== 0);
    } else if (kind === "door") {
      this.setDoor(a, b !== 0);
    } else if (kind === "clear") {
      for (const obstacle of this.added.splice(0)) world.removeObstacle(obstacle);
    } else if (kind === "muster") {
      const members = args.slice(1).map((slot) => world.agentAt(slot)).filter((agent) => agent);
      const radius = Math.max(...members.map((agent) => world.get(agent)!.radius));
      world.addSquad({ members, formation: a, spacing: 3 * radius });
    } else if (kind === "order") {
      for (const squad of args.slice(6)) this.order(squad, a, b !== 0, { x: c, y: d }, { x: e, y: args[5] });
    } else if (kind === "form") {
      for (const squad of args.slice(1)) world.setSquad(squad, { formation: a });
    } else if (kind === "disband") {
      for (const squad of args) world.removeSquad(squad);
    } else {
      this.tune(kind, a);
    }
  }

  /** The doors of a map of cells, then its links. */
  doors(): Door[] {
    const { world } = this, { grid } = world, blocked = grid && this.boxes.length ? world.cells() : [];
    return [...this.boxes.map(([from, to]) => {
      const [column, row] = this.cellOf({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, Math.floor);
      return { from, to, isLink: false, isOpen: blocked[row * grid!.width + column] === 0 };
    }), ...world.links().map(({ from, to, isOpen }) => ({ from, to, isLink: true, isOpen }))];
  }

  private cellOf({ x, y }: Vector, whole: (value: number) => number): [number, number] {
    const { origin, cellSize } = this.world.grid!;
    return [whole((x - origin.x) / cellSize), whole((y - origin.y) / cellSize)];
  }

  private setDoor(index: number, isOpen: boolean) {
    const box = this.boxes[index];
    if (!box) return this.world.openLink(this.world.links()[index - this.boxes.length].link, isOpen);
    const { origin, cellSize } = this.world.grid!, [lower, upper] = box.map((corner) => this.cellOf(corner, Math.round));
    const middle = (cell: [number, number], by: number) => ({ x: origin.x + (cell[0] + by) * cellSize, y: origin.y + (cell[1] + by) * cellSize });
    this.world.fillMap(middle(lower, 0.5), middle(upper, -0.5), !isOpen);
  }

  private order(squad: Handle, kind: number, isAppended: boolean, point: Vector, heading: Vector) {
    if (kind < 0) return this.world.cancel(squad);
    const { leader, members } = this.world.getSquad(squad)!, isPatrol = kind === Order.patrol;
    const at = (agent: Handle) => this.world.get(agent)!.position;
    const middle = members.reduce((sum, agent) => ({ x: sum.x + at(agent).x / members.length, y: sum.y + at(agent).y / members.length }), { x: 0, y: 0 });
    const begin = this.world.getSquad(squad)!.orders > 0 ? leader : middle;
    this.world.order(squad, { kind, points: isPatrol ? [begin, point] : kind === Order.hold ? [] : [point], heading, isAppended });
  }

  private send(agent: Handle, x: number, y: number, z: number) {
    try {
      this.world.goTo(agent, { x, y, z, byRoute: true });
    } catch {
      this.world.goTo(agent, { x, y, z }); // without a map
    }
  }

  private tune(kind: EditKind, value: number) {
    if (kind === "radius") this.radiusFactor = value;
    if (kind === "speed") this.speedFactor = value;
    for (const agent of [...this.world.agents()]) {
      const state = this.world.get(agent)!;
      if (!this.radii.has(agent)) {
        this.radii.set(agent, state.radius);
        this.speeds.set(agent, state.maxSpeed);
      }
      if (kind === "model") this.world.set(agent, { model: value });
      if (kind === "radius") this.world.set(agent, { radius: this.radii.get(agent)! * this.radiusFactor });
      if (kind === "speed") {
        const speed = this.speeds.get(agent)! * this.speedFactor;
        this.world.set(agent, { maxSpeed: speed, preferredSpeed: speed });
      }
    }
  }

  /** By group where there are several, else by the direction from the middle in which one starts. */
  private colour() {
    const { world } = this;
    const positions = world.positions.slice();
    const hues = new Float32Array(world.slotCount);
    const groups = new Set<number>();
    const states = [...world.agents()].map((agent) => ({ slot: slotOf(agent), group: world.get(agent)!.group }));
    states.forEach(({ group }) => groups.add(group));
    let x = 0, y = 0;
    for (const { slot } of states) {
      x += positions[3 * slot] / states.length;
      y += positions[3 * slot + 1] / states.length;
    }
    const order = [...groups].sort((a, b) => a - b);
    for (const { slot, group } of states) {
      const angle = Math.atan2(positions[3 * slot + 1] - y, positions[3 * slot] - x);
      const place = order.indexOf(group);
      hues[slot] = groups.size > 1 ? (0.56 + place * (groups.size === 2 ? 0.46 : 0.6180339)) % 1
        : (angle / (2 * Math.PI) + 1.56) % 1;
    }
    hues.set(this.hues.subarray(0, Math.min(this.hues.length, hues.length)));
    this.hues = hues;
  }
}

/** Floats of an agent in a frame: x y z radius hue look vx vy vz. Looks: 0 alive, 1 arrived, 2 blocked, 3 an obstacle. */
export const STRIDE = 9;

/** All bodies as they are, `behind` seconds ago: between two ticks. */
export function frameOf(session: Session, behind = 0): Float32Array {
  const { world, hues } = session;
  const balls = world.draw(["obstacle"]).slice();
  const positions = world.positions, velocities = world.velocities, radii = world.radii;
  const alive = world.liveness, statuses = world.statuses;
  const frame = new Float32Array((world.agentCount + balls.length / 8) * STRIDE);
  let at = 0;
  for (let i = 0; i < balls.length; i += 4 + balls[i + 3]) {
    if (balls[i + 2] !== 0) continue;
    frame.set([balls[i + 4], balls[i + 5], balls[i + 6], balls[i + 7], 0, 3, 0, 0, 0], at);
    at += STRIDE;
  }
  for (let slot = 0; slot < alive.length; slot++) {
    if (!alive[slot]) continue;
    const i = 3 * slot;
    frame[at] = positions[i] - velocities[i] * behind;
    frame[at + 1] = positions[i + 1] - velocities[i + 1] * behind;
    frame[at + 2] = positions[i + 2] - velocities[i + 2] * behind;
    frame[at + 3] = radii[slot];
    frame[at + 4] = hues[slot];
    frame[at + 5] = statuses[slot] === 2 ? 1 : statuses[slot] === 3 ? 2 : 0;
    frame[at + 6] = velocities[i];
    frame[at + 7] = velocities[i + 1];
    frame[at + 8] = velocities[i + 2];
    at += STRIDE;
  }
  return at === frame.length ? frame : frame.slice(0, at);
}
