// The time scales of all variables at every alpha the report knows, without interpolation.
import { cut_of } from "./cut.ts";
import type { Cut } from "./cut.ts";
import { number_of, numbers_of } from "./data.ts";
import type { RawAnalysis, RawMap } from "./data.ts";
import { bound_at } from "./envelopes.ts";
import type { Envelopes } from "./envelopes.ts";

export const FAST = 0;
export const SLOW = 1;
export const NO_CYCLE = 2;
export type Kind = 0 | 1 | 2;

/** What is known at one alpha. Indices refer to Spectra.names. */
export interface Stop {
  alpha: number;
  /** True for the alpha of the analysis itself: brackets and limiting cycles belong to this one. */
  analysed: boolean;
  /** Per variable; NaN where the map leaves the variable out. */
  time_scale: Float64Array;
}

/** A stop, sorted. */
export interface View extends Stop {
  /** Variables with a finite time scale, ascending; then those without a cycle. */
  order: Uint32Array;
  finite: number;
}

export interface Spectra {
  names: string[];
  lower: Float64Array;
  upper: Float64Array;
  exact: Uint8Array;
  cycles: string[][];
  stops: Stop[];
  /** Index of the stop of the analysis. */
  home: number;
}

export function read_spectra(analysis: RawAnalysis, map: RawMap | null, notes: string[]): Spectra {
  const variables = analysis.variables;
  const names = variables.map((v) => v.name);
  const time_scale = numbers_of(variables.map((v) => v.time_scale));
  const spectra: Spectra = {
    names,
    lower: numbers_of(variables.map((v) => v.lower ?? v.time_scale)),
    upper: numbers_of(variables.map((v) => v.upper ?? v.time_scale)),
    exact: Uint8Array.from(variables, (v) => ((v.exact ?? true) ? 1 : 0)),
    cycles: variables.map((v) => v.cycle ?? []),
    stops: [{ alpha: analysis.alpha, analysed: true, time_scale }],
    home: 0,
  };
  if (map) add_map(spectra, map, notes);
  spectra.stops.sort((a, b) => a.alpha - b.alpha);
  spectra.home = spectra.stops.findIndex((stop) => stop.analysed);
  return spectra;
}

function add_map(spectra: Spectra, map: RawMap, notes: string[]): void {
  const index_of = new Map(spectra.names.map((name, i) => [name, i]));
  const places = map.order.map((name) => index_of.get(name) ?? -1);
  const unknown = places.filter((place) => place < 0).length;
  if (unknown > 0) notes.push(`The map over α names ${unknown} variable(s) that the analysis does not list; they are left out.`);
  const missing = spectra.names.length - (places.length - unknown);
  if (missing > 0) notes.push(`The map over α leaves out ${missing} of the ${spectra.names.length} variables; away from the analysed α they are not drawn.`);
  const alpha = spectra.stops[0]!.alpha;
  map.alphas.forEach((value, k) => {
    const row = map.time_scales[k];
    // The analysis itself is better informed than the map's row at the same alpha.
    if (!row || Math.abs(value - alpha) <= 1e-9 * Math.abs(alpha)) return;
    const time_scale = new Float64Array(spectra.names.length).fill(NaN);
    places.forEach((place, j) => {
      if (place >= 0) time_scale[place] = number_of(row[j]);
    });
    spectra.stops.push({ alpha: value, analysed: false, time_scale });
  });
}

/** Terms s(i) of neighbouring time scales: each gap as a part of the widest; empty when there is no gap at all. */
export function separability_terms(ascending: Float64Array, logarithmic: boolean): Float64Array {
  const n = ascending.length;
  if (n < 2) return new Float64Array(0);
  const at = (i: number) => (logarithmic ? Math.log(ascending[i]!) : ascending[i]!);
  const terms = new Float64Array(n - 1);
  let widest = 0;
  for (let i = 0; i + 1 < n; i++) {
    terms[i] = at(i + 1) - at(i);
    if (terms[i]! > widest) widest = terms[i]!;
  }
  if (!(widest > 0)) return new Float64Array(0);
  for (let i = 0; i < terms.length; i++) terms[i]! /= widest;
  return terms;
}

export function view_of(stop: Stop): View {
  const { time_scale } = stop;
  const kept: number[] = [];
  let finite = 0;
  for (let i = 0; i < time_scale.length; i++) {
    const h = time_scale[i]!;
    if (Number.isNaN(h)) continue;
    kept.push(i);
    if (Number.isFinite(h)) finite++;
  }
  const order = Uint32Array.from(kept).sort((a, b) => {
    const x = time_scale[a]!;
    const y = time_scale[b]!;
    return x < y ? -1 : x > y ? 1 : a - b;
  });
  return { ...stop, order, finite };
}

/** The finite time scales of a stop, ascending: much quicker than a view, where the names do not matter. */
export function ascending_of(stop: Stop): Float64Array {
  return stop.time_scale.filter(Number.isFinite).sort();
}

export function index_from_terms(terms: Float64Array): number {
  if (terms.length === 0) return NaN;
  return 1 - terms.reduce((sum, term) => sum + term, 0) / terms.length;
}

/** The alpha slider's model: stops, the chosen one, and who wants to know. */
export class AlphaStore {
  index: number;
  private readonly views: (View | undefined)[];
  private readonly known_terms = new Map<string, Float64Array>();
  private readonly listeners: ((view: View) => void)[] = [];
  private readonly cuts = new WeakMap<View, Cut>();
  /** Set while the slider stands between two stops; `index` is then the nearer one. */
  private live: View | null = null;

  constructor(
    readonly spectra: Spectra,
    readonly analysis: RawAnalysis,
    private readonly map: RawMap | null,
    readonly envelopes: Envelopes | null = null,
  ) {
    this.index = spectra.home;
    this.views = new Array<View | undefined>(spectra.stops.length);
  }

  /** Whether the slider may stand between the stops. */
  get continuous(): boolean {
    return this.envelopes !== null;
  }

  view_at(index: number): View {
    return (this.views[index] ??= view_of(this.spectra.stops[index]!));
  }

  /** Terms written by the tool win over the page's own, which fill in where none (or not one per gap) were written. */
  terms_at(index: number, logarithmic: boolean): Float64Array {
    const key = `${index} ${logarithmic}`;
    const known = this.known_terms.get(key);
    if (known) return known;
    const stop = this.spectra.stops[index]!;
    const ascending = ascending_of(stop);
    const k = this.map ? this.map.alphas.indexOf(stop.alpha) : -1;
    const from_map = (logarithmic ? this.map?.terms_log : this.map?.terms)?.[k];
    const written = stop.analysed && !logarithmic ? this.analysis.separability_terms : from_map;
    const terms = written && written.length === ascending.length - 1 ? numbers_of(written) : separability_terms(ascending, logarithmic);
    this.known_terms.set(key, terms);
    return terms;
  }

  get view(): View {
    return this.live ?? this.view_at(this.index);
  }

  /** The terms of the view itself. */
  terms(logarithmic: boolean): Float64Array {
    return this.live ? separability_terms(ascending_of(this.live), logarithmic) : this.terms_at(this.index, logarithmic);
  }

  /** The partition at the view, found once for each. */
  cut(view: View): Cut {
    let cut = this.cuts.get(view);
    if (!cut) this.cuts.set(view, (cut = cut_of(this.analysis, view)));
    return cut;
  }

  /** The limiting cycle at the view, where it is known. */
  cycle(view: View, variable: number): string[] | null {
    if (view.analysed) return this.spectra.cycles[variable]!;
    return this.envelopes ? bound_at(this.envelopes, this.spectra.names, variable, view.alpha).cycle : null;
  }

  choose(index: number): void {
    const next = Math.min(this.spectra.stops.length - 1, Math.max(0, Math.round(index)));
    if (next === this.index && !this.live) return;
    this.index = next;
    this.live = null;
    this.notify();
  }

  /** Any alpha, when the envelopes are known; else the nearest stop. */
  choose_alpha(alpha: number): void {
    const { stops, names } = this.spectra;
    const distance = (k: number) => Math.abs(Math.log(stops[k]!.alpha / alpha));
    let nearest = 0;
    for (let k = 1; k < stops.length; k++) if (distance(k) < distance(nearest)) nearest = k;
    if (!this.envelopes || distance(nearest) < 1e-9) return this.choose(nearest);
    const envelopes = this.envelopes;
    const time_scale = Float64Array.from(names, (_, i) => bound_at(envelopes, names, i, alpha).time_scale);
    this.index = nearest;
    this.live = view_of({ alpha, analysed: false, time_scale });
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) listener(this.view);
  }

  subscribe(listener: (view: View) => void): void {
    this.listeners.push(listener);
  }
}
