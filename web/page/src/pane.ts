// One world on the page: its worker, its view, its scores.
import type { ModelName } from "veer";
import type { Door, EditKind, Opening } from "./session";
import { View } from "./view";
import type { SeenSquad, Wish } from "./sight";
import type { Frame, FromWorker, ToWorker } from "./worker";

export type Opened = Extract<FromWorker, { type: "opened" }>;
export type Hash = Extract<FromWorker, { type: "hash" }>;

export const MODELS: [ModelName | "", string][] = [
  ["", "the scene's own"], ["crowd", "crowd"], ["orca", "ORCA"], ["pilot", "pilot"], ["magnets", "magnets"], ["potential", "potential"],
  ["whiskers", "whiskers"], ["rays", "rays"], ["none", "none"],
];

export interface History { time: number; arrived: number; speed: number; contacts: number; milliseconds: number }

export class Pane {
  readonly box = document.createElement("div");
  readonly view: View;
  private worker?: Worker;
  private post!: Promise<void>; // done once the worker has the module
  private isWaiting = false;
  private hasCrashed = false; // its memory may be in any state: the next world is given another thread
  private label = document.createElement("div");
  private tally = document.createElement("div");
  private said = document.createElement("p"); // of the agent that is inspected, where the panel is folded or tells of another world
  private fault?: HTMLElement;
  private before?: Opened;
  private onHash?: (hash: Hash) => void;
  frame?: Frame;
  opened?: Opened;
  scores: Record<string, number> = {};
  history: History[] = [];
  model: ModelName | "" = "";
  squads: SeenSquad[] = [];
  doors: Door[] = [];
  layers = new Float32Array(0);
  onOpened?: (opened: Opened) => void;
  onRefused?: (message: string) => void;
  onModel?: (model: ModelName | "") => void;
  onClose?: () => void;

  constructor(parent: HTMLElement, private module: Promise<WebAssembly.Module>, private helpers = 0) {
    this.box.className = "pane";
    parent.append(this.box);
    this.view = new View(this.box);
    this.label.className = "label";
    this.tally.className = "tally";
    this.said.className = "said";
    this.said.hidden = true;
    this.said.setAttribute("aria-hidden", "true");
    this.box.append(this.label, this.tally, this.said);
    this.start();
  }

  /** A thread for worlds, with none in it. */
  private start() {
    this.worker?.terminate();
    this.hasCrashed = false;
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<FromWorker>) => this.take(data);
    this.worker.onerror = (event) => this.crash(event.message);
    const { worker, helpers } = this; // it is loaded while the module is compiled
    this.post = this.module.then((module) => worker.postMessage({ type: "load", module, helpers } satisfies ToWorker));
    this.post.catch((error: Error) => this.crash(error.message));
  }

  private crash(message: string) {
    this.opened = this.before = undefined;
    this.hasCrashed = true;
    this.tell(`The world has crashed: ${message}`);
  }

  send(message: ToWorker) {
    const { worker } = this;
    void this.post.then(() => worker!.postMessage(message), () => undefined);
  }

  say(text: string) {
    this.said.textContent = text;
    this.said.hidden = !text;
  }

  /** Of its model. */
  get title(): string {
    return MODELS.find(([name]) => name === this.model)?.[1] ?? "";
  }

  /** Shown above the world where there are several. */
  showLabel(isShown: boolean) {
    this.label.replaceChildren();
    if (!isShown) return;
    const select = document.createElement("select");
    select.setAttribute("aria-label", "Model of this world");
    for (const [name, title] of MODELS) select.add(new Option(title, name, false, name === this.model));
    select.onchange = () => this.onModel?.(select.value as ModelName | "");
    const close = document.createElement("button");
    close.textContent = "×";
    close.setAttribute("aria-label", "Close this world");
    close.onclick = () => this.onClose?.();
    this.label.append(select, close);
  }

  open(opening: Opening, until = 0) {
    if (this.hasCrashed) this.start();
    this.tell();
    this.before = this.opened ?? this.before; // if it is refused, that goes on
    this.opened = this.frame = undefined; // pictures that are on their way are of another world
    this.send({ type: "open", opening: { ...opening, ...(this.model ? { model: this.model } : {}) }, until });
  }

  edit(kind: EditKind, args: number[]) {
    this.send({ type: "edit", kind, args });
  }

  hash(): Promise<Hash> {
    return new Promise((resolve) => {
      this.onHash = resolve;
      this.send({ type: "hash" });
    });
  }

  /** Asks for the next picture, unless one is on its way. @returns whether it did */
  ask(seconds: number, speed: number, wish: Wish): boolean {
    if (this.isWaiting || !this.opened) return false;
    this.isWaiting = true;
    this.send({ type: "frame", seconds, speed, wish });
    return true;
  }

  private tell(message?: string) {
    this.fault?.remove();
    this.fault = undefined;
    if (!message) return;
    this.fault = document.createElement("div");
    this.fault.className = "fault";
    this.fault.setAttribute("role", "alert");
    this.fault.textContent = message;
    this.box.append(this.fault);
  }

  private take(message: FromWorker) {
    if (message.type === "frame") this.takeFrame(message);
    else if (message.type === "opened") {
      this.opened = message;
      this.history = [];
      this.scores = {};
      this.squads = [];
      this.doors = message.doors;
      this.view.setCells();
      this.isWaiting = false;
      this.view.fit(message.viewport, message.isSpatial);
      this.onOpened?.(message);
    } else if (message.type === "hash") this.onHash?.(message);
    else if (message.type === "refused") {
      this.opened = this.before;
      this.isWaiting = false;
      this.onRefused?.(message.message);
    }
    else if (message.type === "crashed") this.crash(message.message);
  }

  private takeFrame(frame: Frame) {
    if (!this.opened) return;
    this.isWaiting = false;
    const isMoving = frame.tick !== this.frame?.tick;
    if (this.frame && frame.tick < this.frame.tick) this.view.stale();
    else if (this.frame && frame.tick > this.frame.tick + 30) this.view.jumped();
    this.frame = frame;
    this.view.bodies = frame.bodies as Float32Array<ArrayBuffer>;
    this.view.slots = frame.slots as Int32Array<ArrayBuffer>;
    this.layers = frame.layers as Float32Array<ArrayBuffer>;
    if (frame.scene) this.view.setScene(frame.scene as Float32Array<ArrayBuffer>);
    this.view.events = frame.events;
    if (frame.cells) this.view.setCells(frame.cells);
    if (frame.squads) this.squads = frame.squads;
    if (frame.doors) this.doors = frame.doors;
    if (frame.scores) this.scores = frame.scores;
    const { time, arrived, speed, milliseconds } = frame;
    const last = this.history[this.history.length - 1];
    if (isMoving && (!last || time > last.time + 0.2 || time < last.time)) {
      if (last && time < last.time) this.history = this.history.filter((one) => one.time < time);
      const contacts = (this.scores.contacts ?? 0) + (this.scores.obstacle_contacts ?? 0);
      this.history.push({ time, arrived: this.scores.arrived ?? arrived, speed, contacts, milliseconds });
      if (this.history.length > 600) this.history = this.history.filter((_, i) => i % 2 === 0);
    }
    this.view.paint(isMoving);
    const done = Math.max(this.scores.arrived ?? 0, arrived);
    this.tally.innerHTML = `<b>${frame.agents}</b> agents · <b>${done}</b> arrived · <b>${this.scores.contacts ?? 0}</b> contacts`
      + (frame.isCatchingUp ? " · <b>playing again …</b>" : "");
  }

  close() {
    this.worker!.terminate();
    this.box.remove();
  }
}
