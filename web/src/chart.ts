// One panel of the trajectory section: a variable over time, all runs on top of each other.
import { css_value, el, prepare_canvas } from "./dom.ts";
import { decimate, extent, sample } from "./decimate.ts";
import { axis_unit, quantity, tick_label } from "./format.ts";
import { linear_scale, linear_ticks } from "./scale.ts";
import type { Scale } from "./scale.ts";

export interface Line {
  id: string;
  label: string;
  colour: string;
  dash: number[];
  reference: boolean;
  failed: boolean;
  time: Float64Array;
  values: Float64Array;
}

export interface Window {
  t0: number;
  t1: number;
}

export const PANEL_HEIGHT = 216;
/** Steps are marked by dots when they are at least this many pixels apart. */
const DOT_PITCH = 5;
const MARGIN = { left: 54, right: 12, top: 10, bottom: 24 };

export class Chart {
  readonly element: HTMLElement;
  readonly canvas = el("canvas", { class: "plot", tabindex: 0, role: "img" });
  private readonly crosshair = el("div", { class: "crosshair", hidden: true });
  private readonly brush = el("div", { class: "brush", hidden: true });
  private readonly heading = el("h3", {});
  private readonly remark = el("p", { class: "remark" });
  private readonly frame: HTMLElement;
  private x: Scale = linear_scale(0, 1, 0, 1);
  private width = 0;

  constructor(
    readonly name: string,
    readonly unit: string,
    private lines: Line[],
  ) {
    this.frame = el("div", { class: "frame" }, this.canvas, this.crosshair, this.brush);
    this.element = el("div", { class: "panel", "data-variable": name }, this.heading, this.frame, this.remark);
  }

  set_lines(lines: Line[]): void {
    this.lines = lines;
  }

  time_at(client_x: number): number {
    return this.x.invert(client_x - this.canvas.getBoundingClientRect().left);
  }

  client_x_of(t: number): number {
    return this.canvas.getBoundingClientRect().left + this.x(t);
  }

  inside(client_x: number): boolean {
    const x = client_x - this.canvas.getBoundingClientRect().left;
    return x >= MARGIN.left - 2 && x <= this.width - MARGIN.right + 2;
  }

  show_crosshair(t: number | null): void {
    const x = t === null ? NaN : this.x(t);
    this.crosshair.hidden = !(x >= MARGIN.left - 1 && x <= this.width - MARGIN.right + 1);
    this.crosshair.style.left = `${x}px`;
  }

  show_brush(from: number | null, to: number): void {
    this.brush.hidden = from === null;
    if (from === null) return;
    const low = Math.max(MARGIN.left, Math.min(this.x(from), this.x(to)));
    const high = Math.min(this.width - MARGIN.right, Math.max(this.x(from), this.x(to)));
    this.brush.style.left = `${low}px`;
    this.brush.style.width = `${Math.max(0, high - low)}px`;
  }

  /** Values of all lines at time t, for the tooltip. */
  readings(t: number): { label: string; colour: string; text: string }[] {
    return this.lines.map((line) => {
      const value = sample(line.time, line.values, t);
      const ended = line.time.length > 0 && t > line.time[line.time.length - 1]!;
      return { label: line.label, colour: line.colour, text: ended && line.failed ? "stopped before" : quantity(value, this.unit, 5) };
    });
  }

  draw(view: Window, is_difference: boolean): void {
    this.width = Math.max(240, Math.floor(this.element.clientWidth));
    const context = prepare_canvas(this.canvas, this.width, PANEL_HEIGHT);
    if (!context) return;
    const { low, high, cut_off } = this.range(view, is_difference);
    const scale = axis_unit(Math.max(Math.abs(low), Math.abs(high)), this.unit);
    this.heading.replaceChildren(
      is_difference ? "Δ " : "", el("span", { class: "variable" }, this.name), scale.unit ? el("span", { class: "unit" }, ` in ${scale.unit}`) : "");
    this.remark.textContent = this.lines.length === 0
      ? (is_difference ? "no run and reference to compare" : "no run shown has recorded this variable")
      : cut_off.length > 0 ? `${cut_off.join(", ")} ${cut_off.length === 1 ? "leaves" : "leave"} the plotted range` : "";
    this.canvas.setAttribute("aria-label",
      `${is_difference ? "Difference to the reference of " : ""}${this.name} over time, ${this.lines.map((l) => l.label).join(", ")}. ` +
      "Arrow keys read values, plus and minus zoom, zero resets.");
    this.x = linear_scale(view.t0, view.t1, MARGIN.left, this.width - MARGIN.right);
    const y = linear_scale(low, high, PANEL_HEIGHT - MARGIN.bottom, MARGIN.top);
    this.draw_axes(context, view, low, high, y, scale.exponent);
    context.save();
    context.beginPath();
    context.rect(MARGIN.left, MARGIN.top - 2, this.width - MARGIN.left - MARGIN.right, PANEL_HEIGHT - MARGIN.top - MARGIN.bottom + 4);
    context.clip();
    // The reference lies below, broad and quiet, so that the others are judged against it.
    for (const line of [...this.lines].sort((a, b) => Number(b.reference) - Number(a.reference))) this.draw_line(context, line, view, y);
    context.restore();
  }

  /** Vertical range: everything visible, unless a run runs away from the reference so far that it would flatten it. */
  private range(view: Window, is_difference: boolean): { low: number; high: number; cut_off: string[] } {
    const extents = this.lines.map((line) => extent(line.time, line.values, view.t0, view.t1));
    const united = (keep: (line: Line) => boolean): [number, number] => {
      let low = Infinity;
      let high = -Infinity;
      this.lines.forEach((line, i) => {
        if (!keep(line)) return;
        low = Math.min(low, extents[i]![0]);
        high = Math.max(high, extents[i]![1]);
      });
      return [low, high];
    };
    let [low, high] = united(() => true);
    const trusted = united((line) => (is_difference ? !line.failed : line.reference));
    const trusted_span = trusted[1] - trusted[0];
    const cut_off: string[] = [];
    if (trusted_span > 0 && high - low > 8 * trusted_span) {
      low = Math.max(low, trusted[0] - trusted_span);
      high = Math.min(high, trusted[1] + trusted_span);
      this.lines.forEach((line, i) => {
        if (extents[i]![0] < low || extents[i]![1] > high) cut_off.push(line.label);
      });
    }
    if (!(high >= low)) return { low: 0, high: 1, cut_off };
    if (is_difference) {
      low = Math.min(low, 0);
      high = Math.max(high, 0);
    }
    if (high - low <= 1e-12 * Math.max(Math.abs(low), Math.abs(high))) {
      const air = Math.max(Math.abs(high) * 0.05, 1e-30) || 1;
      return { low: low - (high === 0 ? 1 : air), high: high + (high === 0 ? 1 : air), cut_off };
    }
    const air = 0.06 * (high - low);
    return { low: low - air, high: high + air, cut_off };
  }

  private draw_axes(context: CanvasRenderingContext2D, view: Window, low: number, high: number, y: Scale, exponent: number): void {
    const factor = 10 ** exponent;
    const vertical = linear_ticks(low / factor, high / factor, 5);
    const horizontal = linear_ticks(view.t0, view.t1, Math.max(2, (this.width - MARGIN.left) / 74));
    context.lineWidth = 1;
    context.strokeStyle = css_value("--line");
    context.fillStyle = css_value("--muted");
    context.textBaseline = "middle";
    context.textAlign = "right";
    for (const value of vertical.values) {
      const py = Math.round(y(value * factor)) + 0.5;
      context.strokeStyle = css_value(value === 0 ? "--line-strong" : "--line");
      segment(context, MARGIN.left, py, this.width - MARGIN.right, py);
      context.fillText(tick_label(value, vertical.step), MARGIN.left - 8, py);
    }
    context.textBaseline = "top";
    context.textAlign = "center";
    context.strokeStyle = css_value("--line-strong");
    const base = PANEL_HEIGHT - MARGIN.bottom + 2.5;
    segment(context, MARGIN.left, base, this.width - MARGIN.right, base);
    horizontal.values.forEach((value, i) => {
      const px = Math.round(this.x(value)) + 0.5;
      segment(context, px, base, px, base + 4);
      const last = i === horizontal.values.length - 1;
      if (px > this.width - 26) context.textAlign = "right";
      context.fillText(tick_label(value, horizontal.step) + (last ? "\u202fs" : ""), context.textAlign === "right" ? this.width - 2 : px, base + 7);
      context.textAlign = "center";
    });
  }

  private draw_line(context: CanvasRenderingContext2D, line: Line, view: Window, y: Scale): void {
    const across = this.width - MARGIN.left - MARGIN.right;
    const picks = decimate(line.time, line.values, view.t0, view.t1, Math.ceil(across));
    context.strokeStyle = line.colour;
    context.fillStyle = line.colour;
    context.lineWidth = line.reference ? 4 : 1.6;
    context.globalAlpha = line.reference ? 0.45 : 1;
    context.lineJoin = "round";
    context.setLineDash(line.dash);
    context.beginPath();
    let pen = false;
    for (const i of picks) {
      const v = line.values[i]!;
      if (!Number.isFinite(v)) {
        pen = false;
        continue;
      }
      const px = this.x(line.time[i]!);
      // Far outside the frame exact places do not matter, but huge coordinates upset canvases.
      const py = Math.min(1e5, Math.max(-1e5, y(v)));
      if (pen) context.lineTo(px, py);
      else context.moveTo(px, py);
      pen = true;
    }
    context.stroke();
    context.setLineDash([]);
    if (!line.reference && picks.length > 1 && this.x(line.time[picks[picks.length - 1]!]!) - this.x(line.time[picks[0]!]!) > DOT_PITCH * picks.length) {
      for (const i of picks) if (Number.isFinite(line.values[i]!)) dot(context, this.x(line.time[i]!), y(line.values[i]!));
    }
    context.globalAlpha = 1;
    if (line.failed) this.draw_end(context, line, y);
  }

  private draw_end(context: CanvasRenderingContext2D, line: Line, y: Scale): void {
    let last = line.time.length - 1;
    while (last >= 0 && !Number.isFinite(line.values[last]!)) last--;
    if (last < 0) return;
    const px = this.x(line.time[last]!);
    const py = Math.min(PANEL_HEIGHT - MARGIN.bottom - 6, Math.max(MARGIN.top + 6, y(line.values[last]!)));
    context.lineWidth = 2.4;
    segment(context, px - 5, py - 5, px + 5, py + 5);
    segment(context, px - 5, py + 5, px + 5, py - 5);
  }
}

function segment(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function dot(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.beginPath();
  context.arc(x, y, 2.2, 0, 2 * Math.PI);
  context.fill();
}
