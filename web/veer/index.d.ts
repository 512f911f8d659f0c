/** Lengths are m, times s, angles rad. What the library refuses is thrown as an Error. */

export type Source = BufferSource | WebAssembly.Module | Response | Promise<Response>;
export interface Vector { x: number; y: number; z?: number }
export type ModelName = "default" | "none" | "orca" | "magnets" | "potential" | "whiskers" | "rays" | "pilot";
export type StatusName = "idle" | "moving" | "arrived" | "blocked" | "lost";
export type RoleName =
  | "agent" | "avoiding" | "arrived" | "heading" | "velocity" | "preferred" | "goal" | "obstacle" | "wall" | "bounds"
  | "map" | "covered" | "cost" | "link" | "route" | "field"
  | "probe" | "hit" | "push" | "pull" | "constraint" | "tracePreferred" | "choice" | "side";

export const Model: Readonly<Record<ModelName, number>>;
/** What is in World.statuses. */
export const Status: Readonly<Record<StatusName, number>>;
/** What is in the shapes of World.draw. */
export const Role: Readonly<Record<RoleName, number>>;
/** The keys of World.scores(). */
export const SCORES: readonly string[];

/** Names an agent or an obstacle of a world; 0 names none. Safe to keep after it is gone. */
export type Handle = number;
/** A handle's slot: its place in the columns. */
export function slotOf(handle: Handle): number;
/** Whether the engine has 128-bit SIMD. */
export function hasSimd(): boolean;

/** Loads the library: what came with the package, SIMD where the engine has it, or a source of its module. */
export function load(source?: Source): Promise<Veer>;

export interface WorldOptions {
  space?: "planar" | "spatial";
  maxAgents?: number;
  maxObstacles?: number;
  /** Of all walls together. */
  maxVertices?: number;
  /** Of everything random: equal seeds, equal bits. */
  seed?: number | bigint;
}

export interface ScenarioOptions {
  /** What errors call it. */
  name?: string;
  /** 0: as it says. */
  agents?: number;
  /** -1: as it says. */
  seed?: number;
  /** Of all agents. */
  model?: ModelName | number;
  /** Laid over the scenario: {"groups[0].radius": 0.4}. */
  settings?: Record<string, unknown>;
  /** Room for what is added while it runs. */
  spare?: { agents?: number; obstacles?: number; vertices?: number };
  /** Whether scores are counted; true where left out. */
  scores?: boolean;
}

export class Veer {
  /** An empty world. */
  world(options?: WorldOptions): World;
  /**
   * The world of a scenario (docs/scenario.md), as JSON text or an object. What is wrong with it is thrown, in the
   * loader's own words: "door.json: groups[0].radius: must be > 0, is -1".
   */
  scenario(scenario: string | object, options?: ScenarioOptions): World;
  readonly wasm: WebAssembly.Exports & { memory: WebAssembly.Memory };
}

export interface AgentOptions extends Partial<Vector> {
  radius?: number;
  maxSpeed?: number;
  preferredSpeed?: number;
  maxAcceleration?: number;
  maxTurnRate?: number;
  /** 1 is usual; 0 gives way to all, Infinity to none. */
  priority?: number;
  group?: number;
  model?: ModelName | number;
  goal?: Goal;
}

export interface Goal extends Vector {
  /** It has arrived within so much of it; 0.5 where left out. */
  arrival?: number;
  /** Over the world's map. */
  byRoute?: boolean;
}

export interface AgentState {
  position: Required<Vector>;
  velocity: Required<Vector>;
  preferredVelocity: Required<Vector>;
  safeVelocity: Required<Vector>;
  goal: Required<Vector> | undefined;
  radius: number;
  maxSpeed: number;
  model: ModelName | "custom";
  status: StatusName;
  group: number;
  isAvoiding: boolean;
  id: number;
}

export class World {
  private constructor();
  /** Gives its memory back at once; else the garbage collector does. */
  free(): void;

  readonly time: number;
  readonly tick: number;
  readonly agentCount: number;
  /** Slots of agents: the length of the columns. */
  readonly slotCount: number;
  readonly obstacleSlotCount: number;
  /** The scenario's tick. */
  readonly dt: number;
  readonly duration: number;
  readonly isSpatial: boolean;
  /** Whether all agents of a scenario have arrived. */
  readonly isDone: boolean;
  /** Memory that it holds. */
  readonly bytes: number;
  /** What a picture of the scenario shows. */
  readonly viewport: { lower: number[]; upper: number[] };
  readonly title: string;
  readonly name: string;
  /** The whole scenario, with the options laid over it: it reads back to the same run. */
  readonly scenarioText: string;

  /** Goes on by ticks of dt; 0: the scenario's, else 1/60 s. */
  step(dt?: number, ticks?: number): void;
  /** Of the whole state: the same bits on every machine, native or here. */
  hash(): bigint;
  /** The whole state, for restore() of the same world. */
  save(): Uint8Array;
  restore(saved: Uint8Array): void;
  /** A score of a scenario's run by its key; NaN where it makes no sense. */
  score(key: string): number;
  scores(): Record<string, number>;

  /** @name Columns over all slots: views of the module's memory, not copies; valid until the next call. */
  readonly positions: Float32Array;
  readonly velocities: Float32Array;
  readonly headings: Float32Array;
  readonly radii: Float32Array;
  /** 1: there is an agent in the slot. */
  readonly liveness: Uint8Array;
  readonly statuses: Uint8Array;

  agents(): Generator<Handle>;
  /** 0: the slot is empty. */
  agentAt(slot: number): Handle;
  add(agent?: AgentOptions): Handle;
  remove(agent: Handle): void;
  goTo(agent: Handle, goal: Goal): void;
  follow(agent: Handle, target: Handle, arrival?: number): void;
  /** You steer, veer avoids. */
  prefer(agent: Handle, velocity: Vector): void;
  stop(agent: Handle): void;
  move(agent: Handle, position: Vector): void;
  push(agent: Handle, velocity: Vector): void;
  set(agent: Handle, values: {
    radius?: number; maxSpeed?: number; preferredSpeed?: number; priority?: number; group?: number;
    model?: ModelName | number;
  }): void;
  /** undefined: it is gone. */
  get(agent: Handle): AgentState | undefined;

  addBall(ball: Vector & { radius?: number; velocity?: Vector; isFree?: boolean }): Handle;
  addWall(points: Vector[], isClosed?: boolean): Handle;
  removeObstacle(obstacle: Handle): void;
  moveObstacle(obstacle: Handle, position: Vector): void;
  obstacleAt(slot: number): Handle;
  getObstacle(obstacle: Handle):
    | { shape: "ball" | "chain" | "polygon" | "box"; position: Required<Vector>; velocity: Required<Vector>; radius: number }
    | undefined;
  /** Blocks or frees cells of the map's grid, from one corner to the other. */
  fillMap(from: Vector, to: Vector, isBlocked?: boolean): void;

  /**
   * Shapes of these roles, as floats: role, group, kind (0: ball, 1: line, 2: polygon), count, and so many numbers:
   * x y z radius of a ball, else points. A view: valid until the next call.
   */
  draw(roles: (RoleName | number)[]): Float32Array;
  /** What an agent sees and decides: sets what draw() shows of the trace. @returns its notes; undefined: it is gone */
  trace(agent: Handle): string[] | undefined;
}
