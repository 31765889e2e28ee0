// The alpha slider; every figure that depends on alpha shows one, all move together.
import { el } from "./dom.ts";
import { decimal } from "./format.ts";
import type { AlphaStore } from "./spectra.ts";

/** The range of the slider, as powers of ten, when it is continuous. */
const LOWEST = -2;

export function alpha_control(store: AlphaStore, id: string): HTMLElement {
  const { stops, home } = store.spectra;
  const { continuous } = store;
  if (stops.length < 2 && !continuous) {
    return el("p", { class: "fixed-alpha" }, `Loop gain allowed: α = ${decimal(stops[home]!.alpha)} (no other value in this report).`);
  }
  const range = continuous
    ? { min: LOWEST, max: 0, step: 0.005, value: Math.log10(store.view.alpha) }
    : { min: 0, max: stops.length - 1, step: 1, value: store.index };
  const slider = el("input", {
    type: "range", id, ...range, "aria-label": "Loop gain allowed, alpha",
    input: () => (continuous ? store.choose_alpha(Number((10 ** Number(slider.value)).toPrecision(4))) : store.choose(Number(slider.value))),
  });
  const output = el("output", { for: id });
  const reset = el("button", { type: "button", class: "quiet", click: () => store.choose(home) }, "back to analysed α");
  const update = () => {
    const { alpha, analysed } = store.view;
    slider.value = String(continuous ? Math.log10(alpha) : store.index);
    slider.setAttribute("aria-valuetext", `alpha ${decimal(alpha)}${analysed ? ", as analysed" : ""}`);
    output.textContent = `α = ${decimal(alpha)}`;
    reset.style.visibility = analysed ? "hidden" : "visible";
  };
  store.subscribe(update);
  update();
  return el("div", { class: "alpha" },
    el("label", { for: id }, "Loop gain allowed"), slider, output, reset);
}
