// Below the spectrum: the clusters, the modes beside the cycles, and the operating points.
import { number_of } from "./data.ts";
import type { RawAnalysis, RawMode } from "./data.ts";
import { el, per_frame } from "./dom.ts";
import { decimal, integer, seconds } from "./format.ts";
import type { AlphaStore } from "./spectra.ts";

const MOST_ROWS = 20;
const MOST_NAMES = 8;

function table(caption: string, heads: [string, boolean][], rows: (HTMLElement | string)[][], remark = ""): HTMLElement {
  return el("div", { class: "group" }, el("h3", {}, caption),
    el("div", { class: "table-box" }, el("table", {},
      el("thead", {}, el("tr", {}, ...heads.map(([text, figure]) => el("th", { scope: "col", class: figure ? "figure-cell" : null }, text)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell, i) => el("td", { class: heads[i]![1] ? "figure-cell" : null }, cell))))))),
    remark ? el("p", { class: "count" }, remark) : null);
}

function names_text(names: string[]): string {
  return names.slice(0, MOST_NAMES).join(", ") + (names.length > MOST_NAMES ? ", …" : "");
}

/** The clusters at the chosen alpha, from fast to slow. */
export function cluster_list(store: AlphaStore): HTMLElement {
  const box = el("div", { class: "clusters" });
  const fill = () => {
    const { view } = store;
    const { clusters, own } = store.cut(view);
    if (clusters.length < 2) {
      return box.replaceChildren(own && view.finite > 1 ? el("p", { class: "count" }, `At α = ${decimal(view.alpha)} the time scales leave no gap to cut in.`) : "");
    }
    const rows = clusters.slice(0, MOST_ROWS).map(({ variables, step, implicit }, k) => {
      const finite = variables.map((i) => view.time_scale[i]!).filter(Number.isFinite);
      const ends = finite.length === 0 ? "∞" : [...new Set([seconds(finite[0]!, 3), seconds(finite[finite.length - 1]!, 3)])].join(" … ");
      const rest = variables.length - finite.length;
      return [String(k + 1), ends + (finite.length > 0 && rest > 0 ? ", ∞" : ""), Number.isNaN(step) ? "—" : seconds(step, 3), implicit ? "implicitly" : "explicitly",
        integer(variables.length), names_text(variables.slice(0, MOST_NAMES + 1).map((i) => store.spectra.names[i]!))];
    });
    const more = clusters.length > MOST_ROWS ? `… and ${integer(clusters.length - MOST_ROWS)} more. ` : "";
    box.replaceChildren(table("Clusters, fast to slow",
      [["", true], ["Time scales", true], ["Step of its own", true], ["Solved", false], ["States", true], ["", false]], rows,
      more + (own ? `Found by the page at α = ${decimal(view.alpha)}, by the width of the gaps alone: no step is certified here.` : "A method with several rates could give every cluster a step of its own.")));
  };
  const redraw = per_frame(fill);
  store.subscribe(redraw);
  fill();
  return box;
}

function behaviour(mode: RawMode): string {
  const re = number_of(mode.re);
  const frequency = number_of(mode.frequency);
  if (re === 0 && number_of(mode.im) === 0) return "stays where it is";
  const swing = frequency > 0 ? `oscillates, period ${seconds(1 / frequency, 3)}` : "";
  const decay = re === 0 ? "undamped" : `${re < 0 ? "decays" : "GROWS"} within ${seconds(number_of(mode.time_constant), 3)}`;
  return [swing, decay].filter(Boolean).join(", ");
}

/** Eigenvalues of the first operating point and the states that take part in them: a second opinion. */
export function modes_table(analysis: RawAnalysis): HTMLElement | null {
  const modes = analysis.operating_points?.[0]?.modes;
  if (!modes || modes.length === 0) return null;
  const rows = modes.slice(0, MOST_ROWS).map((mode, i) => [
    String(i + 1), Number.isFinite(number_of(mode.time_scale)) ? seconds(number_of(mode.time_scale), 3) : "∞", behaviour(mode),
    mode.states.length > 0 ? mode.states.slice(0, 4).map(({ name, share }) => `${name} ${decimal(100 * share, 2)} %`).join(", ") : (mode.note ?? ""),
  ]);
  return el("details", { class: "modes" },
    el("summary", {}, "Modes beside cycles"),
    table("Modes (eigenvalues), fast to slow", [["", true], ["Pace", true], ["Behaviour", false], ["Mostly in", false]], rows,
      (modes.length > MOST_ROWS ? `… and ${integer(modes.length - MOST_ROWS)} more. ` : "") +
      "A cycle looks at one loop of influences, a mode at all of them together; where the two differ much, only the certificate of the step can be relied on."));
}

export function points_table(analysis: RawAnalysis): HTMLElement | null {
  const points = analysis.operating_points ?? [];
  if (points.length < 2) return null;
  const rows = points.slice(0, MOST_ROWS).map((point, i) => {
    const finite = (point.time_scales ?? []).map(number_of).filter(Number.isFinite).sort((a, b) => a - b);
    return [String(i + 1), seconds(number_of(point.time), 4), point.kind, finite.length > 0 ? seconds(finite[0]!, 3) : "∞",
      finite.length > 0 ? seconds(finite[finite.length - 1]!, 3) : "∞", point.note ?? ""];
  });
  const change = analysis.ranking_changes?.[0];
  return table("Operating points", [["", true], ["Time", true], ["Kind", false], ["Fastest", true], ["Slowest", true], ["", false]], rows,
    (points.length > MOST_ROWS ? `… and ${integer(points.length - MOST_ROWS)} more. ` : "") +
    (change ? `The order of the time scales changes: ${change.faster} is faster than ${change.slower} at point ${change.first + 1}, and slower at point ${change.second + 1}. ` : "") +
    "Every variable has its shortest time scale of all points.");
}
