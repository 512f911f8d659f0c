// The world's own thread: steps as the page asks, keeps what was seen, and never lets the page wait.
import { load, type RoleName, type Veer } from "veer";
import { frameOf, Session, type Door, type Edit, type EditKind, type Opening } from "./session";
import { takeThumb, type ToThumbs } from "./thumbs";
import { cellsOf, Happened, Inspector, squadsOf, type Cells, type Inspected, type SeenSquad, type Wish } from "./sight";

export type ToWorker =
  | ToThumbs
  | { type: "load"; module: WebAssembly.Module; helpers: number }
  | { type: "open"; opening: Opening; until: number }
  | { type: "frame"; seconds: number; speed: number; wish: Wish }
  | { type: "seek"; tick: number }
  | { type: "edit"; kind: EditKind; args: number[] }
  | { type: "hash" };

export interface Frame {
  type: "frame";
  tick: number; // that is shown
  last: number; // that there is
  time: number;
  bodies: Float32Array;
  slots: Int32Array; // of the agents among the bodies, which come last
  scene?: Float32Array; // where it changed
  layers: Float32Array;
  agents: number;
  arrived: number;
  blocked: number;
  speed: number; // mean
  milliseconds: number; // of a tick
  scores?: Record<string, number>;
  squads?: SeenSquad[];
  events: Float32Array; // x y z, kind, and how long ago in s
  cells?: Cells;
  inspected?: Inspected;
  doors?: Door[];
  isCatchingUp: boolean;
}

export type FromWorker =
  | { type: "loaded" }
  | { type: "opened"; title: string; viewport: { lower: number[]; upper: number[] }; isSpatial: boolean; dt: number;
      duration: number; agents: number; hasMap: boolean; cellSize: number; doors: Door[] }
  | { type: "refused"; message: string }
  | { type: "crashed"; message: string }
  | { type: "hash"; hash: string; tick: number; edits: Edit[] }
  | Frame;

const MOST_BYTES = 64 << 20; // of pictures that are kept for looking back
const BUDGET = 12; // ms of a frame for ticks
const CATCH_UP = 60; // ms, while a run is played again
const TRACE: RoleName[] = ["probe", "hit", "push", "pull", "constraint", "tracePreferred", "choice", "side"];
const SCENE: RoleName[] = ["wall", "bounds", "map", "cost", "link"];

let veer: Veer;
let session: Session | undefined;
let seen: { tick: number; bodies: Float32Array }[] = [];
let bytes = 0, every = 1;
let shown = -1; // a tick of the past; -1: the present
let debt = 0; // s that are due
let target = 0; // tick up to which an opened run is made again at once
let cost = 0; // ms a tick, smoothed
let sceneMark = "", frames = 0;
let wish: Wish | undefined;
const happened = new Happened(), inspector = new Inspector();

const post = (message: FromWorker, transfer: Transferable[] = []) => self.postMessage(message, { transfer });

function remember() {
  const { tick } = session!.world;
  if (tick % every !== 0) return;
  const bodies = frameOf(session!);
  seen.push({ tick, bodies });
  bytes += bodies.byteLength;
  if (bytes > MOST_BYTES) { // half of them will do
    every *= 2;
    seen = seen.filter((one) => one.tick % every === 0);
    bytes = seen.reduce((sum, one) => sum + one.bodies.byteLength, 0);
  }
}

function begin(made: Session) {
  session?.free();
  session = made;
  session.apply();
  shown = -1;
  debt = cost = 0;
  happened.clear();
  sceneMark = "";
}

function open(opening: Opening, until: number) {
  let made: Session;
  try {
    made = new Session(veer, opening);
  } catch (error) {
    post({ type: "refused", message: (error as Error).message.replace(/^veer: /, "") });
    return;
  }
  begin(made);
  seen = [];
  bytes = 0;
  every = 1;
  target = until;
  remember();
  const { world } = session!;
  post({ type: "opened", title: world.title, viewport: world.viewport, isSpatial: world.isSpatial, dt: world.dt,
    duration: world.duration, agents: world.agentCount, hasMap: world.draw(["map", "link"]).length > 0, cellSize: world.grid?.cellSize ?? 0,
    doors: session!.doors() });
}

/** Goes on from the past: the run is made again up to there, and what came after is no more. */
function resume() {
  const tick = shown;
  begin(session!.again(tick));
  seen = seen.filter((one) => one.tick <= tick);
  bytes = seen.reduce((sum, one) => sum + one.bodies.byteLength, 0);
  target = tick;
}

function advance(seconds: number, speed: number) {
  const { world } = session!;
  const end = performance.now() + (world.tick < target ? CATCH_UP : BUDGET);
  let ticks = 0;
  debt = Math.min(debt + seconds * speed, 8 * world.dt * Math.max(1, speed));
  const begun = performance.now();
  while (world.tick < target || debt >= world.dt) {
    if (world.tick >= target) debt -= world.dt;
    session!.step();
    if (wish?.events && world.tick >= target) happened.note(world);
    ticks++;
    if (!seen.length || world.tick > seen[seen.length - 1].tick) remember();
    if (performance.now() > end) break;
  }
  if (ticks > 0) cost += ((performance.now() - begun) / ticks - cost) * (cost === 0 ? 1 : 0.08);
}

function sceneIfChanged(): Float32Array | undefined {
  if (frames++ % 15 !== 0 && sceneMark) return undefined;
  const scene = session!.world.draw(SCENE);
  let sum = 0;
  for (let i = 0; i < scene.length; i += 3) sum = (sum * 31 + scene[i] * 1024) % 4294967291;
  const mark = `${scene.length} ${sum}`;
  if (mark === sceneMark) return undefined;
  sceneMark = mark;
  return scene.slice();
}

function picture(): { tick: number; bodies: Float32Array } {
  if (shown < 0) {
    return { tick: session!.world.tick, bodies: frameOf(session!, session!.world.tick > 0 ? Math.max(0, session!.world.dt - debt) : 0) };
  }
  let low = 0, high = seen.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (seen[middle].tick <= shown) low = middle;
    else high = middle - 1;
  }
  return { tick: seen[low].tick, bodies: seen[low].bodies.slice() };
}

function frame(message: Extract<ToWorker, { type: "frame" }>) {
  if (!session) return;
  if (message.speed > 0 && shown >= 0) resume();
  const { roles: wanted, inspected: slot, squads, doors, cells: cellsName } = (wish = message.wish);
  advance(message.seconds, message.speed);
  session.apply();
  const { world } = session;
  const isPresent = shown < 0;
  const inspected = isPresent ? inspector.look(world, slot) : undefined;
  const roles = [...wanted, ...(inspected ? TRACE : [])];
  const path = inspected?.shapes ?? [];
  const drawn = isPresent && roles.length > 0 ? world.draw(roles) : new Float32Array(0);
  const layers = new Float32Array(drawn.length + path.length);
  layers.set(drawn);
  layers.set(path, drawn.length);
  const { tick, bodies } = picture();
  const alive = world.liveness, statuses = world.statuses, velocities = world.velocities;
  const slots = new Int32Array(world.agentCount);
  let arrived = 0, blocked = 0, speed = 0, count = 0;
  for (let slot = 0; slot < alive.length; slot++) {
    if (!alive[slot]) continue;
    slots[count++] = slot;
    arrived += +(statuses[slot] === 2);
    blocked += +(statuses[slot] === 3);
    speed += Math.hypot(velocities[3 * slot], velocities[3 * slot + 1], velocities[3 * slot + 2]);
  }
  const scene = sceneIfChanged();
  const scores = frames % 12 === 1 ? world.scores() : undefined;
  post({
    type: "frame", tick, last: world.tick, time: tick * world.dt, bodies, slots, scene, layers, agents: world.agentCount,
    arrived, blocked, speed: count ? speed / count : 0, milliseconds: cost, scores, inspected,
    events: wish.events && isPresent ? happened.now(world) : new Float32Array(0), squads: squads && frames % 6 === 1 ? squadsOf(world) : undefined,
    doors: doors && frames % 6 === 2 ? session.doors() : undefined,
    cells: cellsName && frames % 10 === 1 ? cellsOf(world, cellsName) : undefined,
    isCatchingUp: world.tick < target,
  }, [bodies.buffer, slots.buffer, layers.buffer, ...(scene ? [scene.buffer] : [])]);
}

async function take(message: ToWorker) {
  if (message.type === "load") {
    veer = await load(message.module, { helpers: message.helpers });
    post({ type: "loaded" });
  } else if (message.type === "show" || message.type === "hide") {
    takeThumb(message, veer);
  } else if (message.type === "open") {
    open(message.opening, message.until);
  } else if (message.type === "frame") {
    frame(message);
  } else if (message.type === "seek" && session) {
    shown = message.tick >= session.world.tick ? -1 : Math.max(0, message.tick);
  } else if (message.type === "edit" && session) {
    if (shown >= 0) resume();
    session.edit(message.kind, message.args);
    if (message.kind !== "move") sceneMark = ""; // what was built is seen at once
  } else if (message.type === "hash" && session) {
    const hash = session.world.hash().toString(16).padStart(16, "0");
    post({ type: "hash", hash, tick: session.world.tick, edits: session.edits });
  }
}

let taken: Promise<void> = Promise.resolve(); // one after the other: loading takes its time
self.onmessage = (event: MessageEvent<ToWorker>) => {
  taken = taken.then(() => take(event.data)).catch((error: Error) => {
    session = undefined; // the page starts another thread for the next
    post({ type: "crashed", message: error.message });
  });
};
