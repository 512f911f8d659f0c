// Scores and charts, of all worlds side by side.
import { element } from "./dom";
import type { History, Pane } from "./pane";

const ROWS: [string, string, (value: number) => string, number][] = [ // title, key, text, the better: 1 more, -1 less
  ["Arrived", "arrived", (v) => String(v), 1], ["Contacts", "contacts", (v) => String(v), -1],
  ["With walls, rocks", "obstacle_contacts", (v) => String(v), -1],
  ["Time ÷ shortest", "time_ratio", (v) => v.toFixed(2), -1], ["Path ÷ shortest", "path_ratio", (v) => v.toFixed(2), -1],
  ["Deepest overlap", "worst_penetration", (v) => `${(100 * v).toFixed(1)} %`, -1], ["Stuck", "stuck_agents", (v) => String(v), -1],
];
const COLOURS = ["--accent", "--preferred", "--velocity", "--alert"];
const CHARTS: [string, keyof History, (value: number) => string][] = [
  ["Arrived", "arrived", (v) => String(v)], ["Speed", "speed", (v) => `${v.toFixed(2)} m/s`],
  ["Contacts", "contacts", (v) => String(v)], ["Tick", "milliseconds", (v) => `${v.toFixed(2)} ms`],
];

export class Scores {
  private table = element("table");
  private charts = element("div", { class: "charts" });
  private figures: { canvas: HTMLCanvasElement; value: HTMLElement }[];
  private last = 0;

  constructor(parent: HTMLElement) {
    this.figures = CHARTS.map(([title]) => {
      const canvas = element("canvas", { "aria-hidden": "true" }), value = element("b");
      canvas.width = 260;
      canvas.height = 80;
      this.charts.append(element("figure", {}, element("figcaption", {}, title, value), canvas));
      return { canvas, value };
    });
    parent.append(this.table, this.charts);
  }

  show(panes: Pane[], now: number) {
    if (now - this.last < 200) return;
    this.last = now;
    this.showTable(panes);
    CHARTS.forEach(([, key, write], i) => this.showChart(this.figures[i], panes, key, write));
  }

  private showTable(panes: Pane[]) {
    const rows = ROWS.map(([title, key, write, better]) => {
      const values = panes.map((pane) => pane.scores[key] ?? NaN);
      const known = values.filter((value) => Number.isFinite(value));
      const best = better > 0 ? Math.max(...known) : Math.min(...known);
      const isContest = known.length > 1 && known.some((value) => value !== best);
      return element("tr", {}, element("td", {}, title), ...values.map((value) =>
        element("td", isContest && value === best ? { class: "best" } : {}, Number.isFinite(value) ? write(value) : "–")));
    });
    const head = panes.length > 1 ? [element("tr", {}, element("th", {}, ""), ...panes.map((pane, i) => {
      const th = element("th", {}, pane.title);
      th.style.color = `var(${COLOURS[i]})`;
      return th;
    }))] : [];
    this.table.replaceChildren(...head, ...rows);
  }

  private showChart({ canvas, value }: { canvas: HTMLCanvasElement; value: HTMLElement }, panes: Pane[], key: keyof History, write: (value: number) => string) {
    const context = canvas.getContext("2d")!, style = getComputedStyle(document.documentElement);
    const all = panes.flatMap((pane) => pane.history);
    const end = Math.max(1, ...all.map((one) => one.time)), top = Math.max(1e-9, ...all.map((one) => one[key])) * 1.08;
    context.clearRect(0, 0, canvas.width, canvas.height);
    panes.forEach((pane, i) => {
      context.strokeStyle = style.getPropertyValue(COLOURS[i]);
      context.lineWidth = 3;
      context.lineJoin = "round";
      context.beginPath();
      for (const one of pane.history) context.lineTo((one.time / end) * canvas.width, canvas.height - 2 - (one[key] / top) * (canvas.height - 6));
      context.stroke();
    });
    const last = panes[0]?.history[panes[0].history.length - 1];
    value.textContent = last ? write(last[key]) : "";
  }
}
