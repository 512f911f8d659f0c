// Orders to squads, by mouse or finger: who is chosen, and what a stroke over the ground means.
import { Formation, Order, Role, type FormationName, type OrderName } from "veer";
import { choices, element } from "./dom";
import type { Pane } from "./pane";
import type { EditKind } from "./session";

type Give = (kind: EditKind, args: number[]) => void;
interface Point { x: number; y: number }
const KINDS: [OrderName, string][] = [["go", "Go"], ["patrol", "Patrol"], ["surround", "Surround"], ["queue", "Queue"]];
const SHAPES: [FormationName, string][] = [["box", "Box"], ["line", "Line"], ["column", "Column"], ["wedge", "Wedge"], ["circle", "Circle"], ["disc", "Disc"]];

export class Orders {
  readonly box = element("div", { id: "orders" });
  private chosen = new Set<number>(); // squads
  private coming: number[] = []; // slots of a squad that is being made
  private kind: OrderName = "go";
  private shape: FormationName = "box";
  private said = element("p");
  private buttons: HTMLButtonElement[];
  private stroke?: { from: Point; to: Point; isAdding: boolean; isFrame: boolean; squad: number };
  private markShape: (value: FormationName) => void;

  constructor(private give: Give) {
    const kinds = element("div"), shapes = element("div"), acts = element("div", { class: "choices" });
    choices<OrderName>(kinds, KINDS, this.kind, (kind) => { this.kind = kind; });
    this.markShape = choices<FormationName>(shapes, SHAPES, this.shape, (shape) => {
      this.shape = shape;
      if (this.chosen.size) give("form", [Formation[shape], ...this.chosen]);
    });
    this.buttons = ([["Hold", () => this.order(Order.hold, 0, 0)], ["Halt", () => this.order(-1, 0, 0)],
      ["Disband", () => this.disband()], ["Let go", () => this.chosen.clear()]] as [string, () => void][]).map(([title, act]) => {
      const button = element("button", { type: "button", "data-act": title.toLowerCase() }, title);
      button.onclick = act;
      acts.append(button);
      return button;
    });
    this.box.append(this.said, kinds, shapes, acts);
  }

  private disband() {
    this.give("disband", [...this.chosen]);
    this.chosen.clear();
  }

  private order(kind: number, x: number, y: number, heading: Point = { x: 0, y: 0 }, isAppended = false) {
    if (this.chosen.size) this.give("order", [kind, isAppended ? 1 : 0, x, y, heading.x, heading.y, ...this.chosen]);
  }

  clear() {
    this.chosen.clear();
    this.coming = [];
  }

  /** What the world has now: squads that are gone are chosen no more. */
  show(panes: Pane[], isShown: boolean) {
    this.box.hidden = !isShown;
    const squads = panes[0].squads;
    for (const { handle, slots } of squads) {
      if (!this.coming.some((slot) => slots.includes(slot))) continue;
      this.chosen = new Set([handle]);
      this.coming = [];
    }
    const seen = squads.filter(({ handle }) => this.chosen.has(handle));
    if (!this.coming.length && squads.length) this.chosen = new Set(seen.map(({ handle }) => handle));
    const slots = new Set(isShown ? seen.flatMap((one) => one.slots) : []);
    panes.forEach((pane) => { pane.view.marked = slots; });
    if (!isShown) return;
    this.buttons.forEach((button) => { button.disabled = !seen.length; });
    if (seen.length) this.markShape((this.shape = seen[0].formation as FormationName));
    const text = seen.length ? `${slots.size} agents in ${seen.length === 1 ? "a squad" : `${seen.length} squads`}, ${seen[0].phase}. Click where they are to go; drag to say where they face.`
      : "Click an agent to choose its squad, or drag a frame over agents to make one.";
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  down(pane: Pane, point: Point, slot: number, isAdding: boolean) {
    const squad = pane.squads.find(({ slots }) => slots.includes(slot))?.handle ?? 0;
    this.stroke = { from: point, to: point, isAdding, isFrame: !this.chosen.size || (isAdding && !squad), squad };
  }

  /** @returns the shapes of what is meant */
  move(point: Point): number[] {
    if (!this.stroke) return [];
    this.stroke.to = point;
    const { from, isFrame } = this.stroke;
    return isFrame ? [Role.order, 0, 1, 15, from.x, from.y, 0, point.x, from.y, 0, point.x, point.y, 0, from.x, point.y, 0, from.x, from.y, 0]
      : [Role.leader, 0, 1, 6, from.x, from.y, 0, point.x, point.y, 0];
  }

  up(pane: Pane, isMoved: boolean) {
    if (!this.stroke) return;
    const { from, to, isAdding, isFrame, squad } = this.stroke;
    this.stroke = undefined;
    if (!isMoved && squad) this.choose([squad], isAdding);
    else if (isFrame && isMoved) this.frame(pane, from, to, isAdding);
    else if (!isFrame) this.order(Order[this.kind], from.x, from.y, isMoved ? { x: to.x - from.x, y: to.y - from.y } : { x: 0, y: 0 }, isAdding);
  }

  private choose(squads: number[], isAdding: boolean) {
    this.chosen = new Set(isAdding ? [...this.chosen, ...squads] : squads);
  }

  /** Chooses the squads within, or makes one of the agents that are in none. */
  private frame(pane: Pane, a: Point, b: Point, isAdding: boolean) {
    const slots = pane.view.slotsWithin(Math.min(a.x, b.x), Math.min(a.y, b.y), Math.max(a.x, b.x), Math.max(a.y, b.y));
    const squads = pane.squads.filter((one) => one.slots.some((slot) => slots.includes(slot)));
    if (squads.length) return this.choose(squads.map(({ handle }) => handle), isAdding);
    if (!slots.length) return;
    this.coming = slots;
    this.give("muster", [Formation[this.shape], ...slots]);
  }
}
