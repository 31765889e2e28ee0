// A report as large as the page must bear: 100 000 variables, trajectories of 100 000 points. Deterministic.

function random_source(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

export function large_report(count = 100000, points = 100000) {
  const random = random_source(7);
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const short = (v) => Number(v.toPrecision(6));
  const variables = Array.from({ length: count }, (_, i) => {
    const name = `plant.row[${1 + Math.floor(i / 250)}].cell[${1 + (i % 250)}].${["i", "T", "x"][i % 3]}`;
    if (i % 97 === 0) return { name, time_scale: "inf", lower: "inf", upper: "inf", exact: true, cycle: [] };
    const h = short(10 ** ([-4.2, 0.3, 1.6][i % 3] + 0.35 * normal()));
    const exact = i % 11 !== 0;
    return { name, time_scale: h, lower: exact ? h : short(h * 0.6), upper: h, exact, cycle: [name, `${name}.neighbour`] };
  });
  const sorted = [...variables].sort((a, b) => (a.time_scale === "inf" ? Infinity : a.time_scale) - (b.time_scale === "inf" ? Infinity : b.time_scale));
  const fast = sorted.filter((v) => v.time_scale !== "inf" && v.time_scale < 0.01).map((v) => v.name);
  const is_fast = new Set(fast);
  const alphas = [0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.85, 1];
  const recorded = sorted.filter((_, i) => i % Math.ceil(count / 400) === 0).map((v) => v.name);
  const run = (id, label, method, reference, n, scale, names) => ({
    id, label, method, step: reference ? null : 0.01, seconds: 0.4, reference, status: { ok: true, reason: null, time: 100 },
    accuracy: reference ? null : { equivalence: 0.01, range: 0.004, relative: 0.02, worst: { variable: names[0], time: 3 } },
    statistics: { steps: n, function_evaluations: 2 * n, jacobian_evaluations: 12, function_evaluations_in_jacobian: 0, newton_iterations: n, newton_failures: 0 },
    trajectory: {
      time: Array.from({ length: n }, (_, i) => short((100 * i) / (n - 1))),
      variables: names.map((name, k) => ({
        name, unit: "V",
        values: Array.from({ length: n }, (_, i) => short(scale * (Math.sin((i / n) * 40 + k) + 0.2 * Math.sin(i * 0.7)) + (i === 5000 ? 2 : 0))),
      })),
    },
  });
  const thin = run("implicit-euler", "implicit Euler", "implicit-euler", false, 200, 1.1, recorded);
  const finite = sorted.filter((v) => v.time_scale !== "inf").map((v) => v.time_scale);
  return {
    version: "0.1.0", model: "Plant.Large", source: "Plant.mo", generated: "2025-01-02T03:04:05Z",
    summary: ["A made-up plant of 100 000 states in three groups, to try the page out."],
    check: { equations: 3 * count, unknowns: 3 * count, states: count, parameters: 1200, aliases: 40000, shapes: 31, blocks: { count: 2 * count, largest: 12, linear: 800, nonlinear: 3 } },
    analysis: {
      alpha: 0.5, self_loop: "gain", operating_point: { time: 0, kind: "initial" }, exact: false, cycles: { count: null }, variables: sorted.map((v) => ({ ...v, cluster: is_fast.has(v.name) ? 0 : 1 })),
      indices: { stiffness: finite[finite.length - 1] / finite[0], separability: 0.99, separability_log: 0.9, stiffness_ratio: null },
      partition: { step: 0.01, fast_count: fast.length, slow_count: count - fast.length, implicit_clusters: 1, cluster_steps: [1e-5, 0.01], automatic: true, certificate: { method: "mixed-euler", spectral_radius: 0.998, growth: 1, growth_bounded: true, verdict: "stable", stable: true } },
      parallel_sets: [],
    },
    map: {
      alphas, order: sorted.map((v) => v.name),
      time_scales: alphas.map((alpha) => sorted.map((v) => (v.time_scale === "inf" ? "inf" : short(v.time_scale * Math.sqrt(alpha / 0.5))))),
      terms: null, terms_log: null,
    },
    runs: [run("mixed-euler", "mixed-mode Euler", "mixed-euler", false, points, 1, recorded.slice(0, 2)), run("cvode", "CVODE-BDF", "cvode", true, points, 1.02, recorded.slice(0, 2)), thin],
    options: { model: "Plant.Large", step: 0.01 },
  };
}
