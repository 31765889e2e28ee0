// Writes the sample reports: a DC motor and a counterflow heat exchanger, integrated here with real numbers.
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { linear_report } from "./linear_model.mjs";

export function dc_motor() {
  const [L, R, J, b, km, u, tau] = [0.003, 0.05, 1500, 0.001, 6.785, 500, 2500];
  const fast = [0];
  return linear_report({
    model: "DCMotor", source: "DCMotor.mo", stop: 8, alpha: 1,
    names: ["I", "omega", "phi"], units: ["A", "rad/s", "rad"], initial: [0, 0, 0],
    A: [[-R / L, -km / L, 0], [km / J, -b / J, 0], [0, 1, 0]],
    c: [u / L, -tau / J, 0],
    partition: { step: 0.2, fast: ["I"] },
    check: { equations: 3, unknowns: 3, states: 3, parameters: 7, aliases: 0, shapes: 3, blocks: { count: 3, largest: 1, linear: 0, nonlinear: 0 } },
    summary: [
      "The current I lives on a time scale of 120 ms, the speed omega on 313 ms; the angle phi follows without acting back.",
      "Solving only the current implicitly allows a step of 200 ms; the step is stable for the linearised model.",
    ],
    runs: [
      { id: "mixed-euler", label: "mixed-mode Euler", method: "mixed-euler", step: 0.2, fast },
      { id: "reference", label: "RK4, fine step", method: "rk4", step: 0.0005, every: 10, reference: true },
      { id: "implicit-euler", label: "implicit Euler", method: "implicit-euler", step: 0.2 },
      { id: "euler", label: "explicit Euler", method: "euler", step: 0.01 },
    ],
    options: { model: "DCMotor", stop: 8, step: 0.2, alpha: 1, fast: ["I"] },
  });
}

export function heat_exchanger(N = 10) {
  const names = [];
  const A = Array.from({ length: 3 * N }, () => new Array(3 * N).fill(0));
  const c = new Array(3 * N).fill(0);
  const [a, w, d] = [(i) => i, (i) => N + i, (i) => 2 * N + i];
  const [flow_a, flow_b, film, wall] = [28, 3.1, 4.4, 1.9];
  for (let i = 0; i < N; i++) {
    names[a(i)] = `hot.T[${i + 1}]`;
    names[w(i)] = `wall.T[${i + 1}]`;
    names[d(i)] = `cold.T[${i + 1}]`;
    A[a(i)][a(i)] = -(flow_a + 9 * film);
    A[a(i)][w(i)] = 9 * film;
    if (i > 0) A[a(i)][a(i - 1)] = flow_a;
    else c[a(0)] = flow_a * 353.15;
    A[d(i)][d(i)] = -(flow_b + film);
    A[d(i)][w(i)] = film;
    if (i < N - 1) A[d(i)][d(i + 1)] = flow_b;
    else c[d(i)] = flow_b * 288.15;
    A[w(i)][w(i)] = -wall * (1 + 0.35 * i / N) * 1.6;
    A[w(i)][a(i)] = wall * (1 + 0.35 * i / N);
    A[w(i)][d(i)] = 0.6 * wall * (1 + 0.35 * i / N);
  }
  const fast = Array.from({ length: N }, (_, i) => a(i));
  return linear_report({
    model: "HeatExchanger", source: "HeatExchanger.mo", stop: 6, alpha: 0.5, names, units: names.map(() => "K"), initial: names.map(() => 293.15), A, c,
    partition: { step: 0.06, fast: fast.map((i) => names[i]) },
    check: { equations: 34, unknowns: 34, states: 3 * N, parameters: 8, aliases: 4, shapes: 5, blocks: { count: 34, largest: 1, linear: 0, nonlinear: 0 } },
    summary: [
      "Ten hot-side temperatures are fast; the wall and the cold side are slow.",
      "Explicit Euler at the same step diverges; mixed-mode Euler does not.",
    ],
    parallel_sets: fast.map((i) => [names[i]]),
    runs: [
      { id: "mixed-euler", label: "mixed-mode Euler", method: "mixed-euler", step: 0.06, fast },
      { id: "reference", label: "RK4, fine step", method: "rk4", step: 0.001, every: 20, reference: true },
      { id: "implicit-euler", label: "implicit Euler", method: "implicit-euler", step: 0.06 },
      { id: "euler", label: "explicit Euler", method: "euler", step: 0.06 },
    ],
    options: { model: "HeatExchanger", stop: 6, step: 0.06, alpha: 0.5 },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const here = path.dirname(fileURLToPath(import.meta.url));
  for (const [name, report] of [["dc_motor", dc_motor()], ["heat_exchanger", heat_exchanger()]]) {
    await writeFile(path.join(here, `${name}.json`), JSON.stringify(report) + "\n");
    console.log(`${name}.json`, report.analysis.variables.map((v) => `${v.name} ${v.time_scale}`).slice(0, 4).join(", "),
      report.runs.map((r) => `${r.id} ${r.status.ok} rel ${r.accuracy?.relative} range ${r.accuracy?.range}`).join("; "),
      JSON.stringify(report.analysis.partition.certificate), report.analysis.cycles.count);
  }
}
