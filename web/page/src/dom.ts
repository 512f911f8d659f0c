// Small things that the page is put together from.
type Child = Node | string;

export function element<K extends keyof HTMLElementTagNameMap>(tag: K, attributes: Record<string, string> = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

export const byId = <T extends HTMLElement = HTMLElement>(id: string) => document.getElementById(id) as T;

const ICONS: Record<string, string> = {
  play: '<path d="M7 4.5v15l12-7.5z"/>', pause: '<path d="M6 4.5h4.4v15H6zM13.6 4.5H18v15h-4.4z"/>',
  again: '<path d="M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5"/>', panel: '<rect x="3.5" y="5" width="17" height="14" rx="2.5"/><path d="M14.5 5v14"/>',
  dice: '<rect x="4" y="4" width="16" height="16" rx="4"/><path d="M8.6 8.6h.01M15.4 8.6h.01M12 12h.01M8.6 15.4h.01M15.4 15.4h.01"/>',
  theme: '<circle cx="12" cy="12" r="4.2"/><path d="M12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4"/>',
};

export function setIcon(button: HTMLElement, icon: string) {
  if (button.dataset.icon === icon) return;
  button.dataset.icon = icon;
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${ICONS[icon]}</svg>`;
}

/** Buttons of which one is chosen. */
export function choices<T extends string | number>(box: HTMLElement, options: [T, string][], chosen: T, pick: (value: T) => void): (value: T) => void {
  box.classList.add("choices");
  box.setAttribute("role", "radiogroup");
  const buttons = options.map(([value, title]) => {
    const button = element("button", { role: "radio", type: "button", "data-value": String(value) }, title);
    button.onclick = () => {
      mark(value);
      pick(value);
    };
    box.append(button);
    return button;
  });
  const mark = (value: T) => buttons.forEach((button) => button.setAttribute("aria-checked", String(button.dataset.value === String(value))));
  box.onkeydown = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (!step || at < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = buttons[(at + step + buttons.length) % buttons.length];
    next.focus();
    next.click();
  };
  mark(chosen);
  return mark;
}

export interface Slider { get(): number; set(value: number): void; limit(min: number, max: number, step: number): void; show(isShown: boolean): void }

export function slider(box: HTMLElement, title: string, id: string, write: (value: number) => string, change: (value: number) => void): Slider {
  const input = element("input", { type: "range", id, min: "0.25", max: "3", step: "0.05", value: "1" });
  const output = element("output", { for: id });
  const row = element("label", { class: "row" }, title, input, output);
  const show = () => {
    output.textContent = write(input.valueAsNumber);
    fillTrack(input);
  };
  input.oninput = () => {
    show();
    change(input.valueAsNumber);
  };
  box.append(row);
  show();
  return {
    get: () => input.valueAsNumber,
    set(value) { input.value = String(value); show(); },
    limit(min, max, step) { Object.assign(input, { min: String(min), max: String(max), step: String(step) }); show(); },
    show(isShown) { row.hidden = !isShown; row.style.display = isShown ? "" : "none"; },
  };
}

export function fillTrack(input: HTMLInputElement) {
  const part = (input.valueAsNumber - Number(input.min)) / Math.max(1e-9, Number(input.max) - Number(input.min));
  input.style.setProperty("--part", `${100 * part}%`);
}

export function section(parent: HTMLElement, title: string, id: string): HTMLElement {
  const made = element("section", { id }, element("h2", {}, title));
  parent.append(made);
  return made;
}

let timer = 0;
export function notice(text: string) {
  const box = byId("notice");
  box.textContent = text;
  box.classList.add("seen");
  clearTimeout(timer);
  timer = window.setTimeout(() => box.classList.remove("seen"), 3200);
}
