// What depends on what, as an FMU declares it: a mark for every state and input that a row depends on.
import type { RawStructure } from "./data.ts";
import { CANVAS_FONT, css_value, el, facts, hide_tooltip, keep_drawn, prepare_canvas, show_tooltip } from "./dom.ts";
import { integer, plural } from "./format.ts";

/** More names than that nobody could read. */
const MOST_NAMED = 60;
const NAMED_CELL = 16;
const LARGEST = 640;
const LONGEST_NAME = 190;
const MARGIN = 8;

interface Cells {
  left: number;
  top: number;
  cell: number;
}

export class Structure {
  readonly element: HTMLElement;
  private readonly box = el("div", { class: "figure" });
  private readonly canvas = el("canvas", { class: "plot", role: "img" });
  private readonly named: boolean;
  private cells: Cells = { left: 0, top: 0, cell: 1 };

  constructor(private readonly data: RawStructure) {
    const { rows, known } = data;
    this.named = rows.length <= MOST_NAMED && known.length <= MOST_NAMED;
    this.box.append(this.canvas);
    const undeclared = rows.filter((row) => row.on === null).length;
    this.canvas.setAttribute("aria-label", `Dependency structure: ${plural(rows.length, "row")} by ${plural(known.length, "state or input", "states and inputs")}`);
    const key = (colour: string, text: string) => {
      const swatch = el("span", { class: "swatch", "aria-hidden": "true" });
      swatch.style.setProperty("--colour", `var(${colour})`);
      return el("span", { class: "key" }, swatch, text);
    };
    this.element = el("figure", { class: "structure" }, el("h3", {}, "What depends on what"),
      el("p", { class: "intro" }, `As the FMU declares it: ${plural(rows.length, "row")} (derivatives, outputs, event indicators) against ${plural(known.length, "state or input", "states and inputs")}.`,
        undeclared > 0 ? ` For ${integer(undeclared)} of the rows nothing is declared: they count as depending on everything.` : ""),
      el("figcaption", { class: "keys" }, key("--accent", "declared"), undeclared > 0 ? key("--fast", "nothing declared") : null), this.box);
    this.canvas.addEventListener("pointermove", (event) => this.read(event));
    this.canvas.addEventListener("pointerleave", hide_tooltip);
    keep_drawn(this.box, () => this.draw());
  }

  private draw(): void {
    const room = Math.floor(this.box.clientWidth);
    if (room === 0) return;
    const { rows, known } = this.data;
    const measure = this.canvas.getContext("2d");
    if (measure) measure.font = CANVAS_FONT;
    const width_of = (name: string) => Math.min(LONGEST_NAME, measure ? measure.measureText(name).width : 6 * name.length);
    const left = this.named ? MARGIN + Math.max(0, ...rows.map((row) => width_of(row.name))) : MARGIN;
    const top = this.named ? MARGIN + Math.max(0, ...known.map(width_of)) : MARGIN;
    const across = Math.min(room - left - 2 * MARGIN, LARGEST) / Math.max(1, known.length);
    const cell = this.named ? Math.min(NAMED_CELL, across) : Math.min(across, LARGEST / Math.max(1, rows.length));
    this.cells = { left: left + MARGIN, top: top + MARGIN, cell };
    const context = prepare_canvas(this.canvas, Math.ceil(left + MARGIN + cell * known.length + MARGIN), Math.ceil(top + MARGIN + cell * rows.length + MARGIN));
    if (!context) return;
    this.draw_marks(context);
    if (this.named) this.draw_names(context);
  }

  private draw_marks(context: CanvasRenderingContext2D): void {
    const { rows, known } = this.data;
    const { left, top, cell } = this.cells;
    const inset = cell >= 6 ? 1 : 0;
    const size = Math.max(1, cell - 2 * inset); // a mark is seen however many there are
    context.strokeStyle = css_value("--line-strong");
    context.strokeRect(left - 0.5, top - 0.5, cell * known.length + 1, cell * rows.length + 1);
    rows.forEach((row, r) => {
      const y = top + r * cell + inset;
      context.fillStyle = css_value(row.on === null ? "--fast" : "--accent");
      if (row.on === null) context.fillRect(left, y, cell * known.length, size);
      else for (const column of row.on) context.fillRect(left + column * cell + inset, y, size, size);
    });
  }

  private draw_names(context: CanvasRenderingContext2D): void {
    const { rows, known } = this.data;
    const { left, top, cell } = this.cells;
    context.fillStyle = css_value("--ink");
    context.textBaseline = "middle";
    context.textAlign = "right";
    rows.forEach((row, r) => context.fillText(row.name, left - 6, top + (r + 0.5) * cell, LONGEST_NAME));
    context.textAlign = "left";
    known.forEach((name, c) => {
      context.save();
      context.translate(left + (c + 0.5) * cell, top - 6);
      context.rotate(-Math.PI / 2);
      context.fillText(name, 0, 0, LONGEST_NAME);
      context.restore();
    });
  }

  private read(event: PointerEvent): void {
    const { left, top, cell } = this.cells;
    const place = this.canvas.getBoundingClientRect();
    const row = this.data.rows[Math.floor((event.clientY - place.top - top) / cell)];
    const column = Math.floor((event.clientX - place.left - left) / cell);
    const known = this.data.known[column];
    if (!row || known === undefined) return hide_tooltip();
    const depends = row.on === null ? "not declared" : row.on.includes(column) ? "yes" : "no";
    show_tooltip(event.clientX, event.clientY, facts([row.kind, row.name], ["depends on", known], ["declared", depends]));
  }
}

/** Nothing where the report has no structure, or one too large to be kept. */
export function structure_figure(data: RawStructure | null | undefined): HTMLElement | null {
  if (!data) return null;
  if (data.left_out) return el("p", { class: "intro" }, `The FMU declares ${integer(data.left_out)} dependencies: too many for a picture on this page.`);
  return data.rows.length > 0 && data.known.length > 0 ? new Structure(data).element : null;
}
