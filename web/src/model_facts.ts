// Section 5: the model in numbers, and where this report comes from.
import type { RawReport, Report } from "./data.ts";
import { number_of } from "./data.ts";
import { el } from "./dom.ts";
import { decimal, integer, plural, seconds } from "./format.ts";
import { incidence_figure } from "./incidence.ts";
import { structure_figure } from "./structure.ts";

const SELF_LOOP: Record<string, string> = {
  gain: "gain: |1 + h·J| ≤ α",
  magnitude: "magnitude: h·|J| ≤ α",
  published: "published: h·|1 + J| ≤ α (as the papers' software had it)",
};

function list(title: string, rows: (readonly [string, string | null | undefined])[]): HTMLElement | null {
  const kept = rows.filter((row): row is readonly [string, string] => row[1] !== null && row[1] !== undefined && row[1] !== "");
  if (kept.length === 0) return null;
  const box = el("dl", { class: "numbers" });
  for (const [name, value] of kept) box.append(el("div", {}, el("dt", {}, name), el("dd", {}, value)));
  return el("div", { class: "card" }, el("h3", {}, title), box);
}

function known(value: number | undefined): string | null {
  return value === undefined ? null : integer(value);
}

function model_card(raw: RawReport): HTMLElement | null {
  const { check } = raw;
  if (!check) return null;
  const { blocks } = check;
  return list("Model", [
    ["Equations", known(check.equations)],
    ["Unknowns", known(check.unknowns)],
    ["States", known(check.states)],
    ["Parameters", known(check.parameters)],
    ["Aliases removed", known(check.aliases)],
    ["Shapes of equations", known(check.shapes)],
    ["Algebraic blocks", blocks ? known(blocks.count) : null],
    ["Largest block", blocks ? known(blocks.largest) : null],
    ["Linear / nonlinear blocks", blocks ? `${integer(blocks.linear ?? NaN)} / ${integer(blocks.nonlinear ?? NaN)}` : null],
  ]);
}

function analysis_card(raw: RawReport): HTMLElement | null {
  const { analysis } = raw;
  if (!analysis) return null;
  const point = analysis.operating_point;
  const sets = analysis.parallel_sets ?? [];
  return list("Analysis", [
    ["Loop gain allowed", `α = ${decimal(analysis.alpha)}`],
    ["Own influence of a variable", analysis.self_loop ? (SELF_LOOP[analysis.self_loop] ?? analysis.self_loop) : null],
    ["Operating point", point ? `${point.kind}${Number.isNaN(number_of(point.time)) ? "" : `, t = ${seconds(number_of(point.time))}`}` : null],
    ["Cycles", analysis.cycles?.count === null || analysis.cycles?.count === undefined ? "not counted" : integer(analysis.cycles.count)],
    ["Time scales", analysis.exact === false ? "some are brackets (marked)" : "exact"],
    ["Stiffness ratio (eigenvalues)", decimal(number_of(analysis.indices?.stiffness_ratio))],
    ["Parts that can run in parallel", sets.length > 0 ? integer(analysis.parallel_set_count ?? sets.length) : "none found"],
  ]);
}

function option_text(options: RawReport["options"]): string {
  if (options === null || options === undefined) return "";
  if (typeof options === "string") return options;
  if (Array.isArray(options)) return options.join(" ");
  return Object.entries(options).map(([name, value]) => `${name} = ${typeof value === "string" ? value : JSON.stringify(value)}`).join("\n");
}

/** Cycles of the whole model that meet in a few variables and nowhere else. */
function cycle_sets(raw: RawReport): HTMLElement | null {
  const all = raw.analysis?.cycle_sets ?? [];
  if (all.length === 0) return null;
  const some = (names: string[], count = names.length) => names.slice(0, 8).join(", ") + (count > 8 ? ` … (${integer(count)})` : "");
  return el("details", {}, el("summary", {}, `${plural(all.length, "part")} of the model in which all cycles meet in few variables`),
    el("ol", { class: "sets" }, ...all.slice(0, 20).map(({ shared, blocks, block_count }) => el("li", {},
      `Without ${some(shared)} there remain ${plural(block_count ?? blocks.length, "block")}: `,
      blocks.slice(0, 6).map((block) => `{${some(block)}}`).join(" "), (block_count ?? blocks.length) > 6 ? " …" : ""))),
    all.length > 20 ? el("p", {}, `… and ${integer(all.length - 20)} more.`) : null);
}

export function model_facts(report: Report): HTMLElement {
  const { raw } = report;
  const sets = raw.analysis?.parallel_sets ?? [];
  const options = option_text(raw.options);
  return el("div", {},
    el("div", { class: "cards" },
      model_card(raw) ?? el("div", { class: "card" }, el("h3", {}, "Model"), el("p", {}, "The model was not counted in this report.")),
      analysis_card(raw),
      list("Provenance", [
        ["Sunder", raw.version],
        ["Model", raw.model],
        ["Source", raw.source],
        ["Generated", generated(raw.generated)],
      ])),
    incidence_figure(raw.check?.incidence),
    structure_figure(raw.structure),
    sets.length > 0
      ? el("details", {}, el("summary", {}, `${plural(sets.length, "set")} of variables that can be advanced in parallel`),
        el("ol", { class: "sets" }, ...sets.slice(0, 50).map((set) => el("li", {}, set.slice(0, 40).join(", ") + (set.length > 40 ? ` … (${integer(set.length)})` : "")))),
        sets.length > 50 ? el("p", {}, `… and ${integer(sets.length - 50)} more.`) : null)
      : null,
    cycle_sets(raw),
    options ? el("details", {}, el("summary", {}, "Options as given"), el("pre", {}, options)) : null,
    report.notes.length > 0
      ? el("details", { open: true }, el("summary", {}, "Remarks on the data"), el("ul", {}, ...report.notes.map((note) => el("li", {}, note))))
      : null);
}

function generated(text: string | null | undefined): string | null {
  if (!text) return null;
  const date = new Date(text);
  return Number.isNaN(date.getTime()) ? text : `${date.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
