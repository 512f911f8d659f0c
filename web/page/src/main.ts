// The page: what is open, what the hands do, and what is shown when.
import { hasSimd, Model, Role, type ModelName, type RoleName } from "veer";
import scalarUrl from "veer/veer-scalar.wasm?url";
import threadsUrl from "veer/veer-threads.wasm?url";
import simdUrl from "veer/veer.wasm?url";
import { byId, choices, element, fillTrack, notice, section, setIcon, slider } from "./dom";
import { FORMATS, type Film } from "./film";
import { Gallery } from "./gallery";
import { pack, unpack, type Shared } from "./link";
import { Orders } from "./orders";
import { MODELS, Pane, type Opened } from "./pane";
import { SCENES, titleOf } from "./scenes";
import { Scores } from "./scores";
import { doorShapes, tellingOf, type CellsName } from "./sight";
import { Sheet } from "./sheet";
import { STRIDE, type EditKind, type Opening } from "./session";

const FIRST = "two-doors";
// Workers may share memory where the page is cross-origin isolated: as many as there are processors, with the world's own. ?helpers=N says how many help.
const query = new URLSearchParams(location.search), asked = query.get("helpers");
document.body.classList.toggle("only", query.has("only")); // within another page: the world and its time
const helpers = !crossOriginIsolated || !hasSimd() ? 0 : asked !== null ? Number(asked) : Math.min(7, navigator.hardwareConcurrency - 1);
const module = WebAssembly.compileStreaming(fetch(helpers > 0 ? threadsUrl : hasSimd() ? simdUrl : scalarUrl));
const stage = byId("stage"), panel = byId("panel"), time = byId<HTMLInputElement>("time");
const panes: Pane[] = [], sheet = new Sheet(stage, panes);
let opening: Opening = { name: FIRST, text: SCENES.get(FIRST)!, agents: 0, seed: -1, edits: [] };
let speed = 1, isPlaying = true, isSeeking = false, chosen = -1, isFirst = true;
let expected: Shared | undefined; // of a link, until it is played again

// --- Panel ---
const inspector = section(panel, "Agent", "chosen");
const telling = element("p", { class: "telling" }), reasons = element("ul", { tabindex: "0", "aria-label": "All reasons" }), facts = element("dl");
const heard = element("p", { role: "status", class: "unseen" }); // said aloud where it changes in more than numbers
const steps = ([["‹", "The agent before", ","], ["›", "The next agent", "."]] as const).map(([sign, title, key], i) => {
  const button = element("button", { type: "button", title: `${title} (${key})`, "aria-label": title }, sign);
  button.onclick = () => choose(2 * i - 1);
  return button;
});
inspector.querySelector("h2")!.append(...steps);
inspector.append(telling, reasons, facts);
document.body.append(heard);

/** Inspects the agent before the one that is chosen, or the next. */
function choose(step: number) {
  const { slots } = panes[0].view, at = slots.indexOf(chosen);
  if (slots.length) chosen = slots[at < 0 ? (step > 0 ? 0 : slots.length - 1) : (at + step + slots.length) % slots.length];
}

const modelBox = section(panel, "Model", "models").appendChild(element("div"));
const markModel = choices(modelBox, MODELS.map(([name, title]): [string, string] => [name, title]), "", (name) => setModel(panes[0], name as ModelName | ""));

const knobs = section(panel, "Scene", "knobs");
const agents = slider(knobs, "Agents", "agents", (v) => String(Math.round(v)), (v) => reopen({ agents: Math.round(v) }));
const density = slider(knobs, "Density", "density", (v) => `× ${v.toFixed(2)}`, (v) => reopen({ text: (editor.value = spread(opening.text, v)) }));
const radius = slider(knobs, "Radius", "radius", (v) => `× ${v.toFixed(2)}`, (v) => edit("radius", [v]));
const pace = slider(knobs, "Speed", "speed", (v) => `× ${v.toFixed(2)}`, (v) => edit("speed", [v]));
const seed = element("input", { class: "number", type: "number", min: "0", id: "seed" });
const dice = element("button", { type: "button", class: "icon", title: "Another seed", "aria-label": "Another seed" });
setIcon(dice, "dice");
knobs.append(element("label", { class: "row" }, "Seed", seed, dice));
seed.onchange = () => reopen({ seed: Math.max(0, Math.floor(seed.valueAsNumber || 0)) });
dice.onclick = () => {
  seed.valueAsNumber = ((seed.valueAsNumber || 0) * 7 + 13) % 9973;
  reopen({ seed: seed.valueAsNumber });
};

type Tool = "look" | "drag" | "send" | "order" | "door" | "wall" | "rock" | "block" | "free";
let tool: Tool = "look";
const toolSection = section(panel, "Hands", "tools");
const markTool = choices<Tool>(toolSection.appendChild(element("div")), [["look", "Look"], ["drag", "Drag"], ["send", "Send"], ["order", "Order"], ["door", "Door"], ["wall", "Wall"],
  ["rock", "Rock"], ["block", "Block"], ["free", "Free"]], tool, (value) => { tool = value; });
const wipe = element("button", { type: "button", id: "wipe" }, "Take walls and rocks away");
wipe.style.marginTop = "8px";
wipe.onclick = () => edit("clear", []);
const orders = new Orders(edit);
const doorBox = element("div", { id: "doors", class: "choices", role: "group", "aria-label": "Doors" });
toolSection.append(orders.box, doorBox, wipe);

const LAYERS: [RoleName, string, string][] = [["goal", "Goals", "g"], ["route", "Paths", "p"], ["velocity", "Velocities", "v"],
  ["preferred", "Preferred", "w"], ["field", "Fields", "f"], ["covered", "Covered", "c"], ["held", "Reserved", "n"]];
const layers = new Set<RoleName>();
const layerBox = section(panel, "Layers", "layers").appendChild(element("div", { class: "choices" }));
const layerButtons = new Map<string, HTMLButtonElement>();
function layerButton(title: string, key: string, isOn: boolean, flip: (isOn: boolean) => void) {
  const button = element("button", { type: "button", "aria-pressed": String(isOn) }, title, element("kbd", {}, key));
  button.onclick = () => {
    const next = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(next));
    flip(next);
  };
  layerBox.append(button);
  layerButtons.set(key, button);
}
const turnOn = (roles: RoleName[]) => (isOn: boolean) => roles.forEach((role) => (isOn ? layers.add(role) : layers.delete(role)));
for (const [role, title, key] of LAYERS) layerButton(title, key, false, turnOn([role]));
const SQUAD_ROLES: RoleName[] = ["place", "slot", "leader", "order"];
layerButton("Squads", "q", false, turnOn(SQUAD_ROLES));
layerButtons.get("q")!.title = "Where each member of a squad is to be, and the orders ahead";
let hasEvents = false, cells: CellsName | undefined;
layerButton("Events", "e", false, (isOn) => { hasEvents = isOn; });
layerButtons.get("e")!.title = "Rings: arrived (green), touches (amber), blocked or given up (red)";
for (const [name, title, key] of [["cells", "Cells", "x"], ["clearance", "Clearance", "k"], ["density", "Density", "d"]] as [CellsName, string, string][]) {
  layerButton(title, key, false, (isOn) => { // one at a time
    if (isOn && cells) layerButtons.get({ cells: "x", clearance: "k", density: "d" }[cells])!.click();
    cells = isOn ? name : undefined;
    if (!isOn) panes.forEach((pane) => pane.view.setCells());
  });
}
layerButton("Trails", "t", true, (isOn) => panes.forEach((pane) => { pane.view.hasTrails = isOn; pane.view.stale(); }));

const scores = new Scores(section(panel, "Scores", "scores"));

const textSection = panel.appendChild(element("section"));
const details = textSection.appendChild(element("details", {}, element("summary", {}, element("h2", { style: "display:inline" }, "Scenario"))));
const editor = element("textarea", { id: "text", spellcheck: "false", "aria-label": "The scenario as JSON", "aria-describedby": "fault", autocapitalize: "off" });
const fault = element("p", { id: "fault", role: "alert" });
details.append(editor, fault);
let typing = 0;
editor.oninput = () => {
  clearTimeout(typing);
  typing = window.setTimeout(() => begin({ ...opening, name: "scenario.json", text: editor.value, edits: [] }, false), 250);
};

// --- What is open ---
const REFERENCE = /("agents_reference"\s*:\s*)(\d+)/;
let reference = 0; // agents that lengths of the scene are given for; 0: they do not grow

/** The same scene with so many times as many agents in the same room. */
function spread(text: string, times: number): string {
  return text.replace(REFERENCE, (_, key: string) => key + Math.max(1, Math.round(reference * times)));
}

function begin(next: Opening, isNew = true, until = 0) {
  opening = next;
  chosen = -1;
  orders.clear();
  if (isNew) {
    editor.value = next.text;
    reference = Number(REFERENCE.exec(next.text)?.[2] ?? 0);
    density.show(reference > 0);
    density.set(1);
    radius.set(1);
    pace.set(1);
  }
  editor.classList.remove("wrong");
  fault.textContent = "";
  panes.forEach((pane) => pane.open(next, until));
}

function openScene(name: string) {
  panes.slice(1).forEach(closePane);
  panes[0].model = "";
  markModel("");
  setPlaying(true);
  history.replaceState(null, "", `#${name}`);
  begin({ name, text: SCENES.get(name)!, agents: 0, seed: -1, edits: [] });
}

function reopen(change: Partial<Opening>) {
  void anew(change);
}

/** The same from its first tick on: with what was built, and as the sliders are. */
async function anew(change: Partial<Opening> = {}) {
  const made = panes[0].opened ? (await panes[0].hash()).edits : opening.edits;
  const kept = made.filter(({ kind }) => ["wall", "rock", "fill", "clear", "door"].includes(kind)).map((one) => ({ ...one, tick: 0 }));
  for (const [kind, factor] of [["radius", radius.get()], ["speed", pace.get()]] as const) {
    if (factor !== 1) kept.push({ tick: 0, kind, args: [factor] });
  }
  begin({ ...opening, ...change, edits: kept }, false);
}

function edit(kind: EditKind, args: number[]) {
  panes.forEach((pane) => pane.edit(kind, args));
}

function setModel(pane: Pane, model: ModelName | "") {
  pane.model = model;
  if (pane === panes[0]) markModel(model);
  if (model === "") pane.open({ ...opening, edits: [] });
  else pane.edit("model", [Model[model]]);
  panes.forEach((one) => one.showLabel(panes.length > 1));
}

function addPane(model: ModelName | "" = ""): Pane {
  const pane = new Pane(stage, module, panes.length ? 0 : helpers);
  pane.model = model;
  panes.push(pane);
  pane.onOpened = (opened) => { if (pane === panes[0]) showOpened(opened.title, opened.agents, opened); };
  pane.onRefused = (message) => {
    editor.classList.add("wrong");
    fault.textContent = message;
    if (!details.open) notice(message);
  };
  pane.onModel = (name) => setModel(pane, name);
  pane.onClose = () => closePane(pane);
  listen(pane);
  arrange();
  return pane;
}

function closePane(pane: Pane) {
  if (panes.length < 2) return;
  panes.splice(panes.indexOf(pane), 1);
  pane.close();
  markModel(panes[0].model);
  arrange();
}

function arrange() {
  stage.classList.toggle("four", panes.length > 2);
  panes.forEach((pane) => pane.showLabel(panes.length > 1));
  byId<HTMLButtonElement>("compare").disabled = panes.length >= 4;
}

function showOpened(title: string, count: number, { hasMap, cellSize, isSpatial, doors }: Opened) {
  const hasGrid = cellSize > 0;
  byId("title").textContent = title || opening.name;
  document.title = `${titleOf(opening.text)[0] || "veer"} – veer playground`;
  let file: { agents?: number; seed?: number } = {};
  try { file = JSON.parse(opening.text); } catch { /* the loader has said so */ }
  agents.show(file.agents !== undefined);
  agents.limit(1, Math.max(10, 4 * (file.agents ?? count)), 1);
  agents.set(opening.agents || count);
  seed.value = String(opening.seed >= 0 ? opening.seed : 0);
  const absent = { block: !hasGrid, free: !hasGrid, send: isSpatial, drag: isSpatial, order: isSpatial, door: isSpatial || !doors.length, wall: isSpatial, rock: isSpatial };
  for (const [name, isAbsent] of Object.entries(absent)) {
    toolSection.querySelector<HTMLElement>(`[data-value=${name}]`)!.hidden = isAbsent;
    if (isAbsent && tool === name) markTool((tool = "look"));
  }
  wipe.hidden = isSpatial;
  for (const [key, isThere] of [["x", hasGrid], ["k", hasGrid], ["d", !isSpatial], ["f", hasMap], ["c", hasMap], ["n", hasGrid]] as const) {
    const button = layerButtons.get(key)!;
    if (!isThere && button.getAttribute("aria-pressed") === "true") button.click();
    button.hidden = !isThere;
  }
}

// --- Hands ---
function listen(pane: Pane) {
  const { view } = pane, { canvas } = view;
  const fingers = new Map<number, { x: number; y: number }>();
  let line: number[] = [], slot = -1, isMoved = false;
  const at = (event: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  canvas.onpointerdown = (event) => {
    const point = at(event);
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, point);
    isMoved = false;
    if (fingers.size > 1) return;
    const index = view.agentAt(point.x, point.y), [x, y] = view.toWorld(point.x, point.y);
    slot = index >= 0 ? view.slots[index] : -1;
    if (tool === "wall") line = [x, y];
    if (tool === "rock") edit("rock", [x, y, rockRadius(pane), 0, 0]);
    if (tool === "send") edit("send", [chosen, x, y, 0]);
    if (tool === "block" || tool === "free") brush(pane, (line = [x, y]), x, y);
    if (tool === "order") orders.down(pane, { x, y }, slot, event.shiftKey);
  };
  canvas.onpointermove = (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const point = at(event);
    if (fingers.size === 2) return pinch(pane, fingers, event.pointerId, point);
    if (!isMoved && Math.hypot(point.x - before.x, point.y - before.y) < 4) return;
    isMoved = true;
    fingers.set(event.pointerId, point);
    const [x, y] = view.toWorld(point.x, point.y);
    if (tool === "wall") {
      const [lastX, lastY] = line.slice(-2);
      if (Math.hypot(x - lastX, y - lastY) * view.scale > 9) line.push(x, y);
      preview = { pane, shapes: [Role.wall, 0, 1, (line.length / 2 + 1) * 3, ...[...line, x, y].flatMap((value, i) => (i % 2 ? [value, 0] : [value]))] };
    } else if (tool === "order") preview = { pane, shapes: orders.move({ x, y }) };
    else if (tool === "drag" && slot >= 0) edit("move", [slot, x, y, 0]);
    else if (tool === "block" || tool === "free") line = brush(pane, line, x, y);
    else if (tool === "send" || tool === "rock") return;
    else if (view.isSpatial) {
      view.yaw -= (point.x - before.x) * 0.008;
      view.pitch = Math.max(-1.5, Math.min(1.5, view.pitch + (point.y - before.y) * 0.008));
      view.stale();
    } else {
      view.centre[0] -= (point.x - before.x) / view.scale;
      view.centre[1] += (point.y - before.y) / view.scale;
      view.moved();
    }
  };
  const up = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (tool === "wall" && line.length >= 4) edit("wall", line);
    if (tool === "order") orders.up(pane, isMoved);
    if (tool === "look" && !isMoved) look(pane, slot);
    if (tool === "door" && !isMoved) flip(pane, view.doorAt(pane.doors, at(event).x, at(event).y));
    line = [];
    preview = undefined;
  };
  canvas.onpointerup = canvas.onpointercancel = up;
  canvas.onwheel = (event) => {
    event.preventDefault();
    const box = canvas.getBoundingClientRect();
    zoom(pane, event.clientX - box.left, event.clientY - box.top, Math.exp(-event.deltaY * 0.0014));
  };
  canvas.ondblclick = () => { if (pane.opened) view.fit(pane.opened.viewport); };
}

let looked: Pane | undefined; // of which the panel tells; else of the first

function look(pane: Pane, slot: number) {
  looked = pane;
  chosen = slot;
  if (slot >= 0) panel.scrollTop = 0;
}

/** Shuts a door that is open, or opens it. */
function flip(pane: Pane, index: number) {
  if (index < 0) return;
  const isOpen = !pane.doors[index].isOpen;
  edit("door", [index, isOpen ? 1 : 0]);
  for (const { doors } of panes) if (doors[index]) doors[index].isOpen = isOpen; // until the world says so
}

/** A button for each door: the same by keys. */
function showDoors() {
  const { doors } = panes[0], isShown = tool === "door";
  doorBox.hidden = !isShown;
  if (!isShown) return;
  if (doorBox.childElementCount !== doors.length) {
    doorBox.replaceChildren(...doors.map((_, i) => {
      const button = element("button", { type: "button" });
      button.onclick = () => flip(panes[0], i);
      return button;
    }));
  }
  doors.forEach(({ isLink, isOpen }, i) => {
    const button = doorBox.children[i], text = `${isLink ? "Link" : "Door"} ${i + 1} is ${isOpen ? "open" : "shut"}`;
    if (button.textContent !== text) button.textContent = text;
    button.setAttribute("aria-pressed", String(isOpen));
  });
}

let preview: { pane: Pane; shapes: number[] } | undefined; // what a stroke will come to

function zoom(pane: Pane, x: number, y: number, factor: number) {
  const { view } = pane, [wx, wy] = view.toWorld(x, y);
  view.scale *= factor;
  if (!view.isSpatial) {
    const [nx, ny] = view.toWorld(x, y);
    view.centre[0] += wx - nx;
    view.centre[1] += wy - ny;
  }
  view.moved();
}

function pinch(pane: Pane, fingers: Map<number, { x: number; y: number }>, id: number, point: { x: number; y: number }) {
  const other = [...fingers].find(([key]) => key !== id)![1], before = fingers.get(id)!;
  const factor = Math.hypot(point.x - other.x, point.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
  fingers.set(id, point);
  zoom(pane, (point.x + other.x) / 2, (point.y + other.y) / 2, factor);
}

/** As large as three of the agents. */
function rockRadius(pane: Pane): number {
  const { bodies, slots } = pane.view, at = bodies.length - slots.length * STRIDE + 3;
  return slots.length ? 3 * bodies[at] : 1;
}

/** Fills or frees what lies between two points, however fast a hand goes. @returns the second */
function brush(pane: Pane, [fromX, fromY]: number[], toX: number, toY: number): number[] {
  const half = Math.max(6 / pane.view.scale, 0.5 * (pane.opened?.cellSize ?? 0)), steps = Math.max(1, Math.ceil(Math.hypot(toX - fromX, toY - fromY) / half));
  for (let i = 1; i <= steps; i++) {
    const x = fromX + ((toX - fromX) * i) / steps, y = fromY + ((toY - fromY) * i) / steps;
    edit("fill", [x - half, y - half, x + half, y + half, tool === "block" ? 1 : 0]);
  }
  return [toX, toY];
}

// --- Time ---
const play = byId("play");
function setPlaying(next: boolean) {
  isPlaying = next;
  setIcon(play, isPlaying ? "pause" : "play");
  play.setAttribute("aria-label", isPlaying ? "Pause" : "Play");
}
play.onclick = () => setPlaying(!isPlaying);
byId("again").onclick = () => void anew();
const markPace = choices<number>(byId("pace"), [[0.25, "×¼"], [0.5, "×½"], [1, "×1"], [2, "×2"], [4, "×4"], [8, "×8"]], speed, (value) => { speed = value; });
time.oninput = () => seek(time.valueAsNumber);
time.onchange = () => { isSeeking = false; };
function seek(tick: number) {
  isSeeking = true;
  setPlaying(false);
  panes.forEach((pane) => pane.send({ type: "seek", tick: Math.min(tick, pane.frame?.last ?? 0) }));
}

let previous = performance.now();
function turn(now: number) {
  const seconds = Math.min(0.1, (now - previous) / 1000);
  previous = now;
  const isHidden = byId<HTMLDialogElement>("gallery").open;
  for (const pane of panes) {
    if (isHidden) break;
    pane.ask(seconds, isPlaying ? speed : 0, { roles: [...new Set([...layers, ...(tool === "order" ? SQUAD_ROLES : [])])], inspected: chosen, squads: tool === "order", doors: tool === "door", events: hasEvents, cells });
    if (pane.frame) {
      const more = [...(tool === "door" ? doorShapes(pane.doors) : []), ...(preview?.pane === pane ? preview.shapes : [])];
      pane.view.paintLines(more.length ? Float32Array.from([...pane.layers, ...more]) : pane.layers, chosen);
      if (!isPlaying) pane.view.paint(false);
    }
  }
  film?.take(now);
  showTime();
  scores.show(panes, now);
  orders.show(panes, tool === "order");
  showDoors();
  showChosen(now);
  if (expected) checkLink();
  requestAnimationFrame(turn);
}

function showTime() {
  const frame = panes[0]?.frame;
  if (!frame) return;
  time.max = String(Math.max(1, frame.last));
  if (!isSeeking) time.value = String(frame.tick);
  fillTrack(time);
  byId("clock").textContent = `${frame.time.toFixed(1)} s`;
  if (isFirst) {
    isFirst = false;
    performance.mark("first-frame");
  }
}

let lastChosen = 0, lastNews = "";
function showChosen(now: number) {
  if (now - lastChosen < 120) return;
  lastChosen = now;
  const shown = (panes.find((pane) => pane === looked) ?? panes[0])?.frame?.inspected;
  inspector.classList.toggle("some", shown !== undefined);
  const said = shown ? tellingOf(shown.why) : "Click one, or step through them: why it does what it does, whom it senses, what it prefers and chose.";
  telling.textContent = said;
  inspector.querySelector("h2")!.firstChild!.textContent = shown ? `Agent ${shown.state.id}` : "Agent";
  for (const pane of panes) pane.say(pane.frame?.inspected ? tellingOf(pane.frame.inspected.why) : "");
  const news = shown ? `${shown.state.id} ${said.replace(/[\d.-]+/g, "")}` : "";
  if (news !== lastNews) heard.textContent = shown ? `Agent ${shown.state.id}: ${said}` : "";
  lastNews = news;
  if (!shown) return reasons.replaceChildren(), facts.replaceChildren();
  const { state, why } = shown, length = (v: { x: number; y: number; z: number }) => `${Math.hypot(v.x, v.y, v.z).toFixed(2)} m/s`;
  reasons.replaceChildren(...why.map(({ topic, text }, i) => element("li", {}, element("span", {}, topic === why[i - 1]?.topic ? "" : topic), text)));
  const rows = [["Status", state.isAvoiding ? "avoiding" : state.status], ["Model", state.model], ["Speed", length(state.velocity)],
    ["At most", `${state.maxSpeed.toFixed(2)} m/s`], ["Prefers", length(state.preferredVelocity)], ["Chose", length(state.safeVelocity)], ["Radius", `${state.radius.toFixed(2)} m`]];
  facts.replaceChildren(...rows.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value))));
}

// --- Links, pictures, the rest ---
byId("share").onclick = async () => {
  const { hash, tick, edits } = await panes[0].hash();
  const isScene = SCENES.get(opening.name) === opening.text;
  const model = panes[0].model;
  const shared: Shared = { opening: { ...opening, text: isScene ? "" : opening.text, edits, ...(model && !edits.some((one) => one.kind === "model") ? { model } : {}) }, tick, hash };
  if (panes.length > 1) shared.models = panes.slice(1).map((pane) => pane.model);
  history.replaceState(null, "", `#=${await pack(shared)}`);
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
  notice(`Link copied: ${tick} ticks, hash ${hash.slice(0, 8)}`);
};

async function checkLink() {
  const { tick, hash } = expected!, frame = panes[0].frame;
  if (!frame || frame.last < tick || frame.isCatchingUp) return;
  expected = undefined;
  const now = await panes[0].hash();
  document.documentElement.dataset.replayed = now.tick === tick ? String(now.hash === hash) : "late";
  if (now.tick === tick) notice(now.hash === hash ? `Played again: hash ${hash!.slice(0, 8)}, the same` : "Played again, but another version of veer made the link: the hash differs");
}

async function fromAddress() {
  const mark = decodeURIComponent(location.hash.slice(1));
  if (!mark.startsWith("=")) return openScene(SCENES.has(mark) ? mark : FIRST);
  try {
    const shared = await unpack(mark.slice(1));
    const { model, ...rest } = shared.opening;
    panes[0].model = model ?? "";
    markModel(model ?? "");
    for (const name of shared.models ?? []) addPane(name as ModelName);
    expected = shared.hash ? shared : undefined;
    setPlaying(!shared.hash);
    begin({ ...rest, text: rest.text || SCENES.get(rest.name)! }, true, shared.tick);
  } catch {
    notice("The link is damaged");
    openScene(FIRST);
  }
}

byId("compare").onclick = () => {
  const taken = new Set(panes.map((pane) => pane.model || "crowd"));
  const model = MODELS.map(([name]) => name).find((name) => name && !taken.has(name)) ?? "none";
  addPane(model);
  void anew();
};
function keep(blob: Blob, ending: string) {
  const link = element("a", { download: `veer-${opening.name.replace(/\.json$/, "")}.${ending}`, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

byId("shoot").onclick = () => {
  const canvas = element("canvas");
  sheet.compose(canvas);
  canvas.toBlob((blob) => keep(blob!, "png"), "image/png");
};

let film: Film | undefined;
const filming = byId("film"), format = byId<HTMLSelectElement>("format");
format.value = localStorage.getItem("veer-film") ?? "video";
format.onchange = () => localStorage.setItem("veer-film", format.value);
filming.onclick = async () => {
  const ended = film;
  film = film ? undefined : FORMATS[format.value](sheet);
  filming.setAttribute("aria-pressed", String((format.disabled = film !== undefined)));
  if (!ended) return;
  try {
    const made = await ended.end();
    keep(made, /gif|mp4/.exec(made.type)?.[0] ?? "webm");
  } catch {
    notice("The film could not be made");
  }
};
setIcon(byId("theme"), "theme");
setIcon(byId("fold"), "panel");
setIcon(byId("again"), "again");
const wanted = query.get("theme") ?? localStorage.getItem("veer-theme") ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
document.documentElement.classList.toggle("light", wanted === "light");
byId("theme").onclick = () => {
  const isLight = document.documentElement.classList.toggle("light");
  localStorage.setItem("veer-theme", isLight ? "light" : "dark");
  panes.forEach((pane) => { pane.view.stale(); pane.view.paint(false); });
};
byId("fold").onclick = () => {
  const isFolded = document.body.classList.toggle("folded");
  byId("fold").setAttribute("aria-expanded", String(!isFolded));
};
if (innerWidth <= 760) {
  byId("fold").click();
  const more = section(panel, "More", "more").appendChild(element("div", { class: "choices" }));
  more.append(...document.querySelectorAll("nav .wide"));
}

const gallery = new Gallery(byId<HTMLDialogElement>("gallery"), module, openScene);
byId("scenes").onclick = () => void gallery.show();
window.onhashchange = () => void fromAddress();
window.onkeydown = (event) => {
  const target = event.target as HTMLElement;
  if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || document.querySelector("dialog[open]")) return;
  const tick = panes[0]?.frame?.tick ?? 0, second = Math.round(1 / (panes[0]?.opened?.dt ?? 1 / 60));
  const keys: Record<string, () => void> = {
    " ": () => { if (target.tagName !== "BUTTON") play.click(); }, r: () => byId("again").click(), s: () => void gallery.show(),
    ",": () => choose(-1), ".": () => choose(1),
    ArrowLeft: () => seek(Math.max(0, tick - second)), ArrowRight: () => seek(tick + second), Escape: () => { chosen = -1; },
    "+": () => zoom(panes[0], panes[0].view.width / 2, panes[0].view.height / 2, 1.2),
    "-": () => zoom(panes[0], panes[0].view.width / 2, panes[0].view.height / 2, 1 / 1.2),
  };
  const action = keys[event.key] ?? (layerButtons.get(event.key) ? () => layerButtons.get(event.key)!.click() : undefined);
  if (!action) return;
  if (event.key !== " " || target.tagName !== "BUTTON") event.preventDefault();
  action();
  isSeeking = false;
};

setPlaying(true);
markPace(speed);
addPane();
await fromAddress();
if (query.has("model")) setModel(panes[0], query.get("model") as ModelName);
requestAnimationFrame(turn);
