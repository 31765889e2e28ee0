// The spectrum as text: a searchable table, which also points out its row's marker in the figure.
import { el, per_frame } from "./dom.ts";
import { number_of } from "./data.ts";
import type { RawVariable } from "./data.ts";
import { decimal, integer, plural, seconds } from "./format.ts";
import { cycle_text } from "./spectrum.ts";
import type { Spectrum } from "./spectrum.ts";
import { FAST, NO_CYCLE } from "./spectra.ts";
import type { AlphaStore } from "./spectra.ts";

const MOST_ROWS = 100;
const AGREEMENT: Record<string, string> = { agree: "", cycle_shorter: ", slower than the cycles say", cycle_longer: ", faster than the cycles say" };

function mode_text({ mode }: RawVariable): string {
  if (!mode || mode.index === null) return "unknown";
  return `${seconds(number_of(mode.time_scale), 3)} (${decimal(100 * number_of(mode.share), 2)} %)${AGREEMENT[mode.agreement] ?? ""}`;
}

export function variable_table(store: AlphaStore, spectrum: Spectrum, partitioned: boolean): HTMLElement {
  const { names, exact, lower, upper } = store.spectra;
  const modes = store.analysis.variables.some((v) => v.mode);
  const lowered = names.map((name) => name.toLowerCase());
  const body = el("tbody", {});
  const count = el("p", { class: "count", "aria-live": "polite" });
  const cycle_head = el("th", { scope: "col" });
  const search = el("input", { type: "search", placeholder: "find a variable …", "aria-label": "Find a variable in the table", spellcheck: "false", input: () => fill() });
  const fill = per_frame(() => {
    const view = store.view;
    const wanted = search.value.trim().toLowerCase();
    const rows: HTMLElement[] = [];
    let found = 0;
    for (const variable of view.order) {
      if (wanted && !lowered[variable]!.includes(wanted)) continue;
      if (found++ >= MOST_ROWS) continue;
      const h = view.time_scale[variable]!;
      const kind = spectrum.kind_of(view, variable);
      const bracket = view.analysed && !exact[variable] ? ` (${seconds(lower[variable]!, 3)} … ${seconds(upper[variable]!, 3)})` : "";
      const point = (event: Event) => spectrum.highlight(event.type === "focus" || event.type === "pointerenter" ? variable : -1);
      rows.push(el("tr", { tabindex: 0, focus: point, blur: point, pointerenter: point, pointerleave: point },
        el("th", { scope: "row" }, names[variable]!),
        el("td", { class: "figure-cell" }, (Number.isFinite(h) ? seconds(h) : "∞") + bracket),
        partitioned ? el("td", {}, kind === FAST ? "fast" : kind === NO_CYCLE ? "slow, no cycle" : "slow") : null,
        modes ? el("td", {}, mode_text(store.analysis.variables[variable]!)) : null,
        el("td", {}, cycle_text(store.cycle(view, variable) ?? [], view.analysed ? store.analysis.variables[variable]!.cycle_length : undefined))));
    }
    cycle_head.textContent = view.analysed || store.continuous ? "Limiting cycle" : `Limiting cycle (known only at α = ${decimal(store.spectra.stops[store.spectra.home]!.alpha)})`;
    body.replaceChildren(...rows);
    count.textContent = found > MOST_ROWS ? `${integer(MOST_ROWS)} of ${plural(found, "variable")} shown, fastest first: type to narrow.` : plural(found, "variable");
  });
  const table = el("table", { class: "variables" },
    el("thead", {}, el("tr", {},
      el("th", { scope: "col" }, "Variable"), el("th", { scope: "col", class: "figure-cell" }, "Time scale"),
      partitioned ? el("th", { scope: "col" }, "Part") : null, modes ? el("th", { scope: "col" }, "Mode it belongs to most") : null, cycle_head)), body);
  const details = el("details", { class: "variable-list" },
    el("summary", {}, "All variables as a table"),
    el("div", { class: "picker-body" }, names.length > 12 ? search : null, count),
    el("div", { class: "table-box scrolling", tabindex: 0, role: "region", "aria-label": "Time scales of all variables" }, table));
  // Filled when first opened: most readers never do, and it is the slowest part of a large page.
  details.addEventListener("toggle", () => details.open && fill());
  store.subscribe(() => details.open && fill());
  return details;
}
