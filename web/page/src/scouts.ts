// Scouts on a page: the game itself is examples/scouts/game.c, compiled; here are its screen and its hands.
import wasmUrl from "../made/scouts.wasm?url";

interface Game {
  memory: WebAssembly.Memory;
  scouts_begin(level: number, ship: number): number;
  scouts_step(x: number, y: number, aimX: number, aimY: number, isFiring: number, isAuto: number): number;
  scouts_order(squad: number, x: number, y: number): void;
  scouts_hunt(): void;
  scouts_bodies(): number;
  scouts_count(): number;
  scouts_facts(): number;
}

const byId = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T; // of no module that the playground has, too
const TICK = 1 / 60, MOST_TICKS = 5, FLOATS = 7;
const SHIPS = ["#4a8cff", "#d84a54", "#c8aa5a", "#5aaa5a"]; // the hero, hunters, members of either squad
const { instance } = await WebAssembly.instantiateStreaming(fetch(wasmUrl), { host: { sinf: Math.sin, cosf: Math.cos } });
const game = instance.exports as unknown as Game;
const sky = byId<HTMLCanvasElement>("sky"), context = sky.getContext("2d")!, menu = byId<HTMLDialogElement>("menu");
const query = new URLSearchParams(location.search);
const level = Number(query.get("level") ?? 1);
let bodies = new Float32Array(0), facts = new Float32Array(FLOATS);
let time = 0, tick = 0, scale = 14, shake = 0, debt = 0, last = 0, best = Number(localStorage.getItem("veer-scouts") ?? 0);
let isOn = false, isAuto = false, isOrdering = false;
const keys = new Set<string>();
const stick = { id: -1, x: 0, y: 0, dx: 0, dy: 0 }, aim = { id: -1, x: 0, y: 0 };

function see() {
  const at = game.scouts_bodies() / 4, count = game.scouts_count();
  bodies = new Float32Array(game.memory.buffer, 4 * at, FLOATS * count);
  facts = new Float32Array(game.memory.buffer, game.scouts_facts(), FLOATS).slice();
}

// --- Hands ---

const axis = (value: number) => (Math.abs(value) > 0.2 ? value : 0);

function controls(): [number, number, number, number, number, number] {
  const held = (...names: string[]) => +names.some((name) => keys.has(name));
  let x = held("ArrowRight", "d") - held("ArrowLeft", "a") + stick.dx, y = held("ArrowUp", "w") - held("ArrowDown", "s") + stick.dy;
  let aimX = 0, aimY = 0, isFiring = held(" ");
  if (aim.id >= 0) [aimX, aimY, isFiring] = [aim.x - innerWidth / 2, innerHeight / 2 - aim.y, 1];
  for (const pad of navigator.getGamepads?.() ?? []) {
    if (!pad) continue;
    x += axis(pad.axes[0]);
    y -= axis(pad.axes[1]);
    const [rightX, rightY] = [axis(pad.axes[2] ?? 0), axis(pad.axes[3] ?? 0)];
    if (rightX || rightY) [aimX, aimY, isFiring] = [rightX, -rightY, 1];
    isFiring ||= +pad.buttons[0].pressed;
  }
  return [x, y, aimX, aimY, isFiring, +isAuto];
}

sky.onpointerdown = (event) => {
  sky.setPointerCapture(event.pointerId);
  if (isOrdering) return game.scouts_order(event.button === 2 ? 1 : 0, ...toWorld(event.clientX, event.clientY));
  if (event.pointerType === "mouse" || event.clientX > innerWidth / 2) Object.assign(aim, { id: event.pointerId, x: event.clientX, y: event.clientY });
  else Object.assign(stick, { id: event.pointerId, x: event.clientX, y: event.clientY, dx: 0, dy: 0 });
};
sky.onpointermove = (event) => {
  if (event.pointerId === aim.id) Object.assign(aim, { x: event.clientX, y: event.clientY });
  if (event.pointerId !== stick.id) return;
  const dx = (event.clientX - stick.x) / 60, dy = (stick.y - event.clientY) / 60, size = Math.max(1, Math.hypot(dx, dy));
  Object.assign(stick, { dx: dx / size, dy: dy / size });
};
sky.onpointerup = sky.onpointercancel = (event) => {
  if (event.pointerId === aim.id) aim.id = -1;
  if (event.pointerId === stick.id) Object.assign(stick, { id: -1, dx: 0, dy: 0 });
};
sky.oncontextmenu = (event) => event.preventDefault();
sky.onwheel = (event) => { scale = Math.min(40, Math.max(5, scale * Math.exp(-event.deltaY * 0.001))); };
window.onkeydown = (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || menu.open) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "p" && !event.repeat) isAuto = !isAuto;
  if (key === "o" && !event.repeat) {
    isOrdering = !isOrdering;
    if (!isOrdering) game.scouts_hunt();
  }
  if (key.startsWith("Arrow") || key === " " || key === "Escape") event.preventDefault(); // Escape would shut the menu again
  if (key === "Escape") pause("Paused");
  else keys.add(key);
};
window.onkeyup = ({ key }) => keys.delete(key.length === 1 ? key.toLowerCase() : key);
window.onblur = () => keys.clear();

// --- The menu ---

function pause(title: string) {
  isOn = false;
  keys.clear();
  byId("what").textContent = title;
  byId("say").textContent = tick ? `${facts[1]} points, ${facts[2]} scouts smashed, ${facts[3]} rocks broken. The best so far: ${best}.` : byId("say").textContent;
  menu.showModal();
}

menu.oncancel = (event) => { // Escape goes on where there is something to go on with
  if (!tick || facts[0] <= 0) return event.preventDefault();
  isOn = true;
};
for (const button of menu.querySelectorAll<HTMLButtonElement>("[data-ship]")) {
  button.onclick = () => {
    game.scouts_begin(level, Number(button.dataset.ship));
    [tick, debt, isAuto, isOrdering, isOn] = [0, 0, false, false, true];
    see();
    menu.close();
    sky.focus();
  };
}

// --- The screen ---

const middle = () => [bodies[1] ?? 0, bodies[2] ?? 0];
function toWorld(x: number, y: number): [number, number] {
  return [middle()[0] + (x - innerWidth / 2) / scale, middle()[1] - (y - innerHeight / 2) / scale];
}

function stars() {
  let random = 7;
  for (let i = 0; i < 260; i++) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    const far = 0.08 + 0.14 * (i % 3), wrap = (value: number, size: number) => ((value % size) + size) % size;
    const x = wrap((random >>> 16) * 0.37 - middle()[0] * scale * far, innerWidth), y = wrap((random & 65535) * 0.37 + middle()[1] * scale * far, innerHeight);
    context.fillStyle = `rgba(190, 205, 255, ${0.2 + 0.22 * (i % 3)})`;
    context.fillRect(x, y, 1 + (i % 3) * 0.5, 1 + (i % 3) * 0.5);
  }
}

function shape(corners: [number, number][], fill: string, edge: string) {
  context.beginPath();
  corners.forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
  context.fillStyle = fill;
  context.strokeStyle = edge;
  context.fill();
  context.stroke();
}

/** Of a size and corners that are its own, and turning. */
function rock(radius: number, id: number) {
  const grey = 58 + ((id * 37) % 34), turn = time * (((id * 53) % 100) / 100 - 0.5);
  const corners = Array.from({ length: 11 }, (_, i): [number, number] => {
    const reach = radius * (1.05 - 0.16 * (0.5 + 0.5 * Math.sin(id * 91 + 2.3 * i * i))), angle = (2 * Math.PI * i) / 11 + turn;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
  shape(corners, `rgb(${grey} ${grey} ${grey + 20})`, `rgb(${grey + 60} ${grey + 60} ${grey + 84})`);
}

function ship(look: number, radius: number, x: number, y: number) {
  context.rotate(Math.atan2(y, x));
  shape([[1.35 * radius, 0], [-radius, 0.9 * radius], [-0.4 * radius, 0], [-radius, -0.9 * radius]], SHIPS[look], "#ffffff");
}

function glow(radius: number, colour: string) {
  const light = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  light.addColorStop(0, colour);
  light.addColorStop(1, "transparent");
  context.fillStyle = light;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

function body(at: number) {
  const [look, x, y, radius, headX, headY, id] = bodies.subarray(at, at + FLOATS);
  context.save();
  context.translate(x, y);
  if (look < 4) ship(look, radius, headX, headY);
  else if (look === 4) rock(radius, id);
  else if (look === 5) glow(0.55, "#ffd25a");
  else {
    const size = 0.75 + 0.1 * Math.sin(5 * time);
    glow(2.2, "#46e1c866");
    shape([[0, 1.3 * size], [0.8 * size, 0], [0, -1.3 * size], [-0.8 * size, 0]], "#46e1c8", "#c8fff4");
  }
  context.restore();
}

function compass() {
  const [x, y] = [facts[5], facts[6]], size = Math.max(0.01, Math.hypot(x, y)), out = Math.min(90, size * scale);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.fillStyle = "#46e1c8";
  context.fillRect(innerWidth / 2 + (out * x) / size - 2, innerHeight / 2 - (out * y) / size - 2, 5, 5);
  if (isAuto || isOrdering) {
    context.fillStyle = "#9aa3b5";
    context.font = "14px system-ui";
    context.fillText(isOrdering ? "Orders: click left or right. O: hunt again" : "Flown by pilot", 20, innerHeight - 20);
  }
}

function paint() {
  const [width, height] = [Math.round(innerWidth * devicePixelRatio), Math.round(innerHeight * devicePixelRatio)];
  if (sky.width !== width || sky.height !== height) [sky.width, sky.height] = [width, height];
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.fillStyle = "#0a0c1a";
  context.fillRect(0, 0, innerWidth, innerHeight);
  stars();
  if (!bodies.length) return;
  context.translate(innerWidth / 2 + shake * Math.sin(70 * time), innerHeight / 2 + shake * Math.cos(90 * time));
  context.scale(scale, -scale);
  context.translate(-middle()[0], -middle()[1]);
  context.lineWidth = 1.2 / scale;
  for (let at = bodies.length - FLOATS; at >= 0; at -= FLOATS) body(at);
  compass();
}

function show() {
  const bar = byId("hull").firstElementChild as HTMLElement, hull = Math.round(100 * facts[0]);
  bar.style.width = `${hull}%`;
  bar.style.background = hull > 50 ? "#57d08c" : hull > 25 ? "#f0b752" : "#ff6a5f";
  byId("hull").setAttribute("aria-valuenow", String(hull));
  byId("score").textContent = String(facts[1]);
  byId("smashed").textContent = String(facts[2]);
  document.documentElement.dataset.tick = String(tick);
}

function advance() {
  for (; debt >= TICK && isOn; debt -= TICK) {
    const isAlive = game.scouts_step(...controls());
    tick++;
    see();
    shake = Math.max(shake * 0.9, Math.min(20, 4 * facts[4]));
    if (isAlive) continue;
    best = Math.max(best, facts[1]);
    localStorage.setItem("veer-scouts", String(best));
    pause("Your ship is lost");
  }
}

function turn(now: number) {
  const seconds = Math.min(MOST_TICKS * TICK, (now - last) / 1000);
  last = now;
  time += seconds;
  if (isOn) debt = Math.min(debt + seconds, MOST_TICKS * TICK);
  advance();
  paint();
  show();
  requestAnimationFrame(turn);
}

game.scouts_begin(level, 1);
see();
pause("Scouts");
requestAnimationFrame(turn);
