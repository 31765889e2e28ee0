// The top of the page, and what the analysis found, in plain sentences and a few figures: at the top where nothing else
// is told first.
import type { RawAnalysis, RawReport } from "./data.ts";
import { number_of } from "./data.ts";
import { el } from "./dom.ts";
import { decimal, index_text, integer, plural, seconds } from "./format.ts";

/** What everybody should read; the rest is one click away. */
const FIRST_SENTENCES = 5;

export function figure(value: string, label: string, note = "", tone = ""): HTMLElement {
  return el("div", { class: `key-figure ${tone}` }, el("dt", {}, label), el("dd", {}, value), note ? el("dd", { class: "note" }, note) : null);
}

function time_scale_figures(analysis: RawAnalysis): (HTMLElement | null)[] {
  const finite = analysis.variables.filter((v) => Number.isFinite(number_of(v.time_scale)));
  let low = Infinity;
  let high = -Infinity;
  let fastest = "";
  let slowest = "";
  for (const variable of finite) {
    const h = number_of(variable.time_scale);
    if (h < low) [low, fastest] = [h, variable.name];
    if (h > high) [high, slowest] = [h, variable.name];
  }
  const stiffness = number_of(analysis.indices?.stiffness);
  const separability = number_of(analysis.indices?.separability);
  return [
    finite.length > 0 ? figure(seconds(low, 3), "fastest time scale", fastest) : null,
    finite.length > 1 ? figure(seconds(high, 3), "slowest time scale", slowest) : null,
    finite.length > 1 ? figure(Number.isNaN(stiffness) ? "undefined" : decimal(stiffness, 3), "stiffness index", "slowest / fastest") : null,
    figure(index_text(separability), "separability index",
      Number.isNaN(separability) ? "needs two different time scales" : finite.length === 2 ? "a single gap always gives 0" : "0: evenly spread, near 1: one clear gap"),
  ];
}

function partition_figures(analysis: RawAnalysis): (HTMLElement | null)[] {
  const { partition } = analysis;
  if (!partition) return [];
  const step = number_of(partition.step);
  const certificate = partition.certificate;
  const radius = certificate ? number_of(certificate.spectral_radius) : NaN;
  const growth = certificate ? number_of(certificate.growth) : NaN;
  return [
    Number.isNaN(step) ? null
      : figure(seconds(step, 3), "suggested step", `${integer(partition.fast_count ?? partition.fast?.length ?? NaN)} fast, ${integer(partition.slow_count ?? partition.slow?.length ?? NaN)} slow`),
    certificate
      ? figure(certificate.verdict, "step certificate",
        `${certificate.method}${Number.isNaN(radius) ? "" : `, spectral radius ${decimal(radius, 5)}`}` +
          (Number.isFinite(growth) ? `, growth ${certificate.growth_bounded ? "at most" : "at least"} ${decimal(growth, 3)}` : ""),
        certificate.verdict === "marginal" ? "warn" : certificate.stable === null ? "" : certificate.stable ? "good" : "bad")
      : null,
  ];
}

/** What the analysis found. */
export function overview(raw: RawReport): (HTMLElement | null)[] {
  const { analysis } = raw;
  const states = raw.check?.states ?? analysis?.variables.length;
  const summary = raw.summary ?? [];
  const figures = [
    states === undefined ? null : figure(integer(states), "states", raw.check?.equations === undefined ? "" : plural(raw.check.equations, "equation")),
    ...(analysis && analysis.variables.length > 0 ? [...time_scale_figures(analysis), ...partition_figures(analysis)] : []),
  ].filter(Boolean);
  return [
    summary.length > 0 ? el("div", { class: "summary" }, ...summary.slice(0, FIRST_SENTENCES).map((sentence) => el("p", {}, sentence)),
      summary.length > FIRST_SENTENCES
        ? el("details", {}, el("summary", {}, "More about this model"), ...summary.slice(FIRST_SENTENCES).map((sentence) => el("p", {}, sentence))) : null) : null,
    figures.length > 0 ? el("dl", { class: "key-figures" }, ...figures) : null,
  ];
}

export function headline(raw: RawReport, ...below: (HTMLElement | null)[]): HTMLElement {
  return el("header", { class: "headline" },
    el("p", { class: "kind" }, "Sunder report"),
    el("h1", {}, raw.model || "Unnamed model"),
    raw.source ? el("p", { class: "source" }, raw.source) : null, ...below);
}
