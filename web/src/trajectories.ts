// Section 3: trajectories of all runs on top of each other, one panel per variable, one time window for all.
import { choice, css_value, el, hide_tooltip, keep_drawn, message, per_frame, show_tooltip, svg } from "./dom.ts";
import { Chart } from "./chart.ts";
import type { Line, Window } from "./chart.ts";
import { CHOSEN } from "./data.ts";
import type { Report, Run } from "./data.ts";
import { difference, lower_bound } from "./decimate.ts";
import { integer, plural, seconds } from "./format.ts";

const SHOWN_AT_FIRST = 6;
const MOST_PANELS = 24;
const MOST_CHIPS = 80;
const DASHES: number[][] = [[], [7, 3], [2, 3], [9, 3, 2, 3], [12, 4], [4, 2]];

export class Trajectories {
  readonly element: HTMLElement;
  private readonly grid = el("div", { class: "panels" });
  private readonly status = el("p", { class: "reading", "aria-live": "polite" });
  private readonly reset = el("button", { type: "button", class: "quiet", click: () => this.zoom_to(this.full) }, "show the whole time");
  private readonly charts = new Map<string, Chart>();
  private readonly hidden = new Set<string>();
  private readonly chosen: Set<string>;
  private readonly reference: Run | undefined;
  private readonly full: Window;
  private view: Window;
  private differences = false;
  private last_scroll = 0;
  private readonly draw_soon = per_frame(() => this.draw());

  constructor(private readonly report: Report, by_time_scale: string[]) {
    this.reference = report.runs.find((run) => run.reference);
    this.full = whole_time(report.runs);
    this.view = { ...this.full };
    this.chosen = new Set(first_choice(report, by_time_scale));
    const shown = first_shown(report.runs);
    for (const run of report.runs) if (!shown.has(run)) this.hidden.add(run.id);
    const mode = choice("trajectory-view", "Show", [
      { value: "values", label: "values" },
      { value: "difference", label: "difference to the reference" },
    ], "values", (value) => {
      this.differences = value === "difference";
      this.rebuild();
    });
    this.element = el("div", { class: "trajectories" },
      ...this.failures(),
      el("div", { class: "toolbar" }, this.legend(), this.reference ? mode : null),
      this.picker(), this.grid, ...this.thinning(),
      el("div", { class: "toolbar below" }, this.status, this.reset));
    this.rebuild();
    keep_drawn(this.grid, () => this.draw());
    window.addEventListener("scroll", () => (this.last_scroll = performance.now()), { passive: true });
  }

  /** Where another figure is in time. */
  show_time(t: number): void {
    for (const chart of this.charts.values()) chart.show_crosshair(t);
  }

  private failures(): HTMLElement[] {
    return this.report.runs.filter((run) => !run.ok).map((run) =>
      message("failure", `${run.label} did not finish.`,
        Number.isFinite(run.stopped) ? `It stopped at t = ${seconds(run.stopped)}. ` : "", run.reason));
  }

  /** What the page does not hold is said. */
  private thinning(): HTMLElement[] {
    const said: string[] = [];
    for (const run of this.report.runs) {
      if (run.stretches > 0)
        said.push(`${run.label}: of ${plural(run.points, "recorded point")} the curves keep the first, lowest, highest and last of each of ${integer(run.stretches)} equal stretches of time.`);
    }
    const left_out = Math.max(0, ...this.report.runs.map((run) => run.left_out));
    if (left_out > 0) said.push(`${plural(left_out, "more variable")} changed and are not in this page.`);
    return said.length === 0 ? [] : [el("p", { class: "reading thinning" }, said.join(" "))];
  }

  private legend(): HTMLElement {
    const box = el("div", { class: "keys", role: "group", "aria-label": "Runs shown" });
    this.report.runs.forEach((run, i) => {
      if (run.series.size === 0) return;
      const swatch = svg("svg", { class: `line${run.reference ? " broad" : ""}`, width: 24, height: 8, "aria-hidden": "true" },
        svg("line", { x1: 0, x2: 24, y1: 4, y2: 4, "stroke-dasharray": run.reference ? null : dash_of(this.report.runs, i).join(" ") || null }));
      swatch.style.stroke = `var(${colour_name(this.report.runs, run)})`;
      const button = el("button", {
        type: "button", class: "key toggle", "aria-pressed": String(!this.hidden.has(run.id)), "data-run": run.id,
        click: () => {
          const hide = !this.hidden.has(run.id);
          if (hide) this.hidden.add(run.id);
          else this.hidden.delete(run.id);
          button.setAttribute("aria-pressed", String(!hide));
          this.rebuild();
        },
      }, swatch, run.label + (run.reference && !/reference/i.test(run.label) ? " (reference)" : "") + (run.ok ? "" : " ✕"));
      box.append(button);
    });
    return box;
  }

  private picker(): HTMLElement | null {
    const { recorded } = this.report;
    if (recorded.length < 2) return null;
    const chips = el("div", { class: "chips", role: "group", "aria-label": "Variables shown" });
    const count = el("span", { class: "count" });
    const search = el("input", {
      type: "search", placeholder: "find a variable …", "aria-label": "Find a variable to plot", input: () => fill(), spellcheck: "false",
    });
    const fill = () => {
      const wanted = search.value.trim().toLowerCase();
      const found = recorded.filter((name) => name.toLowerCase().includes(wanted));
      // Variables already plotted stay in sight; they are what one wants to take away again.
      const listed = wanted ? found : [...found.filter((n) => this.chosen.has(n)), ...found.filter((n) => !this.chosen.has(n))];
      chips.replaceChildren(...(recorded.length <= MOST_CHIPS && !wanted ? recorded : listed).slice(0, MOST_CHIPS).map((name) => this.chip(name, update)));
      if (found.length === 0) chips.append(el("span", { class: "count" }, `no variable contains “${search.value.trim()}”`));
      else if (listed.length > MOST_CHIPS) chips.append(el("span", { class: "count" }, `… and ${integer(listed.length - MOST_CHIPS)} more: type to narrow`));
      update();
    };
    const update = () => {
      count.textContent = `${integer(this.chosen.size)} of ${plural(recorded.length, "recorded variable")} plotted`;
    };
    fill();
    const body = el("div", { class: "picker-body" }, recorded.length > 8 ? search : null, chips);
    const details = el("details", { class: "picker" }, el("summary", {}, "Variables ", count), body);
    details.open = recorded.length <= 12;
    return details;
  }

  private chip(name: string, update: () => void): HTMLElement {
    const chip = el("button", {
      type: "button", class: "chip", "aria-pressed": String(this.chosen.has(name)),
      click: () => {
        if (this.chosen.has(name)) this.chosen.delete(name);
        else if (this.chosen.size < MOST_PANELS) this.chosen.add(name);
        else {
          this.status.textContent = `At most ${MOST_PANELS} panels at a time: take one away first.`;
          return;
        }
        chip.setAttribute("aria-pressed", String(this.chosen.has(name)));
        update();
        this.rebuild();
      },
    }, name);
    return chip;
  }

  private lines_of(name: string): Line[] {
    const lines: Line[] = [];
    this.report.runs.forEach((run, i) => {
      const series = run.series.get(name);
      if (!series || this.hidden.has(run.id) || (this.differences && run === this.reference)) return;
      const base = {
        id: run.id, label: run.label, colour: css_value(colour_name(this.report.runs, run)), dash: run.reference ? [] : dash_of(this.report.runs, i),
        reference: run === this.reference, failed: !run.ok, time: series.time, values: series.values,
      };
      if (!this.differences) lines.push(base);
      else {
        const expected = this.reference?.series.get(name);
        if (series.difference) lines.push({ ...base, ...series.difference });
        else if (expected) lines.push({ ...base, values: difference(series.time, series.values, expected.time, expected.values) });
      }
    });
    return lines;
  }

  /** Brings panels and lines up to date with the choices. */
  private rebuild(): void {
    for (const [name, chart] of this.charts) {
      if (this.chosen.has(name)) continue;
      chart.element.remove();
      this.charts.delete(name);
    }
    for (const name of this.report.recorded) {
      if (!this.chosen.has(name)) continue;
      let chart = this.charts.get(name);
      if (!chart) {
        const unit = this.report.runs.map((run) => run.series.get(name)?.unit).find((u) => u) ?? "";
        chart = new Chart(name, unit, []);
        this.charts.set(name, chart);
        this.attach(chart);
      }
      this.grid.append(chart.element);
    }
    this.draw_soon();
  }

  private draw(): void {
    if (this.grid.clientWidth === 0) return;
    for (const [name, chart] of this.charts) {
      chart.set_lines(this.lines_of(name));
      chart.draw(this.view, this.differences);
    }
    const zoomed = this.view.t0 !== this.full.t0 || this.view.t1 !== this.full.t1;
    this.reset.style.visibility = zoomed ? "visible" : "hidden";
    this.status.textContent = this.charts.size === 0
      ? "No variable is chosen: choose one above."
      : `t = ${seconds(this.view.t0)} to ${seconds(this.view.t1)}. ` + (zoomed ? "Double-click shows the whole time." : "Drag across a figure or turn the wheel over it to zoom.");
    this.element.dataset["from"] = String(this.view.t0);
    this.element.dataset["to"] = String(this.view.t1);
  }

  private zoom_to(window: Window): void {
    const span = this.full.t1 - this.full.t0;
    const least = span * 1e-7;
    let t0 = Math.max(this.full.t0, Math.min(window.t0, window.t1));
    let t1 = Math.min(this.full.t1, Math.max(window.t0, window.t1));
    if (t1 - t0 < least) {
      const middle = Math.min(this.full.t1 - least / 2, Math.max(this.full.t0 + least / 2, (t0 + t1) / 2));
      t0 = middle - least / 2;
      t1 = middle + least / 2;
    }
    this.view = { t0, t1 };
    this.draw_soon();
  }

  private zoom_about(t: number, factor: number): void {
    this.zoom_to({ t0: t - (t - this.view.t0) * factor, t1: t + (this.view.t1 - t) * factor });
  }

  private read(chart: Chart, t: number, client_x: number, client_y: number): void {
    for (const other of this.charts.values()) other.show_crosshair(t);
    const list = el("dl", { class: "facts" });
    for (const reading of chart.readings(t)) {
      const swatch = el("span", { class: "swatch" });
      swatch.style.setProperty("--colour", reading.colour);
      list.append(el("dt", {}, swatch, reading.label), el("dd", {}, reading.text));
    }
    show_tooltip(client_x, client_y,
      el("strong", {}, `${this.differences ? "Δ " : ""}${chart.name}`), el("span", { class: "at" }, `t = ${seconds(t, 5)}`), list);
  }

  private leave(): void {
    hide_tooltip();
    for (const chart of this.charts.values()) chart.show_crosshair(null);
  }

  private attach(chart: Chart): void {
    let drag_from: number | null = null;
    let drag_x = 0;
    const { canvas } = chart;
    canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || !chart.inside(event.clientX)) return;
      drag_from = chart.time_at(event.clientX);
      drag_x = event.clientX;
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      const t = Math.min(this.view.t1, Math.max(this.view.t0, chart.time_at(event.clientX)));
      if (drag_from !== null && Math.abs(event.clientX - drag_x) > 3) chart.show_brush(drag_from, t);
      if (drag_from !== null || chart.inside(event.clientX)) this.read(chart, t, event.clientX, event.clientY);
      else this.leave();
    });
    const finish = (event: PointerEvent, apply: boolean) => {
      chart.show_brush(null, 0);
      if (apply && drag_from !== null && Math.abs(event.clientX - drag_x) > 5) {
        this.zoom_to({ t0: drag_from, t1: Math.min(this.view.t1, Math.max(this.view.t0, chart.time_at(event.clientX))) });
      }
      drag_from = null;
    };
    canvas.addEventListener("pointerup", (event) => finish(event, true));
    canvas.addEventListener("pointercancel", (event) => finish(event, false));
    canvas.addEventListener("pointerleave", () => this.leave());
    canvas.addEventListener("blur", () => this.leave());
    canvas.addEventListener("dblclick", () => this.zoom_to(this.full));
    canvas.addEventListener("wheel", (event) => {
      const out = event.deltaY > 0;
      const whole = this.view.t0 === this.full.t0 && this.view.t1 === this.full.t1;
      // Scrolling the page past a figure must not turn into zooming, nor get stuck on it.
      if (performance.now() - this.last_scroll < 250 || (out && whole) || event.deltaY === 0) return;
      event.preventDefault();
      this.zoom_about(Math.min(this.view.t1, Math.max(this.view.t0, chart.time_at(event.clientX))), out ? 1.25 : 0.8);
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.on_key(chart, event));
  }

  private keyboard_time = NaN;

  private on_key(chart: Chart, event: KeyboardEvent): void {
    const span = this.view.t1 - this.view.t0;
    if (!(this.keyboard_time >= this.view.t0 && this.keyboard_time <= this.view.t1)) this.keyboard_time = this.view.t0;
    const direction = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (event.key === "Escape") return this.leave();
    if (event.key === "0") this.zoom_to(this.full);
    else if (event.key === "+" || event.key === "=") this.zoom_about(this.keyboard_time, 0.8);
    else if (event.key === "-") this.zoom_about(this.keyboard_time, 1.25);
    else if (direction !== 0 && event.shiftKey) {
      const shift = Math.min(this.full.t1 - this.view.t1, Math.max(this.full.t0 - this.view.t0, direction * span * 0.2));
      this.zoom_to({ t0: this.view.t0 + shift, t1: this.view.t1 + shift });
    } else if (direction !== 0) this.keyboard_time = Math.min(this.view.t1, Math.max(this.view.t0, this.keyboard_time + (direction * span) / 100));
    else return;
    event.preventDefault();
    const box = chart.canvas.getBoundingClientRect();
    this.read(chart, this.keyboard_time, chart.client_x_of(this.keyboard_time), box.top + box.height / 3);
  }
}

function whole_time(runs: Run[]): Window {
  let t0 = Infinity;
  let t1 = -Infinity;
  for (const run of runs) {
    for (const { time } of run.series.values()) {
      if (time.length === 0) continue;
      t0 = Math.min(t0, time[0]!);
      // Times that are not numbers sort to the end; the search finds the last real one.
      t1 = Math.max(t1, time[Math.max(0, lower_bound(time, Infinity) - 1)]!);
    }
  }
  return t1 > t0 ? { t0, t1 } : { t0: Number.isFinite(t0) ? t0 : 0, t1: (Number.isFinite(t0) ? t0 : 0) + 1 };
}

/** The chosen run and the reference, where there are both; else all. */
export function first_shown(runs: Run[]): Set<Run> {
  const chosen = runs.find((run) => run.id === CHOSEN && run.ok && run.series.size > 0);
  const reference = runs.find((run) => run.reference && run.series.size > 0);
  return new Set(chosen && reference ? [chosen, reference] : runs);
}

/** Of the variables that most runs recorded: all when few, otherwise spread from the fastest to the slowest. */
function first_choice(report: Report, by_time_scale: string[]): string[] {
  const times_recorded = (name: string) => report.runs.filter((run) => run.series.has(name)).length;
  const most = report.recorded.reduce((best, name) => Math.max(best, times_recorded(name)), 0);
  const recorded = report.recorded.filter((name) => times_recorded(name) === most);
  if (recorded.length <= SHOWN_AT_FIRST) return recorded;
  const known = new Set(recorded);
  const ranked = by_time_scale.filter((name) => known.has(name));
  const pool = ranked.length >= 2 ? ranked : recorded;
  const count = Math.min(SHOWN_AT_FIRST, pool.length);
  return Array.from({ length: count }, (_, i) => pool[Math.round((i * (pool.length - 1)) / Math.max(1, count - 1))]!);
}

function ordinal(runs: Run[], run: Run): number {
  return runs.filter((other) => !other.reference).indexOf(run);
}

function colour_name(runs: Run[], run: Run): string {
  return run.reference ? "--run-reference" : `--run-${(ordinal(runs, run) % 6) + 1}`;
}

function dash_of(runs: Run[], i: number): number[] {
  return DASHES[Math.max(0, ordinal(runs, runs[i]!)) % DASHES.length]!;
}
