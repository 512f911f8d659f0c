/** Lengths are m, times s, angles rad. What the library refuses is thrown as an Error. */

export type Source = BufferSource | WebAssembly.Module | Response | Promise<Response>;
export interface Vector { x: number; y: number; z?: number }
export type ModelName = "default" | "none" | "crowd" | "orca" | "magnets" | "potential" | "whiskers" | "rays" | "pilot";
export type StatusName = "idle" | "moving" | "arrived" | "blocked" | "lost";
export type RoleName =
  | "agent" | "avoiding" | "arrived" | "heading" | "velocity" | "preferred" | "goal" | "obstacle" | "wall" | "bounds"
  | "map" | "covered" | "cost" | "link" | "route" | "field" | "held"
  | "probe" | "hit" | "push" | "pull" | "constraint" | "tracePreferred" | "choice" | "side"
  | "place" | "slot" | "leader" | "order";
export type FormationName = "line" | "column" | "wedge" | "box" | "circle" | "disc" | "sphere" | "wall" | "trio";
export type OrderName = "go" | "patrol" | "hold" | "queue" | "surround" | "follow" | "escort";
export type ModeName = "together" | "loose" | "crowd";
export type EventName = "arrived" | "blocked" | "contactBegun" | "contactEnded" | "removed" | "lost" | "partialRoute" | "gaveUp"
  | "slotGiven" | "waiting" | "noPlace" | "orderDone" | "orderLost" | "entered" | "left" | "message";

export const Model: Readonly<Record<ModelName, number>>;
/** What is in World.statuses. */
export const Status: Readonly<Record<StatusName, number>>;
/** What is in the shapes of World.draw. */
export const Role: Readonly<Record<RoleName, number>>;
export const Formation: Readonly<Record<FormationName, number>>;
export const Order: Readonly<Record<OrderName, number>>;
/** The keys of World.scores(). */
export const SCORES: readonly string[];

/** Names an agent or an obstacle of a world; 0 names none. Safe to keep after it is gone. */
export type Handle = number;
/** A handle's slot: its place in the columns. */
export function slotOf(handle: Handle): number;
/** Whether the engine has 128-bit SIMD. */
export function hasSimd(): boolean;

/** Loads the library: what came with the package, SIMD where the engine has it, or a source of its module. */
export function load(source?: Source, options?: {
  /**
   * How many workers help to step worlds; 0 where left out. For dist/veer-threads.wasm, which needs a page that is cross-origin
   * isolated, and to be loaded in a worker: the page's own thread may not wait.
   */
  helpers?: number;
}): Promise<Veer>;

export interface WorldOptions {
  space?: "planar" | "spatial";
  maxAgents?: number;
  maxObstacles?: number;
  /** Of all walls together. */
  maxVertices?: number;
  maxSquads?: number;
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
  spare?: { agents?: number; obstacles?: number; vertices?: number; squads?: number };
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

export interface SquadOptions {
  formation?: FormationName | number;
  /** Between neighbouring slots. */
  spacing?: number;
  /** In formation, each by itself to its place, or all to the goal itself. */
  mode?: ModeName;
}

export interface SquadOrder {
  /** "go" where left out. */
  kind?: OrderName | number;
  /** Through these, at most 16; of a queue and a circle the first. */
  points?: Vector[];
  /** Of queues, circles and followers. */
  distance?: number;
  /** Whom it follows, escorts or surrounds. */
  target?: Handle;
  /** Of the formation at the goal; left out: as it comes. */
  heading?: Vector;
  /** After the orders that it has, not in their place. */
  isAppended?: boolean;
}

export interface SquadState {
  members: Handle[];
  phase: "idle" | "marching" | "arriving" | "resting" | "attending";
  order: OrderName | undefined;
  /** That are not yet done. */
  orders: number;
  leader: Required<Vector>;
  ahead: Required<Vector>;
  /** Members by their answers. */
  placed: number;
  waiting: number;
  withoutPlace: number;
  formation: FormationName | undefined;
  spacing: number;
  mode: ModeName;
}

/** One thing that there is to say of an agent: docs/traces.md says what kinds there are. */
export interface Reason {
  kind: string;
  topic: "goal" | "path" | "senses" | "decides" | "body";
  text: string;
}

/** What happened in a step, to whom; 0: to none. docs/tick.md says when each comes. */
export interface WorldEvent {
  kind: EventName;
  agent: Handle;
  other: Handle;
  squad: Handle;
  obstacle: Handle;
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
  squads(): Generator<Handle>;
  /** 0: it is in none. */
  squadOf(agent: Handle): Handle;
  addSquad(squad?: SquadOptions & { members?: Handle[] }): Handle;
  /** Its present order begins anew. */
  setSquad(squad: Handle, options: SquadOptions): void;
  /** Its members stop, and are in none. */
  removeSquad(squad: Handle): void;
  join(squad: Handle, agent: Handle): void;
  order(squad: Handle, order: SquadOrder): void;
  /** All its orders: the members stop where they are. */
  cancel(squad: Handle): void;
  /** undefined: it is gone. */
  getSquad(squad: Handle): SquadState | undefined;

  /** What happened in the last step. */
  events(): WorldEvent[];
  /** The path ahead of an agent that goes by route or along a field, three floats each. A view: valid until the next call. */
  route(agent: Handle): Float32Array;
  /** Of the map, where it is one of cells. */
  readonly grid: { width: number; height: number; cellSize: number; origin: Required<Vector> } | undefined;
  /**
   * A float for each cell of the grid, the row of the least y first: 1 where it is blocked, or also where something covers
   * it, or m to the nearest such cell. A view: valid until the next call.
   */
  cells(layer?: "blocked" | "covered" | "clearance"): Float32Array;

  /** Blocks or frees cells of the map's grid, from one corner to the other. */
  fillMap(from: Vector, to: Vector, isBlocked?: boolean): void;
  /** The links of the map, as they were made: doors, bridges, ladders. */
  links(): { link: Handle; from: Required<Vector>; to: Required<Vector>; isOpen: boolean }[];
  openLink(link: Handle, isOpen?: boolean): void;

  /**
   * Shapes of these roles, as floats: role, group, kind (0: ball, 1: line, 2: polygon), count, and so many numbers:
   * x y z radius of a ball, else points. A view: valid until the next call.
   */
  draw(roles: (RoleName | number)[]): Float32Array;
  /** What an agent sees and decides: sets what draw() shows of the trace. @returns its notes; undefined: it is gone */
  trace(agent: Handle): string[] | undefined;
  /** Why it does what it does, in sentences, in the order of their topics. @returns undefined: it is gone */
  explain(agent: Handle): Reason[] | undefined;
  /** The bodies that it senses, near to far: an agent or an obstacle each (the other is 0), and the gap, m. @returns undefined: it is gone */
  sensed(agent: Handle): { agent: Handle; obstacle: Handle; distance: number }[] | undefined;
  /** The places of single-file passages that it holds, or waits for: in the order of its way. @returns undefined: it is gone */
  held(agent: Handle): { isWaiting: boolean; places: Vector[] } | undefined;
}
