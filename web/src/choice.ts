// How the model was run: the planner's choice in sentences and figures, its candidates as a picture and as a table.
import { Candidates, marks_of } from "./candidates.ts";
import type { Candidate, Plan, Report, Run } from "./data.ts";
import { CHOSEN, number_of } from "./data.ts";
import { el, section } from "./dom.ts";
import { error_text, integer, seconds } from "./format.ts";
import { figure } from "./headline.ts";

function key_figures(report: Report, run: Run): HTMLElement {
  const { audit } = report.raw;
  const error = number_of(audit?.error);
  const above = audit?.verdict === "estimated above" || audit?.verdict === "not kept";
  const asked = report.plan ? error_text(report.plan.max_error) : "";
  return el("dl", { class: "key-figures" },
    figure(run.method, "method", chosen_states(report.plan)),
    figure(Number.isNaN(error) ? "not known" : error_text(error), "estimated error, of the range",
      Number.isNaN(error) ? "" : `${above ? "above" : "at most; below"} ${asked}, which was asked for`, Number.isNaN(error) ? "" : above ? "bad" : "good"),
    figure(seconds(run.seconds, 3), "time of the run", "integration only"),
    figure(integer(run.statistics.steps), "steps", (run.statistics.events ?? 0) > 0 ? `${integer(run.statistics.events)} events` : ""));
}

function chosen_states(plan: Plan | null): string {
  const states = plan?.candidates.find((one) => one.chosen)?.states ?? "";
  return states === "" ? "" : `implicit states: ${states}`;
}

function command_line(command: string): HTMLElement {
  return el("p", { class: "command" }, "To repeat it: ", el("code", {}, command), " ", el("span", { class: "soft" }, "(--max-error E keeps an error of your choice)"));
}

interface Column {
  title: string;
  forecast: (one: Candidate) => string;
  measured: (one: NonNullable<Candidate["measured"]>) => string;
}

const COLUMNS: Column[] = [
  { title: "Steps", forecast: (one) => integer(one.steps), measured: (one) => integer(one.steps) },
  { title: "Time", forecast: (one) => seconds(one.seconds, 2), measured: (one) => seconds(one.seconds, 2) },
  { title: "Error", forecast: (one) => error_text(one.error), measured: (one) => (one.failure === "" ? error_text(one.error) : "—") },
];

export function candidate_table(plan: Plan): HTMLElement {
  const measured = plan.candidates.some((one) => one.measured);
  const span = measured ? 2 : 1;
  const head = el("tr", {}, el("th", { scope: "col", rowspan: 2 }, "Method"), el("th", { scope: "col", rowspan: 2 }, "Implicit states"),
    ...COLUMNS.map((column) => el("th", { scope: "colgroup", colspan: span, class: "figure-cell" }, column.title)),
    el("th", { scope: "col", rowspan: 2 }, "Remark"));
  const kinds = el("tr", {}, ...COLUMNS.flatMap(() => (measured ? ["forecast", "measured"] : ["forecast"]).map((kind) => el("th", { scope: "col", class: "figure-cell kind" }, kind))));
  const body = el("tbody", {}, ...plan.candidates.map((one) => el("tr", { class: one.chosen ? "chosen" : null },
    el("th", { scope: "row" }, one.method), el("td", {}, one.states),
    ...COLUMNS.flatMap((column) => [
      el("td", { class: "figure-cell soft" }, column.forecast(one)),
      measured ? el("td", { class: "figure-cell" }, one.measured ? column.measured(one.measured) : "—") : null,
    ]),
    el("td", { class: "remark-cell" }, one.chosen ? el("strong", {}, "chosen: ") : null, one.why,
      one.measured && one.measured.failure !== "" ? el("span", { class: "bad" }, ` ✕ ${one.measured.failure}`) : null))));
  return el("div", { class: "table-box", tabindex: 0, role: "region", "aria-label": "Candidates" },
    el("table", { class: "candidate-table" }, el("caption", { class: "hidden-label" }, "Candidates of the planner"), el("thead", {}, head, kinds), body));
}

/** Null for data without a word about the planner. */
export function choice_section(report: Report): HTMLElement | null {
  const { raw, plan } = report;
  const sentences = raw.choice ?? [];
  if (sentences.length === 0 && !plan) return null;
  const run = report.runs.find((one) => one.id === CHOSEN);
  return section("choice", "", "How it was run",
    el("div", { class: "summary" }, ...sentences.map((sentence) => el("p", {}, sentence))),
    plan && raw.command ? command_line(raw.command) : null,
    run && run.ok ? key_figures(report, run) : null,
    plan && marks_of(plan).length > 1 ? new Candidates(plan).element : null,
    plan && plan.candidates.length > 0 ? candidate_table(plan) : null);
}
