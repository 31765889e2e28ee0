// Bodies, joints and springs as they move: a figure of sticks that can be played, and turned with the mouse.
import { ball_around, camera, FRONT, ground_of, project } from "./camera.ts";
import type { Camera, Place, Vector } from "./camera.ts";
import type { Motion } from "./data.ts";
import { css_value, el, hide_tooltip, keep_drawn, per_frame, prepare_canvas, show_tooltip } from "./dom.ts";
import { decimal, plural, seconds } from "./format.ts";

const TURN = -0.6;
const LIFT = 0.35;
/** Runs shorter or longer than this are not played in real time at first. */
const SHORTEST = 1;
const LONGEST = 60;
const WHOLE = 10;

export class MotionFigure {
  readonly element: HTMLElement;
  private readonly canvas = el("canvas", { tabindex: 0, role: "img" });
  private readonly box = el("div", { class: "motion-frame" }, this.canvas);
  private readonly play_button = el("button", { type: "button", class: "quiet play", click: () => this.toggle() }, "Play");
  private readonly slider = el("input", { type: "range", min: 0, step: "any", value: 0, "aria-label": "time", input: () => this.go_to(this.start + Number(this.slider.value)) });
  private readonly clock = el("span", { class: "clock" });
  private readonly start: number;
  private readonly stop: number;
  private readonly middle: Vector;
  private readonly radius: number;
  private readonly heaviest: number;
  private readonly traced: number;
  private turn = TURN;
  private lift = LIFT;
  private zoom = 1;
  private now: number;
  private speed: number;
  private playing = false;
  private last_frame = 0;
  private readonly draw_soon = per_frame(() => this.draw());

  constructor(private readonly motion: Motion, private readonly on_time: (t: number) => void) {
    this.start = motion.start;
    this.stop = motion.stop;
    this.now = motion.start;
    this.slider.max = String(motion.stop - motion.start);
    const places: Vector[] = [];
    for (let p = 0; p < motion.points.length; p++) for (let i = 0; i < motion.count; i++) places.push(this.recorded(p, i));
    ({ middle: this.middle, radius: this.radius } = ball_around(places));
    this.heaviest = motion.marks.reduce((most, mark) => Math.max(most, mark.mass), 0);
    this.traced = this.farthest();
    const duration = this.stop - this.start;
    const speeds: [string, number][] = [["real time", 1], ["half as fast", 0.5], ["a tenth as fast", 0.1], ["twice as fast", 2], [`all in ${WHOLE} s`, duration / WHOLE]];
    this.speed = duration >= SHORTEST && duration <= LONGEST ? 1 : duration / WHOLE;
    const pace = el("select", { "aria-label": "speed", change: () => (this.speed = Number(pace.value)) },
      ...speeds.map(([label, value]) => el("option", { value, selected: value === this.speed }, label)));
    const reset = el("button", { type: "button", class: "quiet", click: () => this.look_from_start() }, "first view");
    this.canvas.setAttribute("aria-label", `${plural(motion.lines.length, "rod or spring", "rods and springs")} and ${plural(motion.marks.length, "joint or body", "joints and bodies")}, at the time of the slider`);
    this.element = el("div", { class: "motion" }, this.box,
      el("div", { class: "toolbar below" }, this.play_button, this.slider, this.clock, pace, reset));
    this.attach();
    keep_drawn(this.box, () => this.draw());
    this.show_clock();
  }

  /** The recorded place of a point. */
  private recorded(point: number, index: number): Vector {
    const course = this.motion.points[point]!;
    const at = course.length === 3 ? 0 : 3 * index;
    return [course[at]!, course[at + 1]!, course[at + 2]!];
  }

  private place(point: number): Vector {
    const part = ((this.now - this.start) / (this.stop - this.start)) * (this.motion.count - 1);
    const left = Math.max(0, Math.min(this.motion.count - 2, Math.floor(part)));
    const a = this.recorded(point, left);
    const b = this.recorded(point, left + 1);
    const k = Math.min(1, Math.max(0, part - left));
    return [a[0] + k * (b[0] - a[0]), a[1] + k * (b[1] - a[1]), a[2] + k * (b[2] - a[2])];
  }

  /** The point that goes the longest way: its trace is drawn. */
  private farthest(): number {
    let best = 0;
    let longest = -1;
    for (let p = 0; p < this.motion.points.length; p++) {
      let way = 0;
      for (let i = 1; i < this.motion.count; i++) {
        const [a, b] = [this.recorded(p, i - 1), this.recorded(p, i)];
        way += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      }
      if (way > longest) [best, longest] = [p, way];
    }
    return best;
  }

  private camera(): Camera {
    return this.motion.dimensions === 2 ? FRONT : camera(this.motion.up, this.turn, this.lift);
  }

  private size(): { width: number; height: number } {
    const width = Math.floor(this.box.clientWidth);
    return { width, height: Math.max(240, Math.min(460, Math.round(width * 0.55))) };
  }

  /** From space to the canvas. */
  private projector(): (point: Vector) => Place {
    const view = this.camera();
    const { width, height } = this.size();
    const scale = (this.zoom * 0.46 * Math.min(width, height)) / this.radius;
    return (point) => {
      const place = project(view, [point[0] - this.middle[0], point[1] - this.middle[1], point[2] - this.middle[2]]);
      return { x: width / 2 + scale * place.x, y: height / 2 + scale * place.y, depth: place.depth };
    };
  }

  private draw(): void {
    const { width, height } = this.size();
    if (width === 0) return;
    const context = prepare_canvas(this.canvas, width, height);
    if (!context) return;
    const to = this.projector();
    this.draw_ground(context, to);
    this.draw_trace(context, to);
    context.lineCap = "round";
    const parts: { depth: number; draw: () => void }[] = [];
    for (const line of this.motion.lines) {
      const [a, b] = [to(this.place(line.a)), to(this.place(line.b))];
      parts.push({ depth: (a.depth + b.depth) / 2, draw: () => this.draw_line(context, a, b, line.rigid, line.guide) });
    }
    for (const mark of this.motion.marks) {
      const at = to(this.place(mark.at));
      parts.push({ depth: at.depth + this.radius * 0.1, draw: () => this.draw_mark(context, at, mark.mass) });
    }
    parts.sort((a, b) => a.depth - b.depth);
    for (const part of parts) part.draw();
    this.element.dataset["time"] = String(this.now);
    this.element.dataset["turn"] = String(this.turn);
  }

  private draw_line(context: CanvasRenderingContext2D, a: Place, b: Place, rigid: boolean, guide: boolean): void {
    context.strokeStyle = css_value(rigid ? "--ink" : guide ? "--line-strong" : "--slow");
    context.lineWidth = rigid ? 4 : guide ? 1 : 2;
    context.setLineDash(rigid || guide ? [] : [5, 4]);
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
    context.setLineDash([]);
  }

  private draw_mark(context: CanvasRenderingContext2D, at: Place, mass: number): void {
    context.beginPath();
    context.arc(at.x, at.y, mass > 0 ? 3 + 6 * Math.cbrt(mass / this.heaviest) : 5, 0, 2 * Math.PI);
    context.fillStyle = css_value(mass > 0 ? "--fast" : "--panel");
    context.fill();
    if (mass > 0) return;
    context.strokeStyle = css_value("--accent");
    context.lineWidth = 2;
    context.stroke();
  }

  private draw_ground(context: CanvasRenderingContext2D, to: (point: Vector) => Place): void {
    context.strokeStyle = css_value("--line");
    context.lineWidth = 1;
    const [u, v]: [Vector, Vector] = this.motion.dimensions === 2 ? [[1, 0, 0], [0, 1, 0]] : ground_of(this.motion.up);
    const raw = this.radius / 4;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].map((k) => k * power).find((k) => k >= raw) ?? raw;
    const reach = Math.ceil((this.radius * 1.2) / step) * step;
    const at = (a: number, b: number): Vector => [0, 1, 2].map((k) => a * u[k]! + b * v[k]!) as unknown as Vector;
    const along = (w: Vector): number => Math.round((this.middle[0] * w[0] + this.middle[1] * w[1] + this.middle[2] * w[2]) / step) * step;
    const [mu, mv] = [along(u), along(v)];
    context.beginPath();
    for (let k = -reach; k <= reach + step / 2; k += step) {
      for (const [from, end] of [[at(mu + k, mv - reach), at(mu + k, mv + reach)], [at(mu - reach, mv + k), at(mu + reach, mv + k)]] as const) {
        const [a, b] = [to(from), to(end)];
        context.moveTo(a.x, a.y);
        context.lineTo(b.x, b.y);
      }
    }
    context.stroke();
    context.fillStyle = css_value("--muted");
    const { height } = this.size();
    context.fillText(`squares of ${decimal(step)}\u202fm`, 8, height - 8);
  }

  private draw_trace(context: CanvasRenderingContext2D, to: (point: Vector) => Place): void {
    context.strokeStyle = css_value("--run-1");
    context.globalAlpha = 0.6;
    context.lineWidth = 1.5;
    context.beginPath();
    for (let i = 0; i < this.motion.count; i++) {
      const t = this.start + ((this.stop - this.start) * i) / (this.motion.count - 1);
      if (t > this.now) break;
      const at = to(this.recorded(this.traced, i));
      if (i === 0) context.moveTo(at.x, at.y);
      else context.lineTo(at.x, at.y);
    }
    const end = to(this.place(this.traced));
    context.lineTo(end.x, end.y);
    context.stroke();
    context.globalAlpha = 1;
  }

  private show_clock(): void {
    this.clock.textContent = `t = ${seconds(this.now, 4)}`;
  }

  private go_to(t: number): void {
    this.now = Math.min(this.stop, Math.max(this.start, t));
    this.slider.value = String(this.now - this.start);
    this.show_clock();
    this.on_time(this.now);
    this.draw_soon();
  }

  private toggle(): void {
    this.playing = !this.playing;
    this.play_button.textContent = this.playing ? "Pause" : "Play";
    if (!this.playing) return;
    if (this.now >= this.stop) this.go_to(this.start);
    this.last_frame = performance.now();
    requestAnimationFrame((time) => this.advance(time));
  }

  private advance(time: number): void {
    if (!this.playing) return;
    const passed = Math.max(0, time - this.last_frame) / 1000;
    this.last_frame = time;
    this.go_to(this.now + passed * this.speed);
    if (this.now >= this.stop) this.toggle();
    else requestAnimationFrame((next) => this.advance(next));
  }

  private look_from_start(): void {
    [this.turn, this.lift, this.zoom] = [TURN, LIFT, 1];
    this.draw_soon();
  }

  private look(turn: number, lift: number): void {
    this.turn = turn;
    this.lift = Math.min(Math.PI / 2, Math.max(-Math.PI / 2, lift));
    this.draw_soon();
  }

  private attach(): void {
    let held: { x: number; y: number; turn: number; lift: number } | null = null;
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      held = { x: event.clientX, y: event.clientY, turn: this.turn, lift: this.lift };
      this.canvas.setPointerCapture(event.pointerId);
      hide_tooltip();
    });
    this.canvas.addEventListener("pointermove", (event) => {
      if (held) this.look(held.turn - (event.clientX - held.x) / 150, held.lift + (event.clientY - held.y) / 150);
      else this.name_at(event);
    });
    const release = () => (held = null);
    this.canvas.addEventListener("pointerup", release);
    this.canvas.addEventListener("pointercancel", release);
    this.canvas.addEventListener("pointerleave", () => hide_tooltip());
    this.canvas.addEventListener("dblclick", () => this.look_from_start());
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return; // the wheel alone scrolls the page
      event.preventDefault();
      this.zoom = Math.min(10, Math.max(0.3, this.zoom * (event.deltaY > 0 ? 0.9 : 1.1)));
      this.draw_soon();
    }, { passive: false });
    this.canvas.addEventListener("keydown", (event) => this.on_key(event));
  }

  private on_key(event: KeyboardEvent): void {
    if (event.key === " ") this.toggle();
    else if (event.key === "ArrowLeft") this.look(this.turn - 0.1, this.lift);
    else if (event.key === "ArrowRight") this.look(this.turn + 0.1, this.lift);
    else if (event.key === "ArrowUp") this.look(this.turn, this.lift + 0.1);
    else if (event.key === "ArrowDown") this.look(this.turn, this.lift - 0.1);
    else if (event.key === "0") this.look_from_start();
    else return;
    event.preventDefault();
  }

  /** What is under the pointer. */
  private name_at(event: PointerEvent): void {
    const box = this.canvas.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const to = this.projector();
    let name = "";
    let nearest = 9;
    const offer = (distance: number, found: string) => {
      if (distance < nearest) [nearest, name] = [distance, found];
    };
    for (const line of this.motion.lines) {
      const [a, b] = [to(this.place(line.a)), to(this.place(line.b))];
      const square = (b.x - a.x) ** 2 + (b.y - a.y) ** 2;
      const k = square > 0 ? Math.min(1, Math.max(0, ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / square)) : 0;
      offer(Math.hypot(x - a.x - k * (b.x - a.x), y - a.y - k * (b.y - a.y)), line.name);
    }
    for (const mark of this.motion.marks) {
      const at = to(this.place(mark.at));
      // a joint or body lies on the ends of lines, and is meant before them
      offer(Math.hypot(x - at.x, y - at.y) - 4, mark.mass > 0 ? `${mark.name}, ${decimal(mark.mass)}\u202fkg` : mark.name);
    }
    if (name) show_tooltip(event.clientX, event.clientY, el("strong", {}, name));
    else hide_tooltip();
  }
}
