// What the page's worlds show, as one picture: where there are several, side by side as they lie on the page.
import type { Pane } from "./pane";

export interface Size { width: number; height: number }

export class Sheet {
  constructor(private stage: HTMLElement, private panes: Pane[]) {}

  /** In pixels of the page. */
  get size(): Size {
    return { width: this.stage.clientWidth, height: this.stage.clientHeight };
  }

  /** The ground's colour, and what may be drawn upon it. */
  colours(): string[] {
    return this.panes[0].view.colours();
  }

  /** All of it onto one canvas, as sharp as it is on the page or of a given size: in its middle. */
  compose(canvas: HTMLCanvasElement, size?: Size) {
    const { ratio } = this.panes[0].view, whole = this.size;
    const { width, height } = size ?? { width: Math.round(whole.width * ratio), height: Math.round(whole.height * ratio) };
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    const context = canvas.getContext("2d")!, scale = Math.min(width / whole.width, height / whole.height);
    context.resetTransform();
    context.fillStyle = this.css("--stage");
    context.fillRect(0, 0, width, height);
    context.translate((width - scale * whole.width) / 2, (height - scale * whole.height) / 2);
    context.scale(scale, scale);
    for (const pane of this.panes) this.draw(context, pane);
  }

  private draw(context: CanvasRenderingContext2D, { box, view, title }: Pane) {
    const from = this.stage.getBoundingClientRect(), { left, top } = box.getBoundingClientRect(), x = left - from.left, y = top - from.top;
    if (this.panes.length > 1) {
      context.fillStyle = this.css("--line");
      context.fillRect(x - 1, y - 1, view.width + 2, view.height + 2);
    }
    view.draw(context, x, y);
    if (this.panes.length > 1) {
      context.fillStyle = this.css("--ink");
      context.font = "600 14px system-ui, sans-serif";
      context.fillText(title, x + 14, y + 26);
    }
  }

  private css(name: string): string {
    return getComputedStyle(this.stage).getPropertyValue(name).trim();
  }
}
