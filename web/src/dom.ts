// Small helpers over the document: elements, one tooltip, canvases that follow theme and size.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: any) => void)>;

function fill(node: Element, attributes: Attributes, children: Child[]): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") node.addEventListener(name, value);
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) node.append(child);
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  fill(node, attributes, children);
  return node;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Attributes = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(node, attributes, children);
  return node;
}

export function section(id: string, number: string, title: string, ...children: Child[]): HTMLElement {
  return el("section", { id, "aria-labelledby": `${id}-title` },
    el("h2", { id: `${id}-title` }, number ? el("span", { class: "number", "aria-hidden": "true" }, number) : null, title),
    ...children);
}

export function message(kind: "note" | "warning" | "failure", title: string, ...text: Child[]): HTMLElement {
  return el("div", { class: `message ${kind}`, role: kind === "failure" ? "alert" : "note" }, el("strong", {}, title), " ", ...text);
}

/** A row of mutually exclusive buttons (radio group semantics come from native inputs). */
export function choice(
  name: string, legend: string, options: { value: string; label: string }[], chosen: string, on_choose: (value: string) => void,
): HTMLElement {
  const box = el("fieldset", { class: "choice" }, el("legend", {}, legend));
  for (const option of options) {
    const input = el("input", { type: "radio", name, value: option.value, change: () => on_choose(option.value) });
    input.checked = option.value === chosen;
    box.append(el("label", {}, input, el("span", {}, option.label)));
  }
  return box;
}

let tooltip_box: HTMLElement | null = null;

/** Shows the tooltip near a point of the window; screen readers hear it as a status message. */
export function show_tooltip(client_x: number, client_y: number, ...content: Child[]): void {
  if (!tooltip_box) {
    tooltip_box = el("div", { class: "tooltip", role: "status", "aria-live": "polite" });
    document.body.append(tooltip_box);
  }
  tooltip_box.replaceChildren(...(content.filter(Boolean) as Node[]));
  tooltip_box.hidden = false;
  const { width, height } = tooltip_box.getBoundingClientRect();
  const room = document.documentElement.clientWidth;
  let left = client_x + 16;
  if (left + width > room - 8) left = client_x - width - 16;
  if (left < 8) left = Math.max(8, Math.min(client_x - width / 2, room - width - 8));
  let top = client_y + 14;
  if (top + height > window.innerHeight - 8) top = client_y - height - 14;
  tooltip_box.style.left = `${left}px`;
  tooltip_box.style.top = `${Math.max(8, top)}px`;
}

export function hide_tooltip(): void {
  if (tooltip_box) tooltip_box.hidden = true;
}

/** Pairs of label and value, for tooltips. */
export function facts(...rows: (readonly [string, string] | null)[]): HTMLElement {
  const list = el("dl", { class: "facts" });
  for (const row of rows) if (row) list.append(el("dt", {}, row[0]), el("dd", {}, row[1]));
  return list;
}

export function css_value(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

export const CANVAS_FONT = '11px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';

/** A canvas context in CSS pixels, cleared, at the screen's resolution. */
export function prepare_canvas(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = Math.max(1, window.devicePixelRatio || 1);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = CANVAS_FONT;
  return context;
}

const redraws: (() => void)[] = [];

/** Draws now (once laid out) and again whenever the width of `box` or the colours change. */
export function keep_drawn(box: HTMLElement, draw: () => void): void {
  let width = -1;
  new ResizeObserver(() => {
    const now = Math.floor(box.clientWidth);
    if (now === width || now === 0) return;
    width = now;
    draw();
  }).observe(box);
  redraws.push(draw);
}

function redraw_all(): void {
  for (const draw of redraws) draw();
}

export function watch_theme(): void {
  window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw_all);
  // Paper is white: figures are redrawn in the light colours before printing.
  window.addEventListener("beforeprint", () => {
    document.documentElement.setAttribute("data-print", "");
    redraw_all();
  });
  window.addEventListener("afterprint", () => {
    document.documentElement.removeAttribute("data-print");
    redraw_all();
  });
}

/** Runs `action` at most once per frame. */
export function per_frame(action: () => void): () => void {
  let pending = false;
  return () => {
    if (pending) return;
    pending = true;
    requestAnimationFrame(() => {
      pending = false;
      action();
    });
  };
}

/** `text` shortened in the middle: the ends of a dotted name carry its meaning. */
export function shorten(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const head = Math.ceil((characters - 1) * 0.4);
  return `${text.slice(0, head)}…${text.slice(text.length - (characters - 1 - head))}`;
}

const ruler = document.createElement("canvas").getContext("2d");

/** Width in pixels of the widest of these texts, in the page's font at this size. */
export function text_width(texts: readonly string[], size: number): number {
  if (!ruler) return 0;
  ruler.font = CANVAS_FONT.replace("11px", `${size}px`);
  return texts.reduce((widest, text) => Math.max(widest, ruler.measureText(text).width), 0);
}
