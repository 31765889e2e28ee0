// The candidates of the planner as a picture: error against time, forecast and measured.
import { el, facts, hide_tooltip, keep_drawn, show_tooltip, svg, text_width } from "./dom.ts";
import type { Candidate, Plan } from "./data.ts";
import { error_text, integer, seconds } from "./format.ts";
import { label_places } from "./label_places.ts";
import type { Box } from "./label_places.ts";
import { log_domain, log_scale, log_ticks } from "./scale.ts";
import type { Scale } from "./scale.ts";

const HEIGHT = 300;
const MARGIN = { left: 78, right: 26, top: 14, bottom: 44 };

/** "rosenbrock", "rosenbrock, none implicit". */
export function candidate_name(one: Candidate): string {
  return one.states === "" || one.states === "all" ? one.method : `${one.method}, ${one.states} implicit`;
}

interface Mark {
  candidate: Candidate;
  measured: boolean;
  time: number;
  error: number;
}

/** What can be drawn on two logarithmic axes. */
export function marks_of(plan: Plan): Mark[] {
  const marks: Mark[] = [];
  for (const candidate of plan.candidates) {
    const add = (measured: boolean, time: number, error: number) => {
      if (time > 0 && Number.isFinite(time) && error > 0 && Number.isFinite(error)) marks.push({ candidate, measured, time, error });
    };
    add(false, candidate.seconds, candidate.error);
    if (candidate.measured && candidate.measured.failure === "") add(true, candidate.measured.seconds, candidate.measured.error);
  }
  return marks;
}

export class Candidates {
  readonly element: HTMLElement;
  private readonly box = el("div", { class: "figure" });
  private readonly marks: Mark[];

  constructor(private readonly plan: Plan) {
    this.marks = marks_of(plan);
    this.element = el("figure", { class: "candidates" }, this.legend(), this.box);
    keep_drawn(this.box, () => this.draw());
  }

  private legend(): HTMLElement {
    const sample = (measured: boolean, chosen: boolean, label: string) =>
      el("span", { class: "key" }, svg("svg", { width: 22, height: 22, "aria-hidden": "true" }, dot(11, 11, measured, chosen)), label);
    const measured = this.marks.some((mark) => mark.measured);
    return el("figcaption", { class: "keys" },
      sample(false, false, "forecast"), measured ? sample(true, false, "measured") : null, sample(measured, true, "chosen"));
  }

  private draw(): void {
    if (this.box.clientWidth === 0) return;
    const width = Math.max(280, Math.floor(this.box.clientWidth));
    const frame: Box = { x: MARGIN.left, y: MARGIN.top, width: width - MARGIN.left - MARGIN.right, height: HEIGHT - MARGIN.top - MARGIN.bottom };
    const times = this.marks.map((mark) => mark.time);
    const errors = [...this.marks.map((mark) => mark.error), this.plan.max_error].filter((e) => e > 0);
    const x_domain = log_domain(Math.min(...times), Math.max(...times));
    const y_domain = log_domain(Math.min(...errors), Math.max(...errors));
    const x = log_scale(x_domain[0], x_domain[1], frame.x, frame.x + frame.width);
    const y = log_scale(y_domain[0], y_domain[1], frame.y + frame.height, frame.y);
    const root = svg("svg", {
      class: "plot", width, height: HEIGHT, viewBox: `0 0 ${width} ${HEIGHT}`, role: "img",
      "aria-label": "Error of each candidate against its time, forecast and measured; the table below has the numbers.",
    });
    this.draw_axes(root, frame, x, x_domain, y, y_domain);
    const taken = [...this.draw_bound(root, frame, y), ...this.draw_links(root, x, y)];
    // the chosen one on top
    for (const chosen of [false, true]) for (const mark of this.marks) if (mark.candidate.chosen === chosen) root.append(this.draw_mark(mark, x, y));
    this.draw_labels(root, frame, x, y, taken);
    this.box.replaceChildren(root);
  }

  private draw_axes(root: SVGElement, frame: Box, x: Scale, x_domain: [number, number], y: Scale, y_domain: [number, number]): void {
    const base = frame.y + frame.height;
    const across = log_ticks(x_domain[0], x_domain[1], Math.max(2, frame.width / 90));
    const up = log_ticks(y_domain[0], y_domain[1], 6);
    for (const value of up.major) {
      root.append(svg("line", { class: "grid", x1: frame.x, x2: frame.x + frame.width, y1: y(value), y2: y(value) }),
        svg("text", { x: frame.x - 8, y: y(value) + 4, "text-anchor": "end" }, error_text(value)));
    }
    for (const value of across.major) {
      root.append(svg("line", { class: "grid", x1: x(value), x2: x(value), y1: frame.y, y2: base }),
        svg("text", { x: x(value), y: base + 16, "text-anchor": "middle" }, seconds(value, 2)));
    }
    for (const value of across.minor) root.append(svg("line", { class: "minor", x1: x(value), x2: x(value), y1: base - 3, y2: base }));
    root.append(svg("line", { class: "axis", x1: frame.x, x2: frame.x + frame.width, y1: base, y2: base }),
      svg("text", { x: frame.x + frame.width / 2, y: base + 36, "text-anchor": "middle" }, "time of one run"),
      svg("text", { transform: `translate(12 ${frame.y + frame.height / 2}) rotate(-90)`, "text-anchor": "middle" }, "error, of the range"));
  }

  /** The error asked for; what its label covers. */
  private draw_bound(root: SVGElement, frame: Box, y: Scale): Box[] {
    const bound = this.plan.max_error;
    if (!(bound > 0)) return [];
    const text = `asked for: ${error_text(bound)}`;
    const width = text_width([text], 11) + 4;
    const end = frame.x + frame.width;
    root.append(svg("line", { class: "bound", x1: frame.x, x2: end, y1: y(bound), y2: y(bound) }),
      svg("text", { class: "bound-label", x: end - 2, y: y(bound) - 5, "text-anchor": "end" }, text));
    return [{ x: end - 2 - width, y: y(bound) - 18, width, height: 18 }, { x: frame.x, y: y(bound) - 1, width: frame.width, height: 2 }];
  }

  /** From what was forecast to what came of it; what the lines cover. */
  private draw_links(root: SVGElement, x: Scale, y: Scale): Box[] {
    const covered: Box[] = [];
    for (const mark of this.marks) {
      const forecast = mark.measured ? this.marks.find((other) => other.candidate === mark.candidate && !other.measured) : undefined;
      if (!forecast) continue;
      const [x1, y1, x2, y2] = [x(forecast.time), y(forecast.error), x(mark.time), y(mark.error)];
      root.append(svg("line", { class: mark.candidate.chosen ? "link chosen" : "link", x1, y1, x2, y2 }));
      const pieces = Math.ceil(Math.hypot(x2 - x1, y2 - y1) / 4);
      for (let i = 0; i <= pieces; i++) covered.push({ x: x1 + ((x2 - x1) * i) / pieces - 1, y: y1 + ((y2 - y1) * i) / pieces - 1, width: 2, height: 2 });
    }
    return covered;
  }

  private draw_mark(mark: Mark, x: Scale, y: Scale): SVGElement {
    const { candidate } = mark;
    const node = dot(x(mark.time), y(mark.error), mark.measured, candidate.chosen);
    const steps = mark.measured ? candidate.measured!.steps : candidate.steps;
    node.addEventListener("pointermove", (event) => show_tooltip(event.clientX, event.clientY,
      el("strong", {}, candidate_name(candidate)), el("span", { class: "at" }, mark.measured ? "measured" : "forecast"),
      facts(["error", error_text(mark.error)], ["time", seconds(mark.time, 3)], ["steps", integer(steps)], ["tolerance", error_text(candidate.tolerance)])));
    node.addEventListener("pointerleave", hide_tooltip);
    return node;
  }

  /** Each candidate has one label, at what was measured if it was; the chosen one finds its place first. */
  private draw_labels(root: SVGElement, frame: Box, x: Scale, y: Scale, taken: Box[]): void {
    const last = new Map<Candidate, Mark>();
    for (const mark of this.marks) last.set(mark.candidate, mark);
    const named = [...last.values()].sort((a, b) => Number(b.candidate.chosen) - Number(a.candidate.chosen));
    const texts = named.map(({ candidate }) => (candidate.chosen ? `chosen: ${candidate_name(candidate)}` : candidate_name(candidate)));
    const dots = this.marks.map((mark) => ({ x: x(mark.time) - 9, y: y(mark.error) - 9, width: 18, height: 18 }));
    const places = label_places(named.map((mark, i) => ({ x: x(mark.time), y: y(mark.error), width: 1.08 * text_width([texts[i]!], 12) + 2 })),
      [...taken, ...dots], frame);
    places.forEach((place, i) => {
      if (!place) return; // the table and the tooltip have it
      const at = place.anchor === "start" ? place.x : place.anchor === "end" ? place.x + place.width : place.x + place.width / 2;
      root.append(svg("text", { class: named[i]!.candidate.chosen ? "candidate chosen" : "candidate", x: at, y: place.y + 11, "text-anchor": place.anchor }, texts[i]!));
    });
  }
}

function dot(x: number, y: number, measured: boolean, chosen: boolean): SVGElement {
  const kind = `spot${measured ? " measured" : ""}${chosen ? " chosen" : ""}`;
  return svg("g", { class: kind }, chosen && measured ? svg("circle", { class: "halo", cx: x, cy: y, r: 9.5 }) : null, svg("circle", { class: "core", cx: x, cy: y, r: 5.5 }));
}
