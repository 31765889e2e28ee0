// Where the variables are cut into clusters at one alpha: the tool's own partition at the alpha it analysed, and, when
// the slider stands elsewhere, the same rule of the widest gap applied here, without a certificate.
import { number_of } from "./data.ts";
import type { RawAnalysis } from "./data.ts";
import type { View } from "./spectra.ts";

/** The tool's rules (worth_cutting and worth_nesting). */
const WORTH_CUTTING = 1.2;
const WORTH_NESTING = 3;

export interface Cluster {
  /** Ascending by time scale, those without a cycle last. */
  variables: number[];
  /** NaN when unknown. */
  step: number;
  implicit: boolean;
}

export interface Cut {
  /** NaN when there is none. */
  step: number;
  /** Per variable. */
  fast: Uint8Array;
  clusters: Cluster[];
  /** Found by the page and certified by nobody. */
  own: boolean;
}

function rounded_down(value: number): number {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.floor((value / unit) * (1 + 1e-12)) * unit).toPrecision(2));
}

function rounded_above(value: number): number {
  const next = rounded_down(value + 10 ** (Math.floor(Math.log10(value)) - 1));
  return next > value ? next : 1.1 * value;
}

const near_top = (low: number, high: number) => high * (low / high) ** 0.1;

/** Clusters of the ascending variables, ended after each of `ends`. */
function split(view: View, ends: number[], implicit: number, steps: number[]): Cluster[] {
  const clusters: Cluster[] = [];
  let from = 0;
  for (const end of [...ends, view.order.length - 1]) {
    if (end < from) continue;
    const k = clusters.length;
    clusters.push({ variables: Array.from(view.order.subarray(from, end + 1)), step: steps[k] ?? NaN, implicit: from < implicit });
    from = end + 1;
  }
  return clusters;
}

function steps_of(view: View, ends: number[]): number[] {
  const scale = (i: number) => view.time_scale[view.order[i]!]!;
  if (view.finite === 0) return [];
  const steps = [rounded_down(scale(0))];
  for (const end of ends) {
    const high = end + 1 < view.order.length ? scale(end + 1) : Infinity;
    const most = Number.isFinite(high) ? near_top(scale(end), high) : scale(end);
    const last = steps[steps.length - 1]!;
    steps.push(Math.max(1, Math.floor((most / last) * (1 + 1e-12))) * last);
  }
  return steps;
}

/** The cut in the widest gap, as the tool would try first. */
export function suggested_cut(view: View): Cut {
  const scale = (i: number) => view.time_scale[view.order[i]!]!;
  let widest = -1;
  const ends = new Set<number>();
  for (let i = 0; i + 1 < view.finite; i++) {
    const ratio = scale(i + 1) / scale(i);
    if (ratio > WORTH_NESTING) ends.add(i);
    if (ratio > WORTH_CUTTING && (widest < 0 || ratio > scale(widest + 1) / scale(widest))) widest = i;
  }
  const fast = new Uint8Array(view.time_scale.length);
  // no gap: everything that has a time scale is solved implicitly, with a step just above the slowest
  const count = widest >= 0 ? widest + 1 : view.finite;
  for (let i = 0; i < count; i++) fast[view.order[i]!] = 1;
  if (count > 0 && count < view.order.length) ends.add(count - 1);
  const sorted = [...ends].sort((a, b) => a - b);
  const step = widest >= 0 ? rounded_down(near_top(scale(widest), scale(widest + 1))) : view.finite > 0 ? rounded_above(scale(view.finite - 1)) : NaN;
  return { step, fast, clusters: split(view, sorted, count, steps_of(view, sorted)), own: true };
}

/** Which variables the tool put into the fast part. */
export function fast_part(analysis: RawAnalysis): Uint8Array {
  const { partition, variables } = analysis;
  if (partition && !partition.fast && partition.implicit_clusters !== undefined) {
    return Uint8Array.from(variables, (v) => ((v.cluster ?? Infinity) < partition.implicit_clusters! ? 1 : 0));
  }
  const names = new Set(partition?.fast ?? []);
  return Uint8Array.from(variables, (v) => (names.has(v.name) ? 1 : 0));
}

export function written_cut(analysis: RawAnalysis, view: View): Cut {
  const { partition, variables } = analysis;
  const fast = fast_part(analysis);
  if (!partition) return { step: NaN, fast, clusters: [], own: false };
  const clusters: Cluster[] = [];
  for (const i of view.order) {
    const k = variables[i]!.cluster ?? (fast[i] ? 0 : 1);
    (clusters[k] ??= { variables: [], step: number_of(partition.cluster_steps?.[k]), implicit: fast[i] === 1 }).variables.push(i);
  }
  return { step: number_of(partition.step), fast, clusters: clusters.filter(Boolean), own: false };
}

export function cut_of(analysis: RawAnalysis, view: View): Cut {
  return view.analysed || !analysis.partition?.automatic ? written_cut(analysis, view) : suggested_cut(view);
}
