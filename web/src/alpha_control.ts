// The alpha slider; every figure that depends on alpha shows one, all move together.
import { el } from "./dom.ts";
import { decimal } from "./format.ts";
import type { AlphaStore } from "./spectra.ts";

export function alpha_control(store: AlphaStore, id: string): HTMLElement {
  const { stops, home } = store.spectra;
  if (stops.length < 2) {
    return el("p", { class: "fixed-alpha" }, `Loop gain allowed: α = ${decimal(stops[home]!.alpha)} (no other value in this report).`);
  }
  const slider = el("input", {
    type: "range", id, min: 0, max: stops.length - 1, step: 1, value: store.index, "aria-label": "Loop gain allowed, alpha",
    input: () => store.choose(Number(slider.value)),
  });
  const output = el("output", { for: id });
  const reset = el("button", { type: "button", class: "quiet", click: () => store.choose(home) }, "back to analysed α");
  const update = () => {
    const stop = stops[store.index]!;
    slider.value = String(store.index);
    slider.setAttribute("aria-valuetext", `alpha ${decimal(stop.alpha)}${stop.analysed ? ", as analysed" : ""}`);
    output.textContent = `α = ${decimal(stop.alpha)}`;
    reset.style.visibility = stop.analysed ? "hidden" : "visible";
  };
  store.subscribe(update);
  update();
  return el("div", { class: "alpha" },
    el("label", { for: id }, "Loop gain allowed"), slider, output, reset);
}
