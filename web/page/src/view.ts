// What one sees of a world: ground and trails below, bodies by WebGL2 in the middle, lines above.
import { Role } from "veer";
import { STRIDE, type Door } from "./session";
import { AWAITED, EVENT_SECONDS, OPEN, SENSED, SHUT, type Cells } from "./sight";

export interface Viewport { lower: number[]; upper: number[] }

const VERTEX = `#version 300 es
layout(location=0) in vec3 place; layout(location=1) in float radius; layout(location=2) in float hue;
layout(location=3) in float look; layout(location=4) in vec3 velocity;
uniform vec3 centre, right, up, toward; uniform vec2 scale; uniform float away, least;
out vec2 at; flat out float rim; flat out vec2 ahead; flat out float tone; flat out float kind;
void main() {
  vec2 corner = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID >> 1) * 2 - 1);
  vec3 d = place - centre; float depth = dot(d, toward);
  float near = 1.0 / max(0.1, 1.0 - depth * away);
  float size = max(radius, least) * near;
  vec2 middle = vec2(dot(d, right), dot(d, up)) * near;
  at = corner * (1.0 + 1.5 * least / max(radius, least));
  vec2 point = (middle + at * size) * scale;
  gl_Position = vec4(point, clamp(-depth * away, -1.0, 1.0) , 1.0);
  rim = least / max(radius, least); kind = look; tone = hue;
  vec2 v = vec2(dot(velocity, right), dot(velocity, up)); float fast = length(v);
  ahead = fast > 0.02 ? v / fast : vec2(0.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
in vec2 at; flat in float rim; flat in vec2 ahead; flat in float tone; flat in float kind;
uniform vec3 obstacle; uniform float spatial, dark; uniform float dim;
out vec4 colour;
vec3 paint(float h) {
  vec3 a = 0.5 + 0.5 * cos(6.28318 * (h + vec3(0.02, 0.36, 0.69)));
  vec3 c = mix(vec3(0.36, 0.44, 0.60), a, 0.80);
  return dark > 0.5 ? c * 0.80 + 0.20 : c * 0.88;
}
void main() {
  float d = length(at), soft = max(fwidth(d), 1e-4);
  float cover = 1.0 - smoothstep(1.0 - soft, 1.0 + soft * 0.2, d);
  if (cover <= 0.003) discard;
  bool stone = kind > 2.5;
  vec3 c = stone ? obstacle : paint(tone);
  if (!stone) c *= 0.90 + 0.22 * clamp(dot(at, ahead), -1.0, 1.0);
  float z = sqrt(max(0.0, 1.0 - d * d));
  c *= mix(1.0, 0.45 + 0.65 * max(0.0, dot(vec3(at, z), vec3(-0.41, 0.55, 0.73))), spatial);
  float alpha = 1.0;
  if (kind > 0.5 && kind < 1.5) { alpha = d > 0.80 - soft ? 0.9 : 0.34; }
  if (kind > 1.5 && kind < 2.5 && d > 0.74) c = vec3(0.96, 0.32, 0.30);
  alpha *= cover;
  colour = vec4(c * alpha, alpha);
}`;

const DASHED: number[] = [Role.order, AWAITED];
const EVENT_COLOURS = ["--good", "--preferred", "--alert", "--alert", "--alert", "--alert", "--muted"]; // as SEEN_EVENTS
const CELL_COLOURS: Record<Cells["name"], string[]> = { // from the least to the most
  cells: ["#0000", "#8884"], clearance: ["#0000", "#3b5bdb66", "#15aabf80", "#94d82d99"], density: ["#0000", "#4c6ef566", "#f5900599", "#f03e3ecc"],
};

const GROUND_COLOURS: Record<number, string> = { [Role.map]: "--block", [Role.wall]: "--block", [Role.cost]: "--cost", [Role.covered]: "--covered" };
const ROLE_COLOURS: Record<number, [string, number]> = {
  [Role.velocity]: ["--velocity", 1.2], [Role.preferred]: ["--preferred", 1], [Role.goal]: ["--goal", 0.8],
  [Role.heading]: ["--ink", 1.2], [Role.route]: ["--route", 1.4], [Role.field]: ["--field", 0.9],
  [Role.held]: ["--preferred", 1.8], [Role.covered]: ["--covered", 1], [Role.probe]: ["--muted", 1], [Role.hit]: ["--alert", 1.4],
  [Role.push]: ["--alert", 1.6], [Role.pull]: ["--velocity", 1.6], [Role.constraint]: ["--constraint", 1.4],
  [Role.tracePreferred]: ["--preferred", 2], [Role.choice]: ["--choice", 2.6], [Role.side]: ["--muted", 1],
  [Role.place]: ["--route", 1], [Role.slot]: ["--muted", 1], [Role.leader]: ["--accent", 2.4], [Role.order]: ["--accent", 1.4],
  [SENSED]: ["--accent", 1.6], [AWAITED]: ["--preferred", 1.8], [OPEN]: ["--good", 3], [SHUT]: ["--alert", 4],
};

function compile(gl: WebGL2RenderingContext): WebGLProgram {
  const program = gl.createProgram()!;
  for (const [type, source] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? "shader");
  return program;
}

/** The paint of a hue, as the shader has it. */
export function hueColour(hue: number, isDark: boolean, alpha = 1): string {
  const mixed = [0.02, 0.36, 0.69].map((shift, i) => {
    const wave = 0.5 + 0.5 * Math.cos(6.28318 * (hue + shift));
    const value = [0.36, 0.44, 0.6][i] * 0.2 + wave * 0.8;
    return Math.round(255 * Math.min(1, isDark ? value * 0.8 + 0.2 : value * 0.88));
  });
  return `rgb(${mixed.join(" ")} / ${alpha})`;
}

/** 256 colours, four bytes each, through those given. */
function rampOf(colours: string[]): Uint8ClampedArray {
  const context = Object.assign(document.createElement("canvas"), { width: 256, height: 1 }).getContext("2d", { willReadFrequently: true })!;
  const ramp = context.createLinearGradient(0, 0, 255, 0);
  colours.forEach((colour, i) => ramp.addColorStop(i / (colours.length - 1), colour));
  context.fillStyle = ramp;
  context.fillRect(0, 0, 256, 1);
  return context.getImageData(0, 0, 256, 1).data;
}

export class View {
  readonly canvas: HTMLCanvasElement; // the uppermost
  private cells: CanvasRenderingContext2D;
  private ground: CanvasRenderingContext2D;
  private trails: CanvasRenderingContext2D;
  private lines: CanvasRenderingContext2D;
  private gl: WebGL2RenderingContext;
  private place: (name: string) => WebGLUniformLocation | null;
  private buffer: WebGLBuffer;
  private scene = new Float32Array(0);
  private before = new Map<number, [number, number]>();
  private isGroundStale = true;
  private styles: CSSStyleDeclaration;
  width = 1;
  height = 1;
  ratio = 1; // pixels of the canvases to one of the page
  centre = [0, 0, 0];
  scale = 20; // pixels a metre
  yaw = 0;
  pitch = Math.PI / 2;
  isSpatial = false;
  private size = 40; // m, of what there is
  bodies = new Float32Array(0);
  slots = new Int32Array(0);
  hasTrails = true;
  private pictures = 0;
  events = new Float32Array(0);
  marked = new Set<number>(); // slots that are ringed
  private image?: { canvas: HTMLCanvasElement; cells: Cells };

  constructor(readonly box: HTMLElement) {
    const canvases = ["cells", "ground", "trails", "bodies", "lines"].map((name) => {
      const canvas = document.createElement("canvas");
      canvas.className = name;
      box.append(canvas);
      return canvas;
    });
    this.cells = canvases[0].getContext("2d")!;
    this.ground = canvases[1].getContext("2d")!;
    this.trails = canvases[2].getContext("2d")!;
    this.gl = canvases[3].getContext("webgl2", { antialias: false, premultipliedAlpha: true, preserveDrawingBuffer: true })!;
    this.lines = canvases[4].getContext("2d")!;
    this.canvas = canvases[4];
    this.canvas.tabIndex = 0;
    this.styles = getComputedStyle(document.documentElement);
    const gl = this.gl, program = compile(gl);
    gl.useProgram(program);
    const places = new Map<string, WebGLUniformLocation | null>();
    this.place = (name) => {
      if (!places.has(name)) places.set(name, gl.getUniformLocation(program, name));
      return places.get(name)!;
    };
    this.buffer = gl.createBuffer()!;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    [3, 1, 1, 1, 3].forEach((count, index) => {
      const offsets = [0, 3, 4, 5, 6];
      gl.enableVertexAttribArray(index);
      gl.vertexAttribPointer(index, count, gl.FLOAT, false, 4 * STRIDE, 4 * offsets[index]);
      gl.vertexAttribDivisor(index, 1);
    });
    new ResizeObserver(() => this.resize()).observe(box);
    this.resize();
  }

  private css(name: string): string {
    return this.styles.getPropertyValue(name).trim();
  }

  get isDark(): boolean {
    return this.css("--is-dark") === "1";
  }

  private resize() {
    const { clientWidth, clientHeight } = this.box;
    const before = Math.min(this.width, this.height);
    this.width = Math.max(1, clientWidth);
    this.height = Math.max(1, clientHeight);
    this.ratio = Math.min(2, devicePixelRatio || 1);
    for (const canvas of this.box.querySelectorAll("canvas")) {
      canvas.width = Math.round(this.width * this.ratio);
      canvas.height = Math.round(this.height * this.ratio);
    }
    if (this.viewport) this.fit(this.viewport);
    else this.scale *= Math.min(this.width, this.height) / before;
    this.stale();
  }

  private viewport?: Viewport;

  /** Shows all of a part of the world. */
  fit(viewport: Viewport, isSpatial = this.isSpatial) {
    const { lower, upper } = viewport;
    this.viewport = viewport;
    if (isSpatial !== this.isSpatial) {
      this.isSpatial = isSpatial;
      this.yaw = isSpatial ? 0.6 : 0;
      this.pitch = isSpatial ? 0.45 : Math.PI / 2;
    }
    const sides = upper.map((value, i) => (Number.isFinite(value - lower[i]) ? Math.max(value - lower[i], 1e-3) : 0));
    this.centre = upper.map((value, i) => (sides[i] ? (value + lower[i]) / 2 : 0));
    this.size = Math.hypot(...sides.slice(0, isSpatial ? 3 : 2));
    const margin = 0.94;
    this.scale = isSpatial ? (margin * Math.min(this.width, this.height)) / this.size * 1.08
      : margin * Math.min(this.width / sides[0], this.height / sides[1]);
    this.stale();
  }

  stale() {
    this.isGroundStale = true;
    this.before.clear();
    this.trails?.clearRect(0, 0, this.trails.canvas.width, this.trails.canvas.height);
  }

  /** Time went on unseen: trails do not go straight to where bodies are now. */
  jumped() {
    this.before.clear();
  }

  /** The viewer moved by hand: what fitted no longer has to. */
  moved() {
    this.viewport = undefined;
    this.stale();
  }

  private axes() {
    const [c, s] = [Math.cos(this.yaw), Math.sin(this.yaw)];
    const [p, q] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    return { right: [c, s, 0], up: [-s * p, c * p, q], toward: [s * q, -c * q, p] };
  }

  private get away(): number {
    return this.isSpatial ? 1 / (2.2 * this.size) : 0;
  }

  /** From the world to pixels. */
  projector(): (x: number, y: number, z: number) => [number, number] {
    const { right, up, toward } = this.axes();
    const [cx, cy, cz] = this.centre;
    const { width, height, scale, away } = this;
    return (x, y, z) => {
      const dx = x - cx, dy = y - cy, dz = z - cz;
      const near = scale / Math.max(0.1, 1 - (dx * toward[0] + dy * toward[1] + dz * toward[2]) * away);
      return [width / 2 + near * (dx * right[0] + dy * right[1] + dz * right[2]),
        height / 2 - near * (dx * up[0] + dy * up[1] + dz * up[2])];
    };
  }

  /** From pixels to the ground. */
  toWorld(x: number, y: number): [number, number] {
    return [this.centre[0] + (x - this.width / 2) / this.scale, this.centre[1] - (y - this.height / 2) / this.scale];
  }

  /** The body nearest to a pixel: its index in `slots`, or -1. */
  agentAt(x: number, y: number, reach = 14): number {
    const project = this.projector(), first = this.bodies.length / STRIDE - this.slots.length;
    let best = -1, least = Infinity;
    for (let i = 0; i < this.slots.length; i++) {
      const at = (first + i) * STRIDE;
      const [px, py] = project(this.bodies[at], this.bodies[at + 1], this.bodies[at + 2]);
      const gap = Math.hypot(px - x, py - y) - this.bodies[at + 3] * this.scale;
      if (gap < Math.min(reach, least)) [best, least] = [i, gap];
    }
    return best;
  }

  /** The door nearest to a pixel, or -1. */
  doorAt(doors: Door[], x: number, y: number): number {
    const project = this.projector();
    const gaps = doors.map(({ from, to, isLink }) => {
      const [ax, ay] = project(from.x, from.y, from.z ?? 0), [bx, by] = project(to.x, to.y, to.z ?? 0);
      const part = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / Math.max(1e-9, (bx - ax) ** 2 + (by - ay) ** 2), along = Math.min(1, Math.max(0, part));
      if (isLink) return Math.hypot(ax + along * (bx - ax) - x, ay + along * (by - ay) - y);
      return Math.hypot(Math.max(Math.min(ax, bx) - x, 0, x - Math.max(ax, bx)), Math.max(Math.min(ay, by) - y, 0, y - Math.max(ay, by)));
    });
    const least = Math.min(...gaps);
    return least < 24 ? gaps.indexOf(least) : -1;
  }

  /** The slots of those whose middles lie in a rectangle of the ground. */
  slotsWithin(left: number, bottom: number, right: number, top: number): number[] {
    const first = this.bodies.length / STRIDE - this.slots.length;
    return [...this.slots].filter((_, i) => {
      const at = (first + i) * STRIDE, x = this.bodies[at], y = this.bodies[at + 1];
      return x >= left && x <= right && y >= bottom && y <= top;
    });
  }

  setScene(scene: Float32Array<ArrayBuffer>) {
    this.scene = scene;
    this.isGroundStale = true;
  }

  /** An image of the ground, from a value for each of its cells; left out: none. */
  setCells(cells?: Cells) {
    this.image = undefined;
    if (cells) {
      const canvas = document.createElement("canvas"), ramp = rampOf(CELL_COLOURS[cells.name]);
      Object.assign(canvas, { width: cells.width, height: cells.height });
      const context = canvas.getContext("2d")!, pixels = context.createImageData(cells.width, cells.height);
      for (let i = 0; i < cells.values.length; i++) { // rows of pictures go down
        const row = cells.height - 1 - Math.floor(i / cells.width), from = 4 * cells.values[i];
        pixels.data.set(ramp.subarray(from, from + 4), 4 * (row * cells.width + (i % cells.width)));
      }
      context.putImageData(pixels, 0, 0);
      this.image = { canvas, cells };
    }
    this.isGroundStale = true;
  }

  private paintCells() {
    const context = this.cells;
    this.clear(context);
    if (!this.image) return;
    const { canvas, cells: { name, width, height, size, x, y } } = this.image, side = size * this.scale;
    const left = this.width / 2 + (x - this.centre[0]) * this.scale, top = this.height / 2 - (y + height * size - this.centre[1]) * this.scale;
    context.imageSmoothingEnabled = name === "density";
    context.drawImage(canvas, left, top, width * side, height * side);
    if (name !== "cells" || side < 4) return;
    context.strokeStyle = this.css("--grid");
    context.lineWidth = 1;
    context.beginPath();
    for (let i = 0; i <= width; i++) context.rect(left + i * side, top, 0, height * side);
    for (let i = 0; i <= height; i++) context.rect(left, top + i * side, width * side, 0);
    context.stroke();
  }

  private clear(context: CanvasRenderingContext2D) {
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.fillStyle = "#80808001"; // of a canvas that was only cleared, Chromium's drawImage shows what was there before
    context.fillRect(0, 0, 1, 1);
  }

  private paintGrid(context: CanvasRenderingContext2D) {
    if (this.isSpatial) return;
    const step = 10 ** Math.ceil(Math.log10(28 / this.scale));
    const [left, top] = this.toWorld(0, 0), [right, bottom] = this.toWorld(this.width, this.height);
    context.fillStyle = this.css("--grid");
    if ((right - left) / step > 200) return;
    for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
      for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
        const px = this.width / 2 + (x - this.centre[0]) * this.scale, py = this.height / 2 - (y - this.centre[1]) * this.scale;
        context.fillRect(px - 0.75, py - 0.75, 1.5, 1.5);
      }
    }
  }

  private paintGround() {
    const context = this.ground, project = this.projector(), { scene } = this;
    this.paintCells();
    this.clear(context);
    this.paintGrid(context);
    const paths = new Map<string, Path2D>();
    const pathOf = (key: string) => paths.get(key) ?? paths.set(key, new Path2D()).get(key)!;
    for (let i = 0; i < scene.length; i += 4 + scene[i + 3]) {
      const role = scene[i], kind = scene[i + 2], count = scene[i + 3];
      const path = pathOf(`${kind === 2 ? "fill" : "line"} ${role}`);
      for (let k = 0; k < count; k += 3) {
        const [x, y] = project(scene[i + 4 + k], scene[i + 5 + k], scene[i + 6 + k]);
        if (k === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
      if (kind === 2) path.closePath();
    }
    for (const [key, path] of paths) {
      const [how, text] = key.split(" "), role = Number(text);
      if (how === "fill") {
        context.fillStyle = this.css(GROUND_COLOURS[role] ?? "--block");
        context.globalAlpha = this.isSpatial ? 0.16 : 1;
        context.fill(path);
        context.globalAlpha = 1;
        if (this.isSpatial) continue;
      }
      context.strokeStyle = this.css(role === Role.bounds ? "--grid" : role === Role.link ? "--route" : "--wall");
      context.globalAlpha = this.isSpatial ? 0.35 : 1;
      context.lineWidth = how === "fill" ? 0.6 : role === Role.wall ? 2.2 : 1.2;
      context.lineJoin = context.lineCap = "round";
      context.setLineDash(role === Role.bounds || role === Role.link ? [5, 5] : []);
      if (how === "fill") context.strokeStyle = this.css("--block");
      context.stroke(path);
      context.setLineDash([]);
      context.globalAlpha = 1;
    }
    this.isGroundStale = false;
  }

  private paintTrails(isMoving: boolean) {
    const context = this.trails, project = this.projector();
    if (!this.hasTrails || this.slots.length > 4000) return;
    if (!isMoving) return;
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    if (++this.pictures % 5 === 0) { // a little at a time would round to nothing: grey lines would stay
      context.globalCompositeOperation = "destination-out";
      context.fillStyle = "rgb(0 0 0 / 0.16)";
      context.fillRect(0, 0, this.width, this.height);
      context.globalCompositeOperation = "source-over";
    }
    const paths = Array.from({ length: 16 }, () => new Path2D());
    const first = this.bodies.length / STRIDE - this.slots.length;
    for (let i = 0; i < this.slots.length; i++) {
      const at = (first + i) * STRIDE, slot = this.slots[i];
      const [x, y] = project(this.bodies[at], this.bodies[at + 1], this.bodies[at + 2]);
      const last = this.before.get(slot);
      if (last && Math.hypot(x - last[0], y - last[1]) < 60) {
        const path = paths[Math.floor(this.bodies[at + 4] * 16) & 15];
        path.moveTo(last[0], last[1]);
        path.lineTo(x, y);
      }
      this.before.set(slot, [x, y]);
    }
    context.lineWidth = Math.max(1, Math.min(2.5, 0.12 * this.scale));
    context.lineCap = "round";
    paths.forEach((path, i) => {
      context.strokeStyle = hueColour((i + 0.5) / 16, this.isDark, 0.42);
      context.stroke(path);
    });
  }

  private paintBodies() {
    const { gl, place } = this, { right, up, toward } = this.axes(), dark = this.isDark;
    gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    if (this.isSpatial) gl.enable(gl.DEPTH_TEST);
    else gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniform3fv(place("centre"), this.centre);
    gl.uniform3fv(place("right"), right);
    gl.uniform3fv(place("up"), up);
    gl.uniform3fv(place("toward"), toward);
    gl.uniform2f(place("scale"), (2 * this.scale) / this.width, (2 * this.scale) / this.height);
    gl.uniform1f(place("away"), this.away);
    gl.uniform1f(place("least"), 1.6 / this.scale);
    gl.uniform1f(place("spatial"), this.isSpatial ? 1 : 0);
    gl.uniform1f(place("dark"), dark ? 1 : 0);
    gl.uniform3fv(place("obstacle"), dark ? [0.30, 0.33, 0.40] : [0.62, 0.65, 0.71]);
    gl.bufferData(gl.ARRAY_BUFFER, this.bodies, gl.STREAM_DRAW);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.bodies.length / STRIDE);
  }

  /** Shapes of layers, and of the trace of one agent. */
  paintLines(shapes: Float32Array, chosen: number) {
    const context = this.lines, project = this.projector();
    this.clear(context);
    const paths = new Map<number, Path2D>();
    for (let i = 0; i < shapes.length; i += 4 + shapes[i + 3]) {
      const role = shapes[i], kind = shapes[i + 2], count = shapes[i + 3];
      let path = paths.get(role);
      if (!path) paths.set(role, (path = new Path2D()));
      if (kind === 0) {
        const [x, y] = project(shapes[i + 4], shapes[i + 5], shapes[i + 6]);
        const radius = shapes[i + 7] * this.scale;
        path.moveTo(x + radius, y);
        path.arc(x, y, radius, 0, 2 * Math.PI);
        continue;
      }
      for (let k = 0; k < count; k += 3) {
        const [x, y] = project(shapes[i + 4 + k], shapes[i + 5 + k], shapes[i + 6 + k]);
        if (k === 0) path.moveTo(x, y);
        else path.lineTo(x, y);
      }
    }
    context.lineCap = "round";
    for (const [role, path] of [...paths].sort((a, b) => a[0] - b[0])) {
      const [name, width] = ROLE_COLOURS[role] ?? ["--muted", 1];
      context.strokeStyle = this.css(name);
      context.lineWidth = width;
      context.globalAlpha = role === Role.goal ? 0.35 : role === Role.field || role === Role.slot ? 0.5 : 0.9;
      context.setLineDash(DASHED.includes(role) ? [6, 5] : []);
      context.stroke(path);
    }
    context.setLineDash([]);
    this.paintEvents(context, project);
    context.globalAlpha = 1;
    this.paintChosen(context, project, chosen);
  }

  /** Rings that widen and fade. */
  private paintEvents(context: CanvasRenderingContext2D, project: ReturnType<View["projector"]>) {
    context.lineWidth = 2;
    for (let i = 0; i < this.events.length; i += 5) {
      const [x, y] = project(this.events[i], this.events[i + 1], this.events[i + 2]), age = this.events[i + 4] / EVENT_SECONDS;
      context.globalAlpha = Math.max(0, 1 - age);
      context.strokeStyle = this.css(EVENT_COLOURS[this.events[i + 3]]);
      context.beginPath();
      context.arc(x, y, 5 + 20 * age, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  private paintChosen(context: CanvasRenderingContext2D, project: ReturnType<View["projector"]>, chosen: number) {
    const first = this.bodies.length / STRIDE - this.slots.length;
    for (let index = 0; chosen >= 0 || this.marked.size > 0; index++) {
      if (index >= this.slots.length) break;
      const isChosen = this.slots[index] === chosen;
      if (!isChosen && !this.marked.has(this.slots[index])) continue;
      const at = (first + index) * STRIDE, [x, y] = project(this.bodies[at], this.bodies[at + 1], this.bodies[at + 2]);
      context.strokeStyle = this.css(isChosen ? "--ink" : "--accent");
      context.lineWidth = 1.5;
      context.beginPath();
      context.arc(x, y, Math.max(6, this.bodies[at + 3] * this.scale + (isChosen ? 4 : 3)), 0, 2 * Math.PI);
      context.stroke();
    }
  }

  paint(isMoving: boolean) {
    if (this.isGroundStale) this.paintGround();
    this.paintTrails(isMoving);
    this.paintBodies();
  }

  /** All of it into a picture in pixels of the page. */
  draw(context: CanvasRenderingContext2D, x: number, y: number) {
    context.fillStyle = this.css("--stage");
    context.fillRect(x, y, this.width, this.height);
    for (const layer of this.box.querySelectorAll("canvas")) context.drawImage(layer, x, y, this.width, this.height);
  }

  /** The ground's colour, and what may be drawn upon it. */
  colours(): string[] {
    const names = [...Object.values(GROUND_COLOURS), ...Object.values(ROLE_COLOURS).map(([name]) => name), ...EVENT_COLOURS, "--wall", "--grid", "--ink"];
    const hues = Array.from({ length: 48 }, (_, i) => hueColour(i / 48, this.isDark));
    return [...["--stage", ...new Set(names)].map((name) => this.css(name)), ...Object.values(CELL_COLOURS).flat(), ...hues];
  }
}
