// Section 2: the separability map. One row of cells per alpha, one cell per gap between neighbouring time scales;
// below it the gaps at the chosen alpha.
import { choice, css_value, el, facts, hide_tooltip, keep_drawn, per_frame, prepare_canvas, show_tooltip } from "./dom.ts";
import { css_colour, css_gradient, PALETTE, palette_index } from "./colour.ts";
import { decimal, index_text, integer, plural, seconds } from "./format.ts";
import { index_from_terms } from "./spectra.ts";
import type { AlphaStore, View } from "./spectra.ts";
import { linear_ticks } from "./scale.ts";

const LEFT = 70;
const RIGHT = 10;
const BARS = 84;
const AXIS = 38;

export class SeparabilityMap {
  readonly element: HTMLElement;
  private readonly box = el("div", { class: "figure" });
  private readonly canvas = el("canvas", { class: "plot", tabindex: 0, role: "img" });
  private readonly reading = el("p", { class: "reading", "aria-live": "polite" });
  private logarithmic: boolean;
  private width = 0;
  private map_height = 0;
  private cell = 0;

  constructor(private readonly store: AlphaStore) {
    this.box.append(this.canvas);
    // Over many decades only the slowest gap shows in seconds; decades then tell more at first sight.
    const { view } = store;
    this.logarithmic = view.finite > 2 && view.time_scale[view.order[view.finite - 1]!]! > 100 * view.time_scale[view.order[0]!]!;
    const scale = choice("map-scale", "Gaps measured in", [
      { value: "linear", label: "seconds" },
      { value: "log", label: "decades" },
    ], this.logarithmic ? "log" : "linear", (value) => {
      this.logarithmic = value === "log";
      this.draw();
    });
    const bar = el("span", { class: "colour-bar", "aria-hidden": "true" });
    bar.style.background = css_gradient();
    this.element = el("figure", { class: "map" },
      el("figcaption", { class: "keys" }, scale,
        el("span", { class: "key" }, "0", bar, "1 (the widest gap)")),
      this.box, this.reading);
    this.attach();
    keep_drawn(this.box, () => this.draw());
    store.subscribe(per_frame(() => this.draw()));
  }

  private terms(stop: number): Float64Array {
    return this.store.terms_at(stop, this.logarithmic);
  }

  /** Number of columns: the longest row, since variables may drop out of all cycles but never with alpha. */
  private columns(): number {
    let most = 0;
    for (let k = 0; k < this.store.spectra.stops.length; k++) most = Math.max(most, this.terms(k).length);
    return most;
  }

  private row_top(k: number): number {
    const rows = this.store.spectra.stops.length;
    return 8 + ((rows - 1 - k) * this.map_height) / rows;
  }

  private draw(): void {
    if (this.box.clientWidth === 0) return;
    this.width = Math.max(280, Math.floor(this.box.clientWidth));
    const rows = this.store.spectra.stops.length;
    const columns = this.columns();
    // A single column is the same colour all over: it needs no room to be read.
    this.map_height = columns <= 1 ? 110 : Math.min(300, Math.max(110, rows * 12));
    this.cell = columns === 0 ? 0 : (this.width - LEFT - RIGHT) / columns;
    const context = prepare_canvas(this.canvas, this.width, 8 + this.map_height + BARS + AXIS + 12);
    if (!context) return;
    if (this.cell * columns > 0) {
      if (this.cell >= 2) this.draw_cells(context);
      else this.draw_pixels(context);
    }
    this.draw_row_axis(context);
    this.draw_bars(context);
    this.draw_column_axis(context, columns);
    this.describe();
  }

  private draw_cells(context: CanvasRenderingContext2D): void {
    const rows = this.store.spectra.stops.length;
    const gap = this.cell > 12 && this.map_height / rows > 6 ? 1 : 0;
    for (let k = 0; k < rows; k++) {
      const terms = this.terms(k);
      const top = this.row_top(k);
      const height = this.map_height / rows - gap;
      terms.forEach((term, i) => {
        context.fillStyle = css_colour(term);
        context.fillRect(LEFT + i * this.cell, top, Math.max(1, this.cell - gap), height + (gap ? 0 : 0.5));
      });
    }
  }

  /** More gaps than pixels: each pixel shows the widest gap behind it, so that no gap disappears. */
  private draw_pixels(context: CanvasRenderingContext2D): void {
    const rows = this.store.spectra.stops.length;
    const ratio = this.canvas.width / this.width;
    const across = Math.floor((this.width - LEFT - RIGHT) * ratio);
    const tall = Math.ceil((this.map_height / rows) * ratio);
    for (let k = 0; k < rows; k++) {
      const widest = widest_per_pixel(this.terms(k), across, this.columns_cached());
      const image = context.createImageData(across, tall);
      for (let y = 0; y < tall; y++) {
        for (let x = 0; x < across; x++) {
          if (Number.isNaN(widest[x]!)) continue; // no gap there: transparent
          const [r, g, b] = PALETTE[palette_index(widest[x]!)]!;
          image.data.set([r, g, b, 255], 4 * (y * across + x));
        }
      }
      context.putImageData(image, Math.round(LEFT * ratio), Math.round(this.row_top(k) * ratio));
    }
  }

  private columns_cached(): number {
    return Math.round((this.width - LEFT - RIGHT) / this.cell);
  }

  private draw_row_axis(context: CanvasRenderingContext2D): void {
    const { stops } = this.store.spectra;
    const pitch = this.map_height / stops.length;
    context.textAlign = "right";
    context.textBaseline = "middle";
    const every = Math.max(1, Math.ceil(16 / pitch));
    stops.forEach((stop, k) => {
      const chosen = k === this.store.index;
      const near_chosen = Math.abs(k - this.store.index) * pitch < 14;
      if (!chosen && (near_chosen || k % every !== 0)) return;
      context.fillStyle = css_value(chosen ? "--accent" : "--muted");
      context.fillText(decimal(stop.alpha, 3), LEFT - 10, this.row_top(k) + pitch / 2);
    });
    context.strokeStyle = css_value("--accent");
    context.fillStyle = css_value("--accent");
    context.lineWidth = 1.5;
    const top = this.row_top(this.store.index);
    context.strokeRect(LEFT - 1.5, top - 1, this.width - LEFT - RIGHT + 3, pitch + 1);
    context.beginPath();
    context.moveTo(LEFT - 3, top + pitch / 2);
    context.lineTo(LEFT - 8, top + pitch / 2 - 4);
    context.lineTo(LEFT - 8, top + pitch / 2 + 4);
    context.fill();
    context.save();
    context.fillStyle = css_value("--muted");
    context.translate(10, 8 + this.map_height / 2);
    context.rotate(-Math.PI / 2);
    context.textAlign = "center";
    context.fillText("loop gain allowed, α", 0, 0);
    context.restore();
  }

  private draw_bars(context: CanvasRenderingContext2D): void {
    const terms = this.store.terms(this.logarithmic);
    const top = 8 + this.map_height + 14;
    const base = top + BARS - 16;
    context.strokeStyle = css_value("--line");
    context.lineWidth = 1;
    context.fillStyle = css_value("--muted");
    context.textAlign = "right";
    for (const level of [0, 0.5, 1]) {
      const y = Math.round(base - level * (base - top)) + 0.5;
      context.beginPath();
      context.moveTo(LEFT, y);
      context.lineTo(this.width - RIGHT, y);
      context.stroke();
      context.fillText(String(level), LEFT - 10, y);
    }
    context.fillStyle = css_value("--accent");
    const across = this.width - LEFT - RIGHT;
    if (this.cell >= 2) {
      const wide = this.cell > 12 ? Math.min(48, this.cell * 0.75) : this.cell;
      terms.forEach((term, i) => context.fillRect(LEFT + (i + 0.5) * this.cell - wide / 2, base - term * (base - top), wide, term * (base - top)));
    } else if (this.cell > 0) {
      widest_per_pixel(terms, across, this.columns_cached()).forEach((term, x) => {
        if (term > 0) context.fillRect(LEFT + x, base - term * (base - top), 1, term * (base - top));
      });
    }
  }

  private draw_column_axis(context: CanvasRenderingContext2D, columns: number): void {
    const y = 8 + this.map_height + BARS + 10;
    context.fillStyle = css_value("--muted");
    context.textAlign = "center";
    const { values } = linear_ticks(1, Math.max(1, columns), Math.max(2, (this.width - LEFT - RIGHT) / 80));
    for (const value of values) {
      if (Number.isInteger(value) && value >= 1) context.fillText(integer(value), LEFT + (value - 0.5) * this.cell, y);
    }
    context.fillText("gap number, from the fastest pair of neighbours to the slowest", LEFT + (this.width - LEFT - RIGHT) / 2, y + 20);
  }

  private describe(): void {
    const view = this.store.view;
    const terms = this.store.terms(this.logarithmic);
    this.canvas.setAttribute("aria-label",
      `Separability map: ${plural(this.store.spectra.stops.length, "value")} of alpha by ${plural(terms.length, "gap")}. Up and down choose alpha, left and right read the gaps.`);
    if (terms.length === 0) {
      this.reading.textContent = view.finite < 2
        ? `At α = ${decimal(view.alpha)} ${view.finite === 1 ? "only one variable has" : "no variable has"} a finite time scale: there is no gap to show and the separability index is undefined.`
        : `At α = ${decimal(view.alpha)} all time scales are equal: the separability index is undefined.`;
      return;
    }
    const widest = terms.reduce((best, term, i) => (term > terms[best]! ? i : best), 0);
    const [before, after] = this.neighbours(view, widest);
    const index = index_text(index_from_terms(terms));
    this.reading.textContent =
      `At α = ${decimal(view.alpha)} the widest gap lies between ${before} and ${after}. Separability index s ${/^[>]/.test(index) ? index : `= ${index}`}` +
      (terms.length === 1 ? " (with a single gap the index is always 0)." : ".");
  }

  private neighbours(view: View, i: number): [string, string] {
    const text = (variable: number) => `${this.store.spectra.names[variable]} (${seconds(view.time_scale[variable]!, 3)})`;
    return [text(view.order[i]!), text(view.order[i + 1]!)];
  }

  private attach(): void {
    let gap = 0;
    const locate = (event: PointerEvent | MouseEvent): { k: number; i: number } | null => {
      const box = this.canvas.getBoundingClientRect();
      const rows = this.store.spectra.stops.length;
      const y = event.clientY - box.top - 8;
      const i = Math.floor((event.clientX - box.left - LEFT) / this.cell);
      if (y < 0 || y > this.map_height + BARS || !(i >= 0 && i < this.columns_cached())) return null;
      const in_map = y < this.map_height;
      return { k: in_map ? rows - 1 - Math.floor((y * rows) / this.map_height) : this.store.index, i };
    };
    this.canvas.addEventListener("pointermove", (event) => {
      const at = locate(event);
      if (at) this.show(at.k, at.i, event.clientX, event.clientY);
      else hide_tooltip();
    });
    this.canvas.addEventListener("pointerleave", hide_tooltip);
    this.canvas.addEventListener("blur", hide_tooltip);
    this.canvas.addEventListener("click", (event) => {
      const at = locate(event);
      if (at) this.store.choose(at.k);
    });
    this.canvas.addEventListener("keydown", (event) => {
      if (event.key === "Escape") return hide_tooltip();
      if (event.key === "ArrowUp" || event.key === "ArrowDown") this.store.choose(this.store.index + (event.key === "ArrowUp" ? 1 : -1));
      else if (event.key === "ArrowLeft" || event.key === "ArrowRight") gap += event.key === "ArrowRight" ? 1 : -1;
      else return;
      event.preventDefault();
      gap = Math.min(Math.max(0, gap), Math.max(0, this.terms(this.store.index).length - 1));
      const box = this.canvas.getBoundingClientRect();
      this.show(this.store.index, gap, box.left + LEFT + (gap + 0.5) * this.cell, box.top + this.row_top(this.store.index));
    });
  }

  private show(k: number, i: number, client_x: number, client_y: number): void {
    const view = this.store.view_at(k);
    const terms = this.terms(k);
    if (i >= terms.length || i + 1 >= view.order.length) return hide_tooltip();
    const [before, after] = this.neighbours(view, i);
    show_tooltip(client_x, client_y,
      el("strong", {}, `gap ${integer(i + 1)} at α = ${decimal(view.alpha, 3)}`),
      facts(["from", before], ["to", after], ["relative width", decimal(terms[i]!, 3)]));
  }
}

/** The widest gap on or next to a pixel: a lone gap among thousands must stay visible, and few gaps must leave no holes. */
function widest_per_pixel(terms: Float64Array, pixels: number, columns: number): Float64Array {
  const widest = new Float64Array(pixels).fill(NaN);
  terms.forEach((term, i) => {
    const first = Math.max(0, Math.floor((i * pixels) / columns) - 1);
    const last = Math.min(pixels - 1, Math.max(Math.floor((i * pixels) / columns), Math.ceil(((i + 1) * pixels) / columns) - 1) + 1);
    for (let x = first; x <= last; x++) if (!(widest[x]! >= term)) widest[x] = term;
  });
  return widest;
}
