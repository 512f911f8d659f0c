// What is to be seen beside bodies: events, squads, paths, and the ground as an image.
import { Role, slotOf, type AgentState, type Handle, type Reason, type RoleName, type Vector, type World } from "veer";
import type { Door } from "./session";

export interface Wish {
  roles: RoleName[];
  inspected: number; // a slot; -1: nobody
  squads: boolean;
  events: boolean;
  doors: boolean;
  cells?: CellsName;
}

export type CellsName = "cells" | "clearance" | "density";
/** An image: 0 to 255 for each cell, the row of the least y first. */
export interface Cells { name: CellsName; width: number; height: number; size: number; x: number; y: number; values: Uint8Array }
export interface SeenSquad { handle: number; slots: number[]; formation: string; phase: string; order: string }

export const EVENT_SECONDS = 0.9; // that one is seen
export const SEEN_EVENTS = ["arrived", "contactBegun", "blocked", "gaveUp", "lost", "noPlace", "waiting"];
const MOST_EVENTS = 300;

/** Where something happened a moment ago. */
export class Happened {
  private all: { x: number; y: number; z: number; kind: number; time: number }[] = [];

  clear() {
    this.all = [];
  }

  note(world: World) {
    for (const { kind, agent } of world.events()) {
      const which = SEEN_EVENTS.indexOf(kind);
      if (which < 0 || !agent) continue;
      const at = 3 * slotOf(agent), [x, y, z] = world.positions.subarray(at, at + 3);
      this.all.push({ x, y, z, kind: which, time: world.time });
    }
    this.all = this.all.filter(({ time }) => time > world.time - EVENT_SECONDS).slice(-MOST_EVENTS);
  }

  now(world: World): Float32Array {
    return Float32Array.from(this.all.flatMap(({ x, y, z, kind, time }) => [x, y, z, kind, world.time - time]));
  }
}

export function squadsOf(world: World): SeenSquad[] {
  return [...world.squads()].map((handle) => {
    const { members, formation, phase, order } = world.getSquad(handle)!;
    return { handle, slots: members.map(slotOf), formation: formation ?? "", phase, order: order ?? "" };
  });
}

/** The map's cells, how wide it is there, or how full. */
export function cellsOf(world: World, name: CellsName): Cells | undefined {
  const { grid } = world;
  if (name === "density") return densityOf(world);
  if (!grid) return undefined;
  const found = name === "cells" ? world.cells("covered") : world.cells("clearance"), most = found.reduce((a, b) => Math.max(a, b), 1e-6);
  const values = Uint8Array.from(found, (value) => (255 * value) / most);
  return { name, width: grid.width, height: grid.height, size: grid.cellSize, x: grid.origin.x, y: grid.origin.y, values };
}

/** The part of the ground that bodies take, smoothed. */
function densityOf(world: World): Cells {
  const { lower, upper } = world.viewport, size = Math.max(upper[0] - lower[0], upper[1] - lower[1]) / 96;
  const width = Math.ceil((upper[0] - lower[0]) / size), height = Math.ceil((upper[1] - lower[1]) / size);
  const covered = new Float32Array(width * height), { positions, radii, liveness } = world;
  for (let slot = 0; slot < liveness.length; slot++) {
    if (!liveness[slot]) continue;
    const x = (positions[3 * slot] - lower[0]) / size - 0.5, y = (positions[3 * slot + 1] - lower[1]) / size - 0.5;
    const area = (Math.PI * radii[slot] ** 2) / size ** 2, column = Math.floor(x), row = Math.floor(y);
    for (let i = -1; i <= 2; i++) { // a tent two cells wide to each side
      for (let j = -1; j <= 2; j++) {
        if (column + i < 0 || column + i >= width || row + j < 0 || row + j >= height) continue;
        const weight = Math.max(0, 1 - Math.abs(column + i - x) / 2) * Math.max(0, 1 - Math.abs(row + j - y) / 2) / 4;
        covered[(row + j) * width + column + i] += area * weight;
      }
    }
  }
  return { name: "density", width, height, size, x: lower[0], y: lower[1], values: Uint8Array.from(covered, (part) => 255 * Math.min(1, part)) };
}

/** What there is to say of one agent. It takes decisions of its model: it is looked at some times a second. */
export class Inspector {
  private agent: Handle = 0;
  private age = 0;
  private why: Reason[] = [];
  private sensed: { agent: Handle; obstacle: Handle }[] = [];

  look(world: World, slot: number): Inspected | undefined {
    const agent = slot < 0 ? 0 : world.agentAt(slot), state = agent ? world.get(agent) : undefined;
    if (!state) return undefined;
    world.trace(agent);
    if (agent !== this.agent || ++this.age > 5) {
      this.why = world.explain(agent)!;
      this.sensed = world.sensed(agent)!;
      this.age = 0;
      this.agent = agent;
    }
    return { state, slot, why: this.why, shapes: [...pathOf(world, slot), ...this.bodies(world), ...heldOf(world, agent, state)] };
  }

  /** Rings round whom it senses. */
  private bodies(world: World): number[] {
    return this.sensed.flatMap(({ agent, obstacle }) => {
      const body = agent ? world.get(agent) : world.getObstacle(obstacle);
      return body && body.radius > 0 ? ballOf(SENSED, body.position, 1.25 * body.radius) : [];
    });
  }
}

export interface Inspected { state: AgentState; slot: number; why: Reason[]; shapes: number[] }

/** Roles beside those of the library: whom an agent senses, what it waits for, and doors. */
export const SENSED = 40, AWAITED = 41, OPEN = 42, SHUT = 43;

const ballOf = (role: number, { x, y, z = 0 }: Vector, radius: number) => [role, 0, 0, 4, x, y, z, radius];
const lineOf = (role: number, points: Vector[]) => [role, 0, 1, 3 * points.length, ...points.flatMap(({ x, y, z = 0 }) => [x, y, z])];

/** The places of passages that an agent holds, or waits for. */
function heldOf(world: World, agent: Handle, { position, radius }: AgentState): number[] {
  const { isWaiting, places } = world.held(agent)!;
  if (!places.length) return [];
  const role = isWaiting ? AWAITED : Role.held;
  return [...ballOf(role, places[0], radius), ...lineOf(role, isWaiting ? [position, ...places] : places)];
}

export function doorShapes(doors: Door[]): number[] {
  return doors.flatMap(({ from, to, isLink, isOpen }) => {
    const role = isOpen ? OPEN : SHUT;
    if (isLink) return [...lineOf(role, [from, to]), ...ballOf(role, from, 0.25), ...ballOf(role, to, 0.25)];
    return lineOf(role, [from, { x: to.x, y: from.y }, to, { x: from.x, y: to.y }, from]);
  });
}

/** What says most of why an agent does what it does: what it is after, and what keeps it from that. */
export function tellingOf(why: Reason[]): string {
  const last = (topic: string, ...but: string[]) => why.filter((one) => one.topic === topic && !but.includes(one.kind)).slice(-1);
  const causes = [...last("path", "path", "field"), ...last("decides", "prefers", "prefers_rest", "free")];
  return [...last("goal"), ...(causes.length ? causes : last("decides", "prefers", "prefers_rest"))].map(({ text }) => text).join(" ");
}

/** The path of one agent, as a shape: along its route, else straight to its goal. */
function pathOf(world: World, slot: number): number[] {
  const agent = world.agentAt(slot), { position: from, goal } = world.get(agent)!;
  const points = [...world.route(agent)];
  if (points.length > 0) return [Role.route, 0, 1, 3 + points.length, from.x, from.y, from.z, ...points];
  return goal ? [Role.goal, 0, 1, 6, from.x, from.y, from.z, goal.x, goal.y, goal.z] : [];
}

