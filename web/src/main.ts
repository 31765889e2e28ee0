// Entry point: reads the embedded data and builds the page, section by section.
import { alpha_control } from "./alpha_control.ts";
import { choice_section } from "./choice.ts";
import { cluster_list, modes_table, points_table } from "./groups.ts";
import { read_report } from "./data.ts";
import { read_envelopes } from "./envelopes.ts";
import type { RawAnalysis, RawReport, Report } from "./data.ts";
import { el, message, section, watch_theme } from "./dom.ts";
import { plural } from "./format.ts";
import { headline, overview } from "./headline.ts";
import { model_facts } from "./model_facts.ts";
import { MotionFigure } from "./motion.ts";
import { AlphaStore, ascending_of, read_spectra } from "./spectra.ts";
import { SeparabilityMap } from "./separability_map.ts";
import { Spectrum } from "./spectrum.ts";
import { statistics } from "./statistics.ts";
import { first_shown, Trajectories } from "./trajectories.ts";
import { variable_table } from "./variable_table.ts";

const NO_ANALYSIS = "The cycle analysis is not part of this report.";
const NO_STATES = "The model has no continuous states: all its variables follow at once from the inputs and the time, so there are no time scales to tell apart.";

/** `found`: what the top of the page does not say already. */
function spectrum_section(analysis: RawAnalysis | null, store: AlphaStore | null, found: (HTMLElement | null)[]): HTMLElement {
  const intro = el("p", { class: "intro" },
    "A state of the model acts on others and, around some loop, back on itself: such a loop is a cycle. The tightest cycle a state takes part in limits the step with which it can be followed. That limit is its ",
    el("em", {}, "time scale"), ". States left of the step are fast and solved implicitly; states right of it are slow and simply stepped forward.");
  if (!analysis) return section("spectrum", "1", "Time scales", ...found, message("note", "No analysis.", NO_ANALYSIS));
  if (!store) return section("spectrum", "1", "Time scales", ...found, message("note", "No states.", NO_STATES));
  const { partition } = analysis;
  const partitioned = !!partition;
  const spectrum = new Spectrum(store, partitioned);
  const none_finite = store.view.finite === 0;
  const single = analysis.variables.length === 1;
  const refuted = partition?.certificate?.stable === false ? partition.certificate : null;
  return section("spectrum", "1", "Time scales", intro, ...found,
    single ? message("note", "A single state.", "There is nothing to separate: fast and slow parts need at least two states.") : null,
    none_finite && !single ? message("note", "No cycle.", "No state acts back on itself, so nothing limits the step but the accuracy asked for.") : null,
    analysis.exact === false
      ? message("note", `${plural(analysis.variables.filter((v) => v.exact === false).length, "time scale is known only between limits", "time scales are known only between limits")}.`,
        "The search ended before the tightest cycle of every state was proven. The true value lies between the limits shown at the marker and in the table; the marker is the best cycle found." +
        (analysis.variables.some((v) => v.proof === "short_cycles") ? ` For ${plural(analysis.variables.filter((v) => v.proof === "short_cycles").length, "state")} it is exact for short cycles; only a longer one could be tighter.` : ""))
      : null,
    refuted ? message("warning", "The step is not recommended.", (refuted.verdict === "transient growth"
      ? "With this partition and step disturbances of the linearised integration die out in the end, but grow more than 100-fold first"
      : "With this partition and step the linearised integration grows (spectral radius above 1)") + ": choose a smaller step or a larger fast part.") : null,
    alpha_control(store, "alpha-spectrum"), spectrum.element, cluster_list(store), modes_table(analysis), points_table(analysis),
    variable_table(store, spectrum, partitioned));
}

function map_section(analysis: RawAnalysis | null, store: AlphaStore | null): HTMLElement {
  if (!analysis || !store) return section("map", "2", "Separability", message("note", "No map.", analysis ? NO_STATES : NO_ANALYSIS));
  const intro = el("p", { class: "intro" },
    "Time scales in ascending order have gaps between neighbours. A bright column is a gap that stays wide whatever the loop gain allowed: a natural place to cut the model in two. ",
    "Every row belongs to one value of α; smaller values are more cautious and shorten all time scales. Click a row to choose it.");
  const most = Math.max(...store.spectra.stops.map((stop) => ascending_of(stop).length));
  if (most < 2) {
    return section("map", "2", "Separability", intro,
      message("note", "No gaps.", `${most === 1 ? "Only one state has" : "No state has"} a finite time scale, so there is no gap between neighbours and the separability index is undefined.`));
  }
  return section("map", "2", "Separability", intro, alpha_control(store, "alpha-map"), new SeparabilityMap(store).element);
}

/** Bodies as they move, over the curves that they follow; `on_time`: where the figure is. */
function motion_section(report: Report, number: string, on_time: (t: number) => void): HTMLElement | null {
  const { motion } = report;
  if (!motion) return null;
  return section("motion", number, "Motion",
    el("p", { class: "intro" },
      `The bodies of the model as they move${motion.run ? ` (${motion.run})` : ""}. Solid: rigid; dashed: springs; grey: where something slides; rings: joints; dots: masses, the larger the heavier; the thin line: the way of the point that goes farthest. `,
      motion.dimensions === 3 ? "Drag the figure to turn it. " : "", "While it plays, the trajectories show the same time."),
    motion.left_out > 0 ? message("note", "Not all is drawn.", `${plural(motion.left_out, "component")} with frames are left out, to keep the page small.`) : null,
    new MotionFigure(motion, on_time).element);
}

function trajectory_section(report: Report, trajectories: Trajectories | null): HTMLElement {
  if (!trajectories) {
    const failed = report.runs.filter((run) => !run.ok);
    return section("trajectories", "3", "Trajectories",
      ...failed.map((run) => message("failure", `${run.label} did not finish.`, run.reason)),
      message("note", "Nothing to plot.", report.runs.length === 0 ? "No simulation was run for this report." : "No run recorded a variable."));
  }
  const reference = report.runs.find((run) => run.reference);
  const chosen_first = first_shown(report.runs).size < report.runs.length;
  return section("trajectories", "3", "Trajectories",
    el("p", { class: "intro" },
      reference ? `The broad grey line is the reference (${reference.label}); the others should lie on it. ${chosen_first ? "At first only the chosen run is shown with it; the buttons add the others. " : ""}` : "No run is marked as the reference, so differences cannot be shown. ",
      "Dots are single steps, where there is room for them; between recorded points values are read off straight lines."),
    trajectories.element);
}

function build(raw: RawReport): HTMLElement[] {
  const report = read_report(raw);
  const analysis = raw.analysis ?? null;
  const map = raw.map && raw.map.alphas.length > 0 ? raw.map : null;
  let store: AlphaStore | null = null;
  if (analysis && analysis.variables.length > 0) {
    const spectra = read_spectra(analysis, map, report.notes);
    store = new AlphaStore(spectra, analysis, map, read_envelopes(raw.envelopes, spectra.names, analysis.self_loop ?? "gain"));
  }
  const by_time_scale = store ? Array.from(store.view.order, (i) => store!.spectra.names[i]!) : [];
  document.title = `${raw.model || "Unnamed model"} – Sunder report`;
  const choice = choice_section(report);
  const trajectories = report.recorded.length > 0 ? new Trajectories(report, by_time_scale) : null;
  const motion = motion_section(report, "4", (t) => trajectories?.show_time(t));
  const next = motion ? 5 : 4;
  const links = [...(choice ? [["choice", "How it was run"] as const] : []), ["spectrum", "Time scales"], ["map", "Separability"], ["trajectories", "Trajectories"], ...(motion ? [["motion", "Motion"] as const] : []), ["statistics", "Cost and accuracy"], ["model", "Model"]] as const;
  return [
    headline(raw, ...(choice ? [] : overview(raw))),
    el("nav", { "aria-label": "Sections" }, ...links.map(([id, title]) => el("a", { href: `#${id}` }, title))),
    el("main", {},
      choice,
      spectrum_section(analysis, store, choice ? overview(raw) : []),
      map_section(analysis, store),
      trajectory_section(report, trajectories),
      motion,
      section("statistics", String(next), "Cost and accuracy", statistics(report)),
      section("model", String(next + 1), "The model in numbers", model_facts(report))),
    el("footer", {}, `Sunder ${raw.version ?? ""}`.trim(), " · this page is one file and needs no network"),
  ];
}

function start(): void {
  const app = document.getElementById("app")!;
  const text = document.getElementById("report-data")?.textContent?.trim() ?? "";
  if (text === "" || text.startsWith("/*")) {
    app.replaceChildren(message("note", "Empty report.", "This is the template of the report page; no data has been put into it."));
    return;
  }
  let raw: RawReport;
  try {
    raw = JSON.parse(text) as RawReport;
  } catch (error) {
    app.replaceChildren(message("failure", "The data of this report cannot be read.", String(error)));
    return;
  }
  try {
    app.replaceChildren(...build(raw));
  } catch (error) {
    app.replaceChildren(message("failure", "This report cannot be shown: its data does not follow the report format.", String(error)));
    throw error;
  }
  watch_theme();
}

start();
