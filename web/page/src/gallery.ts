// All scenes, each alive in its card.
import { groups, SCENES, titleOf } from "./scenes";
import { STRIDE } from "./session";
import type { Thumb } from "./thumbs";
import { hueColour } from "./view";
import type { ToWorker } from "./worker";

export class Gallery {
  private worker?: Worker;
  private contexts = new Map<string, CanvasRenderingContext2D>();
  private grounds = new Map<string, Float32Array>();
  private seen?: IntersectionObserver;

  constructor(private dialog: HTMLDialogElement, private module: Promise<WebAssembly.Module>, private open: (name: string) => void) {
    dialog.addEventListener("close", () => this.stop());
    dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  }

  private send(message: ToWorker) {
    this.worker?.postMessage(message);
  }

  async show() {
    const module = await this.module;
    if (this.dialog.open) return;
    if (!this.contexts.size) this.fill();
    this.worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.worker.onmessage = ({ data }: MessageEvent<Thumb | { type: "loaded" }>) => { if ("bodies" in data) this.paint(data); };
    this.send({ type: "load", module, helpers: 0 });
    this.dialog.showModal();
    this.seen = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const name = (target as HTMLElement).dataset.name!;
        this.send(isIntersecting ? { type: "show", name, text: SCENES.get(name)! } : { type: "hide", name });
      }
    }, { root: this.dialog });
    for (const context of this.contexts.values()) this.seen.observe(context.canvas);
  }

  private stop() {
    this.seen?.disconnect();
    this.worker?.terminate();
    this.worker = undefined;
  }

  private fill() {
    const head = document.createElement("div");
    head.className = "head";
    head.innerHTML = '<h2>Scenes</h2><a class="button" href="scouts.html">Play a game</a>';
    const close = document.createElement("button");
    close.textContent = "Close";
    close.onclick = () => this.dialog.close();
    head.append(close);
    this.dialog.append(head);
    for (const [group, names] of groups()) {
      const title = document.createElement("h3"), cards = document.createElement("div");
      title.textContent = group;
      cards.className = "cards";
      cards.append(...names.map((name) => this.card(name)));
      this.dialog.append(title, cards);
    }
  }

  private card(name: string): HTMLElement {
    const card = document.createElement("button"), canvas = document.createElement("canvas");
    const text = document.createElement("span"), more = document.createElement("small");
    const [title, rest] = titleOf(SCENES.get(name)!);
    card.className = "card";
    card.dataset.scene = name;
    canvas.width = 400;
    canvas.height = 250;
    canvas.dataset.name = name;
    canvas.setAttribute("aria-hidden", "true");
    text.textContent = title;
    more.textContent = rest || name;
    text.append(more);
    card.append(canvas, text);
    card.onclick = () => {
      this.dialog.close();
      this.open(name);
    };
    this.contexts.set(name, canvas.getContext("2d", { willReadFrequently: true })!); // small: not worth a trip to the GPU
    return card;
  }

  private paint({ name, bodies, scene, viewport, isSpatial }: Thumb) {
    const context = this.contexts.get(name);
    if (!context) return;
    if (scene) this.grounds.set(name, scene);
    const { width, height } = context.canvas, { lower, upper } = viewport;
    const style = getComputedStyle(document.documentElement);
    const isDark = style.getPropertyValue("--is-dark").trim() === "1";
    const sides = upper.map((value, i) => value - lower[i]);
    const wide = isSpatial ? sides[0] + 0.5 * sides[1] : sides[0], high = isSpatial ? sides[2] + 0.5 * sides[1] : sides[1];
    const scale = 0.92 * Math.min(width / wide, height / high);
    const project = (x: number, y: number, z: number): [number, number] => {
      const dx = x - (lower[0] + upper[0]) / 2, dy = y - (lower[1] + upper[1]) / 2, dz = z - (lower[2] + upper[2]) / 2;
      return isSpatial ? [width / 2 + scale * (dx + 0.45 * dy), height / 2 - scale * (dz + 0.35 * dy)]
        : [width / 2 + scale * dx, height / 2 - scale * dy];
    };
    context.clearRect(0, 0, width, height);
    this.paintGround(context, project, style, isSpatial, this.grounds.get(name));
    for (let i = 0; i < bodies.length; i += STRIDE) {
      const [x, y] = project(bodies[i], bodies[i + 1], bodies[i + 2]);
      context.fillStyle = bodies[i + 5] === 3 ? style.getPropertyValue("--muted") : hueColour(bodies[i + 4], isDark, bodies[i + 5] === 1 ? 0.5 : 1);
      context.beginPath();
      context.arc(x, y, Math.max(2.6, bodies[i + 3] * scale), 0, 2 * Math.PI);
      context.fill();
    }
  }

  private paintGround(context: CanvasRenderingContext2D, project: (x: number, y: number, z: number) => [number, number],
    style: CSSStyleDeclaration, isSpatial: boolean, scene = new Float32Array(0)) {
    context.globalAlpha = isSpatial ? 0.25 : 1;
    for (let i = 0; i < scene.length; i += 4 + scene[i + 3]) {
      context.beginPath();
      for (let k = 0; k < scene[i + 3]; k += 3) context.lineTo(...project(scene[i + 4 + k], scene[i + 5 + k], scene[i + 6 + k]));
      context.fillStyle = style.getPropertyValue("--block");
      context.strokeStyle = style.getPropertyValue("--wall");
      context.lineWidth = 1.5;
      if (scene[i + 2] === 2) context.fill();
      else context.stroke();
    }
    context.globalAlpha = 1;
  }
}
