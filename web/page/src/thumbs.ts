// Thumbnails, in a worker of their own: small runs of the scenes that are in sight.
import type { Veer } from "veer";
import { frameOf, Session } from "./session";

export type ToThumbs = { type: "show"; name: string; text: string } | { type: "hide"; name: string };
export interface Thumb { name: string; bodies: Float32Array; scene?: Float32Array; viewport: { lower: number[]; upper: number[] }; isSpatial: boolean }

const MOST = 120, LOOP = 20, BUDGET = 14; // agents; s; ms
let veer: Veer | undefined;
const texts = new Map<string, string>();
const runs = new Map<string, { session: Session; isNew: boolean }>();

function start(name: string) {
  const text = texts.get(name)!;
  const agents = Number(JSON.parse(text).agents ?? 0);
  const opening = { name, text, agents: agents > MOST ? MOST : 0, seed: -1, edits: [] };
  runs.get(name)?.session.free();
  runs.set(name, { session: new Session(veer!, opening, false), isNew: true });
}

function turn() {
  const end = performance.now() + BUDGET;
  for (const name of texts.keys()) {
    if (!veer || performance.now() > end) break;
    if (!runs.has(name) || runs.get(name)!.session.world.time > LOOP) start(name);
    const run = runs.get(name)!, { world } = run.session;
    for (let due = 1 / 25; due > 0; due -= world.dt) run.session.step();
    const bodies = frameOf(run.session);
    const scene = run.isNew ? world.draw(["wall", "map"]).slice() : undefined;
    run.isNew = false;
    const { viewport, isSpatial } = world;
    self.postMessage({ name, bodies, scene, viewport, isSpatial } satisfies Thumb, { transfer: [bodies.buffer, ...(scene ? [scene.buffer] : [])] });
    texts.set(name, texts.get(name)!);
  }
  // Whoever was served goes to the end of the line.
  const [first] = texts;
  if (first) {
    texts.delete(first[0]);
    texts.set(...first);
  }
  setTimeout(turn, 40);
}

export function takeThumb(message: ToThumbs, library: Veer) {
  if (!veer) {
    veer = library;
    turn();
  }
  if (message.type === "show") texts.set(message.name, message.text);
  else {
    texts.delete(message.name);
    runs.get(message.name)?.session.free();
    runs.delete(message.name);
  }
}
