// Which equation reads which unknown: as the model is written, and in the order in which it is solved.
import type { RawIncidence } from "./data.ts";
import { el, svg } from "./dom.ts";
import { integer, plural } from "./format.ts";

const SIDE = 300;

/** The squares of one density as one path. */
function squares(rows: string[], density: string): string {
  let path = "";
  rows.forEach((row, y) => {
    for (let x = row.indexOf(density); x >= 0; x = row.indexOf(density, x + 1)) path += `M${x} ${y}h1v1h-1z`;
  });
  return path;
}

function matrix(incidence: RawIncidence, rows: string[], loops: [number, number][], title: string, label: string): HTMLElement {
  const { size, cells } = incidence;
  const root = svg("svg", { class: "incidence", viewBox: `-0.5 -0.5 ${cells + 1} ${cells + 1}`, width: SIDE, height: SIDE, role: "img", "aria-label": label },
    svg("rect", { class: "frame", x: 0, y: 0, width: cells, height: cells }));
  for (let density = 1; density <= 9; ++density) {
    const path = squares(rows, String(density));
    if (path !== "") root.append(svg("path", { class: "entries", d: path, opacity: 0.35 + (0.65 * density) / 9 }));
  }
  const scale = cells / size;
  for (const [first, count] of loops) {
    root.append(svg("rect", { class: "loop", x: first * scale, y: first * scale, width: count * scale, height: count * scale }));
  }
  return el("figure", {}, el("figcaption", {}, title), root);
}

export function incidence_figure(incidence: RawIncidence | null | undefined): HTMLElement | null {
  if (!incidence || incidence.size < 2 || incidence.given.length !== incidence.cells || incidence.ordered.length !== incidence.cells) return null;
  const loops = incidence.loops ?? [];
  const largest = loops[0];
  const many = incidence.size > incidence.cells;
  return el("div", { class: "card structure" },
    el("h3", {}, "Which equation reads which unknown"),
    el("div", { class: "incidences" },
      matrix(incidence, incidence.given, [], "As written", "Incidence matrix, equations and unknowns as written"),
      matrix(incidence, incidence.ordered, loops, "In the order of solution", "Incidence matrix in the order of solution")),
    el("p", {}, `Rows are the ${integer(incidence.size)} equations that remain after removing aliases, columns their unknowns. `,
      largest
        ? `In order, every equation reads only what stands on its left, but for loops, which are outlined: ${loops.length === 1 ? "there is one" : `the largest of ${integer(loops.length)} has`} ${loops.length === 1 ? "of " : ""}${plural(largest[1], "equation")}.`
        : "In order, every equation reads only what stands on its left: there are no loops.",
      many ? ` A square stands for ${integer(Math.ceil(incidence.size / incidence.cells))} equations and as many unknowns.` : ""));
}
