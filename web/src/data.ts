// The data contract of the report page (docs/report-data.md) and its reading.
// Raw* types are the JSON as written; the others are what the page works with: plain numbers, with
// Infinity for "inf" and NaN for undefined, in typed arrays where there are many.

export type RawNumber = number | "inf" | "-inf" | "nan" | null;

/** The matrix of equations and unknowns on cells x cells squares, a character each: "0" empty, "1" to "9" how full. */
export interface RawIncidence {
  size: number;
  cells: number;
  given: string[];
  ordered: string[];
  /** First row and size of the largest ones. */
  loops?: [number, number][];
}

export interface RawCheck {
  equations?: number;
  unknowns?: number;
  states?: number;
  parameters?: number;
  aliases?: number;
  shapes?: number;
  blocks?: { count?: number; largest?: number; linear?: number; nonlinear?: number };
  incidence?: RawIncidence | null;
}

export interface RawVariable {
  name: string;
  time_scale: RawNumber;
  lower?: RawNumber;
  upper?: RawNumber;
  exact?: boolean;
  /** How an inexact value is known: see docs/json.md. */
  proof?: string;
  /** Possibly cut; cycle_length is the true length. */
  cycle?: string[];
  cycle_length?: number;
  /** Index of its cluster, from fast to slow. */
  cluster?: number;
  /** Index of the operating point that sets it, when there are several. */
  point?: number;
  mode?: { index: number | null; share: RawNumber; time_scale: RawNumber; agreement: string };
}

export interface RawMode {
  re: RawNumber;
  im: RawNumber;
  time_scale: RawNumber;
  time_constant: RawNumber;
  frequency: RawNumber;
  damping?: RawNumber;
  states: { name: string; share: number }[];
  note?: string | null;
}

export interface RawPoint {
  time: RawNumber;
  kind: string;
  note?: string | null;
  cycle_count?: number | null;
  time_scales?: RawNumber[];
  lower?: RawNumber[];
  modes?: RawMode[] | null;
}

export interface RawEnvelopes {
  order: string[];
  variables: { diagonal: RawNumber; complete?: boolean; lines: [number, RawNumber, number | null][] }[];
  /** Indices into `order`. */
  cycles: number[][];
}

export interface RawAnalysis {
  alpha: number;
  self_loop?: string;
  operating_point?: { time: RawNumber; kind: string };
  exact?: boolean;
  cycles?: { count: number | null };
  variables: RawVariable[];
  indices?: {
    stiffness?: RawNumber;
    separability?: RawNumber;
    separability_log?: RawNumber;
    stiffness_ratio?: RawNumber;
  };
  separability_terms?: RawNumber[];
  partition?: {
    step: RawNumber;
    /** Absent for large models: then the clusters of the variables and implicit_clusters say it. */
    fast?: string[];
    slow?: string[];
    fast_count?: number;
    slow_count?: number;
    implicit_clusters?: number;
    cluster_steps?: RawNumber[];
    /** The cut was left to the tool: the page may suggest another one at another alpha. */
    automatic?: boolean;
    certificate?: { method: string; spectral_radius: RawNumber; growth: RawNumber; growth_bounded: boolean; verdict: string; stable: boolean | null } | null;
  } | null;
  parallel_sets?: string[][];
  parallel_set_count?: number;
  cycle_sets?: { shared: string[]; blocks: string[][]; block_count?: number }[];
  operating_points?: RawPoint[];
  ranking_changes?: { faster: string; slower: string; first: number; second: number }[];
}

export interface RawMap {
  alphas: number[];
  order: string[];
  time_scales: RawNumber[][];
  terms?: RawNumber[][] | null;
  terms_log?: RawNumber[][] | null;
}

export interface RawStatistics {
  steps?: number | null;
  rejected?: number | null;
  function_evaluations?: number | null;
  jacobian_evaluations?: number | null;
  function_evaluations_in_jacobian?: number | null;
  newton_iterations?: number | null;
  newton_failures?: number | null;
  factorisations?: number | null;
  events?: number | null;
  full_rhs_evaluations?: number | null;
  restricted_rhs_evaluations?: number | null;
}

export interface RawRun {
  id: string;
  label?: string;
  method?: string;
  step?: number | null;
  statistics?: RawStatistics | null;
  accuracy?: {
    equivalence?: RawNumber;
    range?: RawNumber;
    relative?: RawNumber;
    worst?: { variable: string; time: RawNumber } | null;
    not_compared?: string[];
  } | null;
  seconds?: number | null;
  status?: { ok: boolean; reason?: string | null; time?: RawNumber };
  reference?: boolean;
  trajectory?: {
    time?: RawNumber[];
    variables: {
      name: string; unit?: string | null; values: RawNumber[];
      /** Of thinned curves: their own times, and how far they are from the reference, which has other times. */
      time?: RawNumber[];
      difference?: { time: RawNumber[]; values: RawNumber[] };
    }[];
    /** How many points the run recorded, how many variables are not here, and in how many stretches curves were thinned. */
    points?: number;
    left_out?: number;
    stretches?: number | null;
  } | null;
}

/** The planner's choice: docs/json.md. */
export interface RawPlan {
  max_error?: RawNumber;
  candidates?: {
    method: string;
    states?: string;
    tolerance?: RawNumber;
    steps?: RawNumber;
    seconds?: RawNumber;
    error?: RawNumber;
    chosen?: boolean;
    why?: string;
    measured?: { steps?: RawNumber; seconds?: RawNumber; error?: RawNumber; failure?: string | null } | null;
  }[];
}

export interface RawAudit {
  verdict?: string;
  error?: RawNumber;
}

/** Dependencies as an FMU declares them; `on`: indices into `known`, or null where nothing is declared. */
export interface RawStructure {
  rows: { name: string; kind: string; on: number[] | null }[];
  /** States, then inputs. */
  known: string[];
  /** So many dependencies were not written. */
  left_out?: number | null;
}

/** Points that move and what joins them: docs/report-data.md. Places are whole multiples of `unit`. */
export interface RawMotion {
  run?: string;
  dimensions?: number;
  up?: [number, number, number];
  time: { start: number; stop: number; count: number };
  unit: number;
  points: number[][];
  lines: { name: string; a: number; b: number; rigid?: boolean; guide?: boolean }[];
  marks?: { name: string; at: number; mass?: number }[];
  left_out?: number;
}

export interface RawReport {
  version?: string;
  model?: string;
  source?: string | null;
  generated?: string | null;
  choice?: string[];
  command?: string | null;
  plan?: RawPlan | null;
  audit?: RawAudit | null;
  summary?: string[];
  check?: RawCheck | null;
  structure?: RawStructure | null;
  analysis?: RawAnalysis | null;
  map?: RawMap | null;
  envelopes?: RawEnvelopes | null;
  runs?: RawRun[];
  motion?: RawMotion | null;
  options?: Record<string, unknown> | string | string[] | null;
}

export interface Series {
  name: string;
  unit: string;
  time: Float64Array;
  values: Float64Array;
  /** To the reference, where the curve was thinned: its times are not those of the reference. */
  difference: { time: Float64Array; values: Float64Array } | null;
}

export interface Run {
  id: string;
  label: string;
  method: string;
  step: number;
  statistics: RawStatistics;
  accuracy: { equivalence: number; range: number; relative: number; worst: { variable: string; time: number } | null; not_compared: string[] } | null;
  seconds: number;
  ok: boolean;
  reason: string;
  stopped: number;
  reference: boolean;
  series: Map<string, Series>;
  /** Points recorded; stretches of time in which curves were thinned, 0: not at all; variables not in the page. */
  points: number;
  stretches: number;
  left_out: number;
}

export interface Candidate {
  method: string;
  /** Which are implicit: all, none, 7 of 3029. */
  states: string;
  tolerance: number;
  steps: number;
  seconds: number;
  error: number;
  chosen: boolean;
  why: string;
  measured: { steps: number; seconds: number; error: number; failure: string } | null;
}

export interface Plan {
  max_error: number;
  candidates: Candidate[];
}

export interface Motion {
  run: string;
  dimensions: 2 | 3;
  up: [number, number, number];
  start: number;
  stop: number;
  count: number;
  /** Of each point x, y, z at `count` equally distant times, or once if it stands still; in metres. */
  points: Float64Array[];
  lines: { name: string; a: number; b: number; rigid: boolean; guide: boolean }[];
  /** Mass 0: a joint. */
  marks: { name: string; at: number; mass: number }[];
  left_out: number;
}

export interface Report {
  raw: RawReport;
  /** Null: nothing has a place in space. */
  motion: Motion | null;
  /** Null: the planner had no part in this report, or failed. */
  plan: Plan | null;
  runs: Run[];
  /** Names of all variables that some run recorded, in the order of first appearance. */
  recorded: string[];
  /** Inconsistencies found while reading; shown to the reader, never hidden. */
  notes: string[];
}

export function number_of(value: RawNumber | undefined): number {
  if (typeof value === "number") return value;
  if (value === "inf") return Infinity;
  if (value === "-inf") return -Infinity;
  return NaN;
}

export function numbers_of(values: readonly RawNumber[]): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = number_of(values[i]);
  return out;
}

function read_series(raw: RawRun, notes: string[]): Map<string, Series> {
  const series = new Map<string, Series>();
  if (!raw.trajectory) return series;
  const shared = numbers_of(raw.trajectory.time ?? []);
  for (const variable of raw.trajectory.variables ?? []) {
    const values = numbers_of(variable.values);
    const time = variable.time ? numbers_of(variable.time) : shared;
    const length = Math.min(time.length, values.length);
    if (time.length !== values.length) {
      notes.push(
        `Run ${raw.label ?? raw.id}: ${variable.name} has ${values.length} values for ${time.length} times; only the first ${length} are drawn.`,
      );
    }
    series.set(variable.name, {
      name: variable.name,
      unit: variable.unit ?? "",
      time: time.subarray(0, length),
      values: values.subarray(0, length),
      difference: variable.difference ? { time: numbers_of(variable.difference.time), values: numbers_of(variable.difference.values) } : null,
    });
  }
  return series;
}

function read_run(raw: RawRun, notes: string[]): Run {
  const accuracy = raw.accuracy ?? null;
  return {
    id: raw.id,
    label: raw.label ?? raw.method ?? raw.id,
    method: raw.method ?? raw.id,
    step: number_of(raw.step),
    statistics: raw.statistics ?? {},
    accuracy: accuracy && {
      equivalence: number_of(accuracy.equivalence),
      range: number_of(accuracy.range),
      relative: number_of(accuracy.relative),
      worst: accuracy.worst ? { variable: accuracy.worst.variable, time: number_of(accuracy.worst.time) } : null,
      not_compared: accuracy.not_compared ?? [],
    },
    seconds: number_of(raw.seconds),
    ok: raw.status?.ok ?? true,
    reason: raw.status?.reason ?? "",
    stopped: number_of(raw.status?.time),
    reference: raw.reference ?? false,
    series: read_series(raw, notes),
    points: raw.trajectory?.points ?? raw.trajectory?.time?.length ?? 0,
    stretches: raw.trajectory?.stretches ?? 0,
    left_out: raw.trajectory?.left_out ?? 0,
  };
}

function read_plan(raw: RawPlan | null | undefined): Plan | null {
  if (!raw) return null;
  return {
    max_error: number_of(raw.max_error),
    candidates: (raw.candidates ?? []).map((one) => ({
      method: one.method,
      states: one.states ?? "",
      tolerance: number_of(one.tolerance),
      steps: number_of(one.steps),
      seconds: number_of(one.seconds),
      error: number_of(one.error),
      chosen: one.chosen ?? false,
      why: one.why ?? "",
      measured: one.measured
        ? { steps: number_of(one.measured.steps), seconds: number_of(one.measured.seconds), error: number_of(one.measured.error), failure: one.measured.failure ?? "" }
        : null,
    })),
  };
}

function read_motion(raw: RawMotion | null | undefined, notes: string[]): Motion | null {
  if (!raw) return null;
  const { start, stop, count } = raw.time;
  const whole = raw.points.every((course) => course.length === 3 || course.length === 3 * count);
  const known = (at: number) => at >= 0 && at < raw.points.length;
  if (!(stop > start) || count < 2 || !whole || !raw.lines.every((line) => known(line.a) && known(line.b)) || !(raw.marks ?? []).every((mark) => known(mark.at))) {
    notes.push("The motion of the bodies does not follow the report format and is not shown.");
    return null;
  }
  return {
    run: raw.run ?? "",
    dimensions: raw.dimensions === 2 ? 2 : 3,
    up: raw.up ?? [0, 0, 1],
    start, stop, count,
    points: raw.points.map((course) => Float64Array.from(course, (place) => place * raw.unit)),
    lines: raw.lines.map((line) => ({ name: line.name, a: line.a, b: line.b, rigid: line.rigid ?? true, guide: line.guide ?? false })),
    marks: (raw.marks ?? []).map((mark) => ({ name: mark.name, at: mark.at, mass: mark.mass ?? 0 })),
    left_out: raw.left_out ?? 0,
  };
}

/** The id of the run by the method that the planner chose. */
export const CHOSEN = "auto";

/** Place in the papers' table: the chosen run before all, then mixed-mode, then the reference, implicit methods, explicit methods. */
function column_rank(run: Run): number {
  if (run.id === CHOSEN) return -1;
  if (/^(mixed|multirate|averaging)/.test(run.method)) return 0;
  if (run.reference || /^cvode/.test(run.method)) return 1;
  if (/implicit|trapezoidal/.test(run.method)) return 2;
  return 3;
}

export function read_report(raw: RawReport): Report {
  const notes: string[] = [];
  const runs = (raw.runs ?? []).map((run) => read_run(run, notes));
  runs.sort((a, b) => column_rank(a) - column_rank(b));
  if (runs.filter((run) => run.reference).length > 1) {
    notes.push("More than one run is marked as the reference; differences are taken to the first one.");
  }
  const recorded = new Set<string>();
  for (const run of runs) for (const name of run.series.keys()) recorded.add(name);
  return { raw, motion: read_motion(raw.motion, notes), plan: read_plan(raw.plan), runs, recorded: [...recorded], notes };
}
