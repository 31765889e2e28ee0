// Section 1: the time-scale spectrum. Three drawings of the same thing, by the number of variables: one row per
// variable, stacked dots, or a density strip.
import { el, facts, hide_tooltip, keep_drawn, per_frame, shorten, show_tooltip, svg, text_width } from "./dom.ts";
import { number_of } from "./data.ts";
import { decimal, integer, plural, seconds, superscript } from "./format.ts";
import { log_domain, log_scale, log_ticks } from "./scale.ts";
import type { Scale } from "./scale.ts";
import { FAST, NO_CYCLE, SLOW } from "./spectra.ts";
import type { AlphaStore, Kind, View } from "./spectra.ts";

const ROWS_UP_TO = 32;
const DOT = 9;
const TALLEST_STACK = 16;
const KIND_NAME = ["fast", "slow", "no cycle"] as const;
const KIND_CLASS = ["fast", "slow", "none"] as const;

interface Target {
  x: number;
  y: number;
  /** Variables behind this target, all of them (one for markers, many for a bar). */
  members: ArrayLike<number>;
  range?: [number, number];
}

interface Frame {
  width: number;
  left: number;
  right: number;
  /** Horizontal place of "no cycle". */
  edge: number;
  x: Scale;
  domain: [number, number];
}

/** `length` is the true number of variables where the names are only the beginning. */
export function cycle_text(cycle: readonly string[], length = cycle.length, limit = 8): string {
  if (length > cycle.length) return cycle.length === 0 ? `a cycle of ${plural(length, "variable")}` : `${cycle.slice(0, limit - 2).join(" → ")} → … (${plural(length, "variable")})`;
  if (cycle.length === 0) return "";
  if (cycle.length === 1) return `${cycle[0]} → ${cycle[0]} (acts on itself)`;
  const shown = cycle.length > limit ? [...cycle.slice(0, limit - 2), `… ${cycle.length - limit + 1} more …`, cycle[cycle.length - 1]!] : cycle;
  return [...shown, cycle[0]!].join(" → ");
}

export class Spectrum {
  readonly element: HTMLElement;
  private readonly box = el("div", { class: "figure" });
  private targets: Target[] = [];
  private mark: SVGElement | null = null;
  private mark_bracket: SVGElement | null = null;
  private frame_now: Frame | null = null;
  private root: SVGSVGElement | null = null;
  private focus = -1;
  private highlighted = -1;

  constructor(
    private readonly store: AlphaStore,
    private readonly partitioned: boolean,
  ) {
    this.element = el("figure", { class: "spectrum" }, this.legend(), this.box);
    const redraw = per_frame(() => this.draw());
    keep_drawn(this.box, () => this.draw());
    store.subscribe(redraw);
  }

  /** Puts a ring around one variable (chosen in the table). */
  highlight(variable: number): void {
    this.highlighted = variable;
    this.draw();
  }

  kind_of(view: View, variable: number): Kind {
    if (!Number.isFinite(view.time_scale[variable]!)) return NO_CYCLE;
    return this.store.cut(view).fast[variable] ? FAST : SLOW;
  }

  describe(view: View, variable: number): HTMLElement[] {
    const { names, exact, lower, upper } = this.store.spectra;
    const cycle = this.store.cycle(view, variable);
    const { mode, cycle_length } = this.store.analysis.variables[variable]!;
    const length = view.analysed ? cycle_length : undefined;
    const h = view.time_scale[variable]!;
    const kind = this.kind_of(view, variable);
    const bracketed = view.analysed && !exact[variable];
    return [
      el("strong", {}, names[variable]!),
      facts(
        ["time scale", Number.isFinite(h) ? seconds(h) : "∞ (in no cycle)"],
        bracketed ? ["proven between", `${seconds(lower[variable]!)} and ${seconds(upper[variable]!)}`] : null,
        this.partitioned ? ["part", kind === NO_CYCLE ? "slow (no cycle)" : KIND_NAME[kind]] : null,
        cycle && cycle_text(cycle, length) !== "" ? ["limiting cycle", cycle_text(cycle, length)] : null,
        mode && mode.index !== null ? ["mode it belongs to most", `${seconds(number_of(mode.time_scale))} (${decimal(100 * number_of(mode.share), 2)} %)`] : null,
        view.analysed ? null : ["at", `α = ${decimal(view.alpha)}`],
      ),
    ];
  }

  private legend(): HTMLElement {
    const sample = (kind: Kind, label: string) =>
      el("span", { class: "key" }, svg("svg", { width: 14, height: 14, "aria-hidden": "true" }, marker(7, 7, kind)), label);
    return el("figcaption", { class: "keys" },
      this.partitioned ? sample(FAST, "fast part (implicit)") : null,
      sample(SLOW, this.partitioned ? "slow part (explicit)" : "has a time scale"),
      sample(NO_CYCLE, "no cycle: nothing limits the step"),
      this.store.analysis.variables.length <= ROWS_UP_TO && this.store.analysis.variables.some((v) => Number.isFinite(number_of(v.mode?.time_scale)))
        ? el("span", { class: "key" }, svg("svg", { width: 14, height: 16, "aria-hidden": "true" }, svg("path", { class: "mode", d: "M7 0v16" })), "mode (eigenvalue)")
        : null);
  }

  private frame(view: View, left: number, right: number): Frame {
    const width = Math.max(280, Math.floor(this.box.clientWidth));
    let low = Infinity;
    let high = 0;
    const take = (v: number) => {
      if (v > 0 && Number.isFinite(v)) {
        low = Math.min(low, v);
        high = Math.max(high, v);
      }
    };
    // The axis stays put while alpha moves: it spans every stop.
    for (const stop of this.store.spectra.stops) for (const h of stop.time_scale) take(h);
    for (const h of this.store.spectra.lower) take(h);
    for (const h of this.store.spectra.upper) take(h);
    take(this.store.cut(this.store.view_at(this.store.spectra.home)).step);
    if (view.order.length <= ROWS_UP_TO) for (const variable of this.store.analysis.variables) take(number_of(variable.mode?.time_scale));
    const domain = log_domain(low, high);
    const room_for_edge = view.finite < view.order.length ? 54 : 8;
    const end = width - right - room_for_edge;
    return { width, left, right: end, edge: width - right - 20, x: log_scale(domain[0], domain[1], left, end), domain };
  }

  private draw(): void {
    if (this.box.clientWidth === 0) return;
    const view = this.store.view;
    this.focus = -1;
    this.targets = [];
    const n = view.order.length;
    const rows = n <= ROWS_UP_TO;
    const body = svg("g");
    let frame: Frame;
    let height: number;
    if (rows) {
      const narrow = this.box.clientWidth < 560;
      const characters = narrow ? 14 : 28;
      const labels = Array.from(view.order, (i) => shorten(this.store.spectra.names[i]!, characters));
      const values = Array.from(view.order, (i) => seconds(view.time_scale[i]!, 3));
      frame = this.frame(view, Math.ceil(text_width(labels, 13)) + 20, Math.ceil(1.08 * text_width(values, 13)) + 12);
      height = this.draw_rows(body, frame, view, characters);
    } else {
      frame = this.frame(view, 50, 8);
      height = this.draw_stacks(body, frame, view) ?? this.draw_density(body, frame, view);
    }
    height += this.draw_clusters(body, frame, view, height);
    const root = svg("svg", {
      width: frame.width, height: height + 46, viewBox: `0 0 ${frame.width} ${height + 46}`, role: "img", tabindex: 0, class: "plot",
      "aria-label": `Time-scale spectrum of ${plural(n, "variable")} at alpha ${decimal(view.alpha)}. Use the arrow keys to read the values.`,
      "data-mode": rows ? "rows" : body.getAttribute("data-mode"),
    });
    root.append(this.axes(frame, height, view), body);
    this.mark = svg("circle", { class: "focus-ring", r: rows ? 10 : 8, visibility: "hidden" });
    this.mark_bracket = svg("path", { class: "bracket", visibility: "hidden" });
    root.append(this.mark_bracket, this.mark);
    this.frame_now = frame;
    this.attach(root, view);
    const focused = document.activeElement === this.root;
    this.box.replaceChildren(root);
    this.root = root;
    if (focused) root.focus({ preventScroll: true });
    this.ring_highlight();
  }

  private draw_rows(body: SVGElement, frame: Frame, view: View, characters: number): number {
    const pitch = view.order.length <= 8 ? 34 : 22;
    const top = 26;
    const { names, exact } = this.store.spectra;
    view.order.forEach((variable, row) => {
      const y = top + (row + 0.5) * pitch;
      const h = view.time_scale[variable]!;
      const kind = this.kind_of(view, variable);
      const finite = Number.isFinite(h);
      const x = finite ? frame.x(h) : frame.edge;
      body.append(
        svg("line", { class: "guide", x1: frame.left, x2: finite ? x : frame.right, y1: y, y2: y }),
        svg("text", { class: "name", x: frame.left - 12, y: y + 4, "text-anchor": "end" }, shorten(names[variable]!, characters)),
        svg("text", { class: "value", x: frame.width - 4, y: y + 4, "text-anchor": "end" }, finite ? seconds(h, 3) : "∞"),
      );
      const pace = number_of(this.store.analysis.variables[variable]!.mode?.time_scale);
      if (pace > 0 && Number.isFinite(pace)) body.append(svg("path", { class: "mode", d: `M${frame.x(pace)} ${y - 8}v16` }));
      if (view.analysed && !exact[variable]) body.append(svg("path", { class: `bracket ${KIND_CLASS[kind]}`, d: this.bracket_path(frame, variable, y) }));
      body.append(marker(x, y, kind));
      this.targets.push({ x, y, members: [variable] });
    });
    return top + view.order.length * pitch + 4;
  }

  /** Brackets around the clusters, numbered as in the list below; the room they take. */
  private draw_clusters(body: SVGElement, frame: Frame, view: View, top: number): number {
    const { clusters } = this.store.cut(view);
    if (clusters.length < 2 || clusters.length > 20) return 0;
    clusters.forEach(({ variables, implicit }, k) => {
      const scales = variables.map((i) => view.time_scale[i]!).filter(Number.isFinite);
      if (scales.length === 0) return;
      const from = frame.x(scales[0]!) - 6;
      const to = frame.x(scales[scales.length - 1]!) + 6;
      body.append(
        svg("path", { class: `cluster ${implicit ? "fast" : "slow"}`, d: `M${from} ${top + 4}v5H${to}v-5` }),
        svg("text", { class: "tick", x: (from + to) / 2, y: top + 20, "text-anchor": "middle" }, String(k + 1)));
    });
    return 26;
  }

  private bracket_path(frame: Frame, variable: number, y: number): string {
    const { lower, upper } = this.store.spectra;
    const from = lower[variable]! > 0 ? Math.max(frame.left, frame.x(lower[variable]!)) : frame.left;
    const to = Number.isFinite(upper[variable]!) ? frame.x(upper[variable]!) : frame.edge;
    return `M${from} ${y - 6}v12M${from} ${y}H${to}M${to} ${y - 6}v12`;
  }

  /** Dots piled up where they would overlap; null when the piles grow too tall. */
  private draw_stacks(body: SVGElement, frame: Frame, view: View): number | null {
    const piles = new Map<number, number[]>();
    let tallest = 0;
    for (const variable of view.order) {
      const h = view.time_scale[variable]!;
      const x = Number.isFinite(h) ? frame.x(h) : frame.edge;
      const slot = Number.isFinite(h) ? Math.round(x / DOT) : -1;
      const pile = piles.get(slot) ?? [];
      pile.push(variable);
      piles.set(slot, pile);
      tallest = Math.max(tallest, pile.length);
    }
    if (tallest > TALLEST_STACK) return null;
    body.setAttribute("data-mode", "dots");
    const base = 36 + Math.max(8, tallest) * DOT;
    for (const [slot, pile] of piles) {
      pile.forEach((variable, level) => {
        const x = slot < 0 ? frame.edge : slot * DOT;
        const y = base - (level + 0.6) * DOT;
        const dot = marker(x, y, this.kind_of(view, variable), 0.75);
        if (view.analysed && !this.store.spectra.exact[variable]) dot.classList.add("inexact");
        body.append(dot);
        this.targets.push({ x, y, members: [variable] });
      });
    }
    return base;
  }

  private draw_density(body: SVGElement, frame: Frame, view: View): number {
    body.setAttribute("data-mode", "density");
    const pitch = 4;
    const count = Math.max(1, Math.floor((frame.right - frame.left) / pitch));
    const bins: number[][] = Array.from({ length: count }, () => []);
    for (const variable of view.order.subarray(0, view.finite)) {
      const slot = Math.floor((frame.x(view.time_scale[variable]!) - frame.left) / pitch);
      bins[Math.min(count - 1, Math.max(0, slot))]!.push(variable);
    }
    const none = view.order.subarray(view.finite);
    const fullest = bins.reduce((most, bin) => Math.max(most, bin.length), 1);
    const top = 36;
    const base = top + 150;
    const pixels = (n: number) => (n === 0 ? 0 : Math.max(2, (n / fullest) * (base - top)));
    body.append(
      svg("text", { class: "tick", x: frame.left - 6, y: top + 4, "text-anchor": "end" }, integer(fullest)),
      svg("text", { class: "tick", x: frame.left - 6, y: base, "text-anchor": "end" }, "0"),
      svg("line", { class: "grid", x1: frame.left, x2: frame.right, y1: top, y2: top }));
    const bar = (x: number, width: number, members: ArrayLike<number>, range?: [number, number]) => {
      const per_kind = [0, 0, 0];
      for (let i = 0; i < members.length; i++) per_kind[this.kind_of(view, members[i]!)]!++;
      let y = base;
      per_kind.forEach((n, kind) => {
        const tall = range ? pixels(n) : Math.min(base - top, pixels(n));
        if (n > 0) body.append(svg("rect", { class: `bar ${KIND_CLASS[kind as Kind]}`, x, y: y - tall, width, height: tall }));
        y -= tall;
      });
      this.targets.push({ x: x + width / 2, y, members, ...(range ? { range } : {}) });
      return y;
    };
    bins.forEach((members, slot) => {
      if (members.length === 0) return;
      const x = frame.left + slot * pitch;
      bar(x, pitch - 1, members, [frame.x.invert(x), frame.x.invert(x + pitch)]);
    });
    if (none.length > 0) {
      const y = bar(frame.edge - 8, 16, none);
      body.append(svg("text", { class: "tick", x: frame.edge, y: y - 6, "text-anchor": "middle" }, integer(none.length)));
    }
    return base;
  }

  private axes(frame: Frame, height: number, view: View): SVGElement {
    const group = svg("g");
    const ticks = log_ticks(frame.domain[0], frame.domain[1], Math.max(2, Math.floor((frame.right - frame.left) / 66)));
    group.append(this.gap(frame, height, view));
    for (const value of ticks.minor) {
      const x = frame.x(value);
      group.append(svg("line", { class: "minor", x1: x, x2: x, y1: height, y2: height + 4 }));
    }
    for (const value of ticks.major) {
      const x = frame.x(value);
      group.append(
        svg("line", { class: "grid", x1: x, x2: x, y1: 22, y2: height + 6 }),
        svg("text", { class: "tick", x, y: height + 19, "text-anchor": "middle" }, axis_seconds(value)));
    }
    group.append(svg("line", { class: "axis", x1: frame.left, x2: frame.right, y1: height, y2: height }));
    const middle = (frame.left + frame.right) / 2;
    group.append(
      svg("text", { class: "hint", x: frame.left, y: height + 38 }, "← faster"),
      frame.right - frame.left > 300 ? svg("text", { class: "hint", x: middle, y: height + 38, "text-anchor": "middle" }, "time scale (each decade the same width)") : svg("text"),
      svg("text", { class: "hint", x: frame.right, y: height + 38, "text-anchor": "end" }, "slower →"));
    if (view.finite < view.order.length) {
      group.append(
        svg("line", { class: "edge", x1: frame.right + 12, x2: frame.right + 12, y1: 22, y2: height }),
        svg("text", { class: "tick", x: frame.edge, y: height + 19, "text-anchor": "middle" }, "∞"));
    }
    const { step, own, clusters } = this.store.cut(view);
    if (step > 0 && Number.isFinite(step)) {
      const x = frame.x(step);
      const left_side = x > (frame.left + frame.right) / 2;
      group.append(
        svg("line", { class: own ? "step own" : "step", x1: x, x2: x, y1: 20, y2: height }),
        svg("text", { class: "step-label", x: x + (left_side ? 4 : -4), y: 14, "text-anchor": left_side ? "end" : "start" },
          own ? `${clusters.length > 1 ? "widest gap" : "no gap, all implicit"}: h = ${seconds(step, 3)}, not certified` : `step h = ${seconds(step, 3)}`));
    }
    return group;
  }

  /** Shade between the slowest fast and the fastest slow variable: the room in which the step may be chosen. */
  private gap(frame: Frame, height: number, view: View): SVGElement {
    const { fast } = this.store.cut(view);
    let slowest_fast = -Infinity;
    let fastest_slow = Infinity;
    for (let k = 0; k < view.finite; k++) {
      const variable = view.order[k]!;
      const h = view.time_scale[variable]!;
      if (fast[variable]) slowest_fast = Math.max(slowest_fast, h);
      else fastest_slow = Math.min(fastest_slow, h);
    }
    if (!(slowest_fast > 0 && fastest_slow < Infinity && fastest_slow > slowest_fast)) return svg("g");
    const x = frame.x(slowest_fast);
    return svg("rect", { class: "gap", x, y: 22, width: frame.x(fastest_slow) - x, height: height - 22 },
      svg("title", {}, "gap between the fast and the slow part"));
  }

  private attach(root: SVGSVGElement, view: View): void {
    root.addEventListener("pointermove", (event) => {
      const box = root.getBoundingClientRect();
      const nearest = this.nearest(event.clientX - box.left, event.clientY - box.top);
      if (nearest < 0) this.leave();
      else this.show(nearest, view, event.clientX, event.clientY);
    });
    root.addEventListener("pointerleave", () => this.leave());
    root.addEventListener("blur", () => this.leave());
    root.addEventListener("keydown", (event) => {
      const last = this.targets.length - 1;
      const moves: Record<string, number> = {
        ArrowRight: this.focus + 1, ArrowDown: this.focus + 1, ArrowLeft: this.focus - 1, ArrowUp: this.focus - 1, Home: 0, End: last,
      };
      if (event.key === "Escape") return this.leave();
      const to = moves[event.key];
      if (to === undefined || last < 0) return;
      event.preventDefault();
      const box = root.getBoundingClientRect();
      const index = Math.min(last, Math.max(0, to));
      const target = this.targets[index]!;
      this.show(index, view, box.left + target.x, box.top + target.y);
    });
  }

  private nearest(x: number, y: number): number {
    let best = -1;
    let distance = Infinity;
    this.targets.forEach((target, i) => {
      // Rows are hit anywhere along the row, bars anywhere above or below the bar.
      const wide = this.root?.dataset["mode"] === "rows";
      const dense = this.root?.dataset["mode"] === "density";
      const d = wide ? Math.abs(y - target.y) : dense ? Math.abs(x - target.x) : Math.hypot(x - target.x, y - target.y);
      if (d < distance) {
        distance = d;
        best = i;
      }
    });
    return distance < 24 ? best : -1;
  }

  private show(index: number, view: View, client_x: number, client_y: number): void {
    this.focus = index;
    const target = this.targets[index]!;
    this.place_mark(target);
    if (!target.range && target.members.length === 1) {
      show_tooltip(client_x, client_y, ...this.describe(view, target.members[0]!));
      return;
    }
    const names = Array.from({ length: Math.min(3, target.members.length) }, (_, i) => this.store.spectra.names[target.members[i]!]!);
    const rest = target.members.length - names.length;
    show_tooltip(client_x, client_y,
      el("strong", {}, plural(target.members.length, "variable")),
      facts(
        ["time scale", target.range ? `${seconds(target.range[0], 3)} to ${seconds(target.range[1], 3)}` : "∞ (in no cycle)"],
        ["for example", names.join(", ") + (rest > 0 ? ", …" : "")]));
  }

  private place_mark(target: Target | null): void {
    if (!this.mark) return;
    this.mark.setAttribute("visibility", target ? "visible" : "hidden");
    this.mark_bracket?.setAttribute("visibility", "hidden");
    if (!target) return;
    const variable = target.members[0]!;
    const { view, spectra } = this.store;
    // Piled dots leave no room for brackets: the one pointed at shows its own.
    if (this.mark_bracket && this.frame_now && !target.range && target.members.length === 1 && view.analysed && !spectra.exact[variable]) {
      this.mark_bracket.setAttribute("class", `bracket ${KIND_CLASS[this.kind_of(view, variable)]}`);
      this.mark_bracket.setAttribute("d", this.bracket_path(this.frame_now, variable, target.y));
      this.mark_bracket.setAttribute("visibility", "visible");
    }
    this.mark.setAttribute("cx", String(target.x));
    this.mark.setAttribute("cy", String(target.y));
  }

  private ring_highlight(): void {
    if (this.highlighted < 0) return;
    const target = this.targets.find((t) => Array.prototype.includes.call(t.members, this.highlighted));
    this.place_mark(target ?? null);
  }

  private leave(): void {
    hide_tooltip();
    this.focus = -1;
    this.place_mark(null);
    this.ring_highlight();
  }
}

/** Colour and shape both tell the part, so the figure also works without colour. */
function marker(x: number, y: number, kind: Kind, size = 1): SVGElement {
  const r = 5.5 * size;
  if (kind === FAST) return svg("circle", { class: "marker fast", cx: x, cy: y, r });
  if (kind === SLOW) return svg("path", { class: "marker slow", d: `M${x} ${y - r * 1.2}L${x + r * 1.2} ${y}L${x} ${y + r * 1.2}L${x - r * 1.2} ${y}Z` });
  return svg("circle", { class: "marker none", cx: x, cy: y, r: r - 1 });
}

function axis_seconds(value: number): string {
  if (value >= 1e4) {
    const power = Math.log10(value);
    if (Number.isInteger(power)) return `10${superscript(power)}\u202fs`;
  }
  return seconds(value, 3);
}
