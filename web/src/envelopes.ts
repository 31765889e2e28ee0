// The time scales at any alpha, from the lines of each variable's cycles: what makes the slider live.
import { number_of } from "./data.ts";
import type { RawEnvelopes } from "./data.ts";

/** A cycle of `length` variables whose entries multiply to exp(weight) bounds log h by (log alpha - weight) / length. */
interface Line {
  length: number;
  weight: number;
  /** Index into Envelopes.cycles; -1 when its variables were not written. */
  cycle: number;
}

export interface Envelopes {
  self_loop: string;
  /** Per variable, in the order of the page's names. */
  lines: Line[][];
  diagonal: Float64Array;
  cycles: string[][];
}

export interface Bound {
  time_scale: number;
  /** The names along the limiting cycle; one name: the variable acts on itself. */
  cycle: string[];
}

/** Null when the data does not cover every variable: a slider that leaves some out would mislead. */
export function read_envelopes(raw: RawEnvelopes | null | undefined, names: readonly string[], self_loop: string): Envelopes | null {
  if (!raw || raw.variables.length !== raw.order.length) return null;
  const place = new Map(raw.order.map((name, i) => [name, i]));
  const lines: Line[][] = [];
  const diagonal = new Float64Array(names.length);
  for (let i = 0; i < names.length; i++) {
    const at = place.get(names[i]!);
    if (at === undefined) return null;
    const variable = raw.variables[at]!;
    diagonal[i] = number_of(variable.diagonal);
    lines.push(variable.lines.map(([length, weight, cycle]) => ({ length, weight: number_of(weight), cycle: cycle ?? -1 })));
  }
  return { self_loop, lines, diagonal, cycles: raw.cycles.map((cycle) => cycle.map((state) => raw.order[state] ?? "?")) };
}

/** The step up to which the effect of a variable on itself is not amplified; infinite when there is none. */
export function self_bound(self_loop: string, diagonal: number, alpha: number): number {
  if (self_loop === "published") return alpha / Math.abs(1 + diagonal);
  if (diagonal === 0) return Infinity;
  if (self_loop === "gain" && diagonal < 0) return (1 + alpha) / -diagonal;
  return alpha / Math.abs(diagonal);
}

export function bound_at(envelopes: Envelopes, names: readonly string[], variable: number, alpha: number): Bound {
  let time_scale = self_bound(envelopes.self_loop, envelopes.diagonal[variable]!, alpha);
  let active: Line | null = null;
  for (const line of envelopes.lines[variable]!) {
    const h = Math.exp((Math.log(alpha) - line.weight) / line.length);
    if (h < time_scale) [time_scale, active] = [h, line];
  }
  if (!Number.isFinite(time_scale)) return { time_scale, cycle: [] };
  const own = names[variable]!;
  if (!active) return { time_scale, cycle: [own] };
  const cycle = envelopes.cycles[active.cycle] ?? [];
  const start = Math.max(0, cycle.indexOf(own));
  return { time_scale, cycle: [...cycle.slice(start), ...cycle.slice(0, start)] };
}
