// Section 4: the cost and the accuracy of every run, laid out as in the papers.
import type { RawStatistics, Report, Run } from "./data.ts";
import { el, message, shorten } from "./dom.ts";
import { decimal, integer, seconds } from "./format.ts";

interface Row {
  label: string;
  hint?: string;
  cell: (run: Run) => string | HTMLElement;
  /** Rows that say nothing in this report are left out. */
  relevant?: (runs: Run[]) => boolean;
  /** Begins a group of rows: work, accuracy, time. */
  group?: boolean;
}

function count(label: string, key: keyof RawStatistics, hint?: string, only_if_nonzero = false): Row {
  return {
    label, ...(hint ? { hint } : {}),
    cell: (run) => integer(run.statistics[key]),
    relevant: (runs) => runs.some((run) => (only_if_nonzero ? (run.statistics[key] ?? 0) > 0 : typeof run.statistics[key] === "number")),
  };
}

function measure(label: string, key: "range" | "equivalence" | "relative", hint: string): Row {
  return {
    label, hint,
    cell: (run) => (run.reference ? el("span", { class: "soft" }, "reference") : decimal(run.accuracy?.[key] ?? NaN, 3)),
    relevant: (runs) => runs.some((run) => run.accuracy && !Number.isNaN(run.accuracy[key])),
  };
}

function rows(reference: Run | undefined): Row[] {
  return [
    { label: "Step size", cell: (run) => (Number.isNaN(run.step) ? el("span", { class: "soft" }, "variable") : seconds(run.step)) },
    { ...count("Steps", "steps"), group: true },
    count("Rejected steps", "rejected", undefined, true),
    count("Function ev.", "function_evaluations", "evaluations of the model's right-hand side"),
    count("  of the whole model", "full_rhs_evaluations"),
    count("  of one part only", "restricted_rhs_evaluations", "cheaper: only the equations of the fast or the slow part"),
    count("Jacobian ev.", "jacobian_evaluations"),
    count("Fun. ev. in Jac. ev.", "function_evaluations_in_jacobian", "zero when the Jacobian is exact"),
    count("Newton iterations", "newton_iterations"),
    count("Newton failures", "newton_failures"),
    count("Factorisations", "factorisations"),
    count("Events", "events", undefined, true),
    { ...measure("Error, of the range", "range", "largest difference, as a part of how far the variable moves in the reference"), group: true },
    measure("Error, equivalence", "equivalence", "largest |difference| / (1 + |reference|)"),
    measure("Error, relative", "relative", "largest |difference| / |reference|, as the papers print it"),
    {
      label: "Worst variable",
      cell: (run) => (run.accuracy?.worst ? el("span", { class: "soft" }, `${shorten(run.accuracy.worst.variable, 26)} at ${seconds(run.accuracy.worst.time, 3)}`) : ""),
      relevant: (runs) => runs.some((run) => run.accuracy?.worst),
    },
    {
      label: "Not compared", hint: "always within a step of a jump",
      cell: (run) => el("span", { class: "soft" }, some_names(run.accuracy?.not_compared ?? [])),
      relevant: (runs) => runs.some((run) => (run.accuracy?.not_compared.length ?? 0) > 0),
    },
    {
      label: "Time", hint: "wall clock, integration only; the median of several runs where one is too short to measure", group: true,
      cell: (run) => seconds(run.seconds, 3),
      relevant: (runs) => runs.some((run) => !Number.isNaN(run.seconds)),
    },
    {
      label: "Against the reference", hint: "at the errors above, which differs between the columns",
      cell: (run) => (run.reference ? el("span", { class: "soft" }, "1") : ratio(run, reference)),
      relevant: (runs) => reference !== undefined && !Number.isNaN(reference.seconds) && runs.length > 1,
    },
    {
      label: "Outcome",
      cell: (run) => (run.ok ? "finished" : el("span", { class: "bad" }, `✕ stopped${Number.isFinite(run.stopped) ? ` at ${seconds(run.stopped, 3)}` : ""}`)),
    },
  ];
}

/** Few enough for a column. */
function some_names(names: string[]): string {
  const shown = names.slice(0, 3).map((name) => shorten(name, 20));
  return shown.join(", ") + (names.length > shown.length ? ` and ${integer(names.length - shown.length)} more` : "");
}

function ratio(run: Run, reference: Run | undefined): string {
  // A run that broke off has no speed to compare.
  if (!reference || !run.ok || !(run.seconds > 0) || !(reference.seconds > 0)) return "—";
  const factor = reference.seconds / run.seconds;
  return factor >= 1 ? `${decimal(factor, 3)} × faster` : `${decimal(1 / factor, 3)} × slower`;
}

export function statistics(report: Report): HTMLElement {
  const { runs } = report;
  if (runs.length === 0) return message("note", "No simulation.", "This report holds the analysis only; nothing was integrated.");
  const reference = runs.find((run) => run.reference);
  const head = el("tr", {}, el("th", { scope: "col" }, el("span", { class: "hidden-label" }, "quantity")));
  for (const run of runs) {
    head.append(el("th", { scope: "col", class: run.reference ? "reference" : null }, run.label,
      el("span", { class: "method" }, run.method)));
  }
  const body = el("tbody", {});
  for (const row of rows(reference)) {
    if (row.relevant && !row.relevant(runs)) continue;
    const sub = row.label.startsWith("  ");
    const line = el("tr", { class: [row.group ? "group" : "", sub ? "sub" : ""].join(" ").trim() || null },
      el("th", { scope: "row", title: row.hint ?? null }, row.label.trim(), row.hint ? el("span", { class: "hint" }, row.hint) : null));
    for (const run of runs) line.append(el("td", { class: run.reference ? "reference" : null }, row.cell(run)));
    body.append(line);
  }
  const table = el("table", { class: "statistics" },
    el("caption", { class: "hidden-label" }, "Cost and accuracy of every run"), el("thead", {}, head), body);
  return el("div", { class: "table-box", tabindex: 0, role: "region", "aria-label": "Statistics table" }, table);
}
