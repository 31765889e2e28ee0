// Report data of a small linear model x' = A x + c, computed here from scratch: cycles by enumeration, integration by
// the textbook methods. Only for samples and tests of the page.

const log_range = (from, to, n) => Array.from({ length: n }, (_, i) => Number((from * (to / from) ** (i / (n - 1))).toPrecision(4)));

/** All simple cycles (as index lists, smallest index first) with the product of their |entries|. */
export function simple_cycles(A) {
  const n = A.length;
  const cycles = [];
  const next = A.map((_, from) => A.map((row, to) => (to !== from && row[from] !== 0 ? to : -1)).filter((to) => to >= 0));
  for (let root = 0; root < n; root++) {
    const path = [root];
    const walk = (node, product) => {
      for (const to of next[node]) {
        const gain = product * Math.abs(A[to][node]);
        if (to === root) cycles.push({ nodes: [...path], product: gain });
        else if (to > root && !path.includes(to)) {
          path.push(to);
          walk(to, gain);
          path.pop();
        }
      }
    };
    walk(root, 1);
  }
  return cycles;
}

/** Time scale and limiting cycle of every variable; the "gain" convention for self loops. */
export function time_scales(A, cycles, alpha) {
  const best = A.map((row, i) => {
    if (row[i] === 0) return { h: Infinity, cycle: [] };
    return { h: row[i] < 0 ? (1 + alpha) / -row[i] : alpha / row[i], cycle: [i] };
  });
  for (const { nodes, product } of cycles) {
    const h = (alpha / product) ** (1 / nodes.length);
    for (const i of nodes) if (h < best[i].h) best[i] = { h, cycle: [...nodes.slice(nodes.indexOf(i)), ...nodes.slice(0, nodes.indexOf(i))] };
  }
  return best;
}

function solve(M, b) {
  const n = b.length;
  const W = M.map((row, i) => [...row, b[i]]);
  for (let k = 0; k < n; k++) {
    let p = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(W[i][k]) > Math.abs(W[p][k])) p = i;
    [W[k], W[p]] = [W[p], W[k]];
    for (let i = k + 1; i < n; i++) {
      const f = W[i][k] / W[k][k];
      if (f !== 0) for (let j = k; j <= n; j++) W[i][j] -= f * W[k][j];
    }
  }
  const x = new Array(n);
  for (let i = n - 1; i >= 0; i--) {
    let s = W[i][n];
    for (let j = i + 1; j < n; j++) s -= W[i][j] * x[j];
    x[i] = s / W[i][i];
  }
  return x;
}

function counters() {
  return {
    steps: 0, rejected: 0, function_evaluations: 0, jacobian_evaluations: 0, function_evaluations_in_jacobian: 0, newton_iterations: 0,
    newton_failures: 0, factorisations: 0, events: 0, full_rhs_evaluations: 0, restricted_rhs_evaluations: 0,
  };
}

/** One-step functions x -> x+, counting their work. */
function stepper(model, method, h, fast, count) {
  const { A, c } = model;
  const n = c.length;
  const f = (x, rows) => {
    count.function_evaluations++;
    if (rows.length === n) count.full_rhs_evaluations++;
    else count.restricted_rhs_evaluations++;
    return rows.map((i) => A[i].reduce((sum, a, j) => sum + a * x[j], c[i]));
  };
  const all = c.map((_, i) => i);
  const slow = all.filter((i) => !fast.includes(i));
  /** Implicit Euler on the given rows, the other values already new; Newton is exact after one iteration, a second confirms it. */
  const implicit = (x, old, rows) => {
    if (count.steps === 0) {
      count.jacobian_evaluations++;
      count.factorisations++;
    }
    const M = rows.map((i) => rows.map((j) => (i === j ? 1 : 0) - h * A[i][j]));
    for (let iteration = 0; iteration < 2; iteration++) {
      const value = f(x, rows);
      const delta = solve(M, rows.map((i, k) => old[i] + h * value[k] - x[i]));
      count.newton_iterations++;
      rows.forEach((i, k) => (x[i] += delta[k]));
    }
    return x;
  };
  if (method === "euler") return (x) => f(x, all).map((d, i) => x[i] + h * d);
  if (method === "implicit-euler") return (x) => implicit([...x], x, all);
  if (method === "mixed-euler") {
    return (x) => {
      const next = [...x];
      f(x, slow).forEach((d, k) => (next[slow[k]] += h * d));
      return implicit(next, x, fast);
    };
  }
  return (x) => {
    const move = (k, s) => x.map((v, i) => v + s * k[i]);
    const k1 = f(x, all);
    const k2 = f(move(k1, h / 2), all);
    const k3 = f(move(k2, h / 2), all);
    const k4 = f(move(k3, h), all);
    return x.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  };
}

function run(model, { id, label, method, step, every = 1, reference = false, fast = [] }) {
  const count = counters();
  const advance = stepper(model, method, step, fast, count);
  const time = [0];
  const values = model.initial.map((v) => [v]);
  const total = Math.round(model.stop / step);
  let x = [...model.initial];
  let status = { ok: true, reason: null, time: model.stop };
  const begin = process.hrtime.bigint();
  for (let k = 1; k <= total; k++) {
    x = advance(x);
    count.steps++;
    const worst = x.findIndex((v) => !(Math.abs(v) < 1e12));
    const t = Number((k * step).toPrecision(12));
    if (k % every === 0 || worst >= 0) {
      time.push(t);
      x.forEach((v, i) => values[i].push(Number.isFinite(v) ? Number(v.toPrecision(8)) : null));
    }
    if (worst >= 0) {
      status = { ok: false, reason: `The solution grows without bound: |${model.names[worst]}| exceeds 1e12. The step ${step} s is too long for this method.`, time: t };
      break;
    }
  }
  const seconds = Number(process.hrtime.bigint() - begin) * 1e-9;
  return {
    id, label, method, step, statistics: count, accuracy: null, seconds: Number(seconds.toPrecision(3)), status, reference,
    trajectory: { time, variables: model.names.map((name, i) => ({ name, unit: model.units[i], values: values[i] })) },
  };
}

function at(trajectory, i, t) {
  const { time } = trajectory;
  const { values } = trajectory.variables[i];
  const right = Math.max(1, time.findIndex((s) => s >= t - 1e-12));
  const part = (t - time[right - 1]) / (time[right] - time[right - 1]);
  return values[right - 1] + part * (values[right] - values[right - 1]);
}

function accuracy(run, reference) {
  const result = { equivalence: 0, range: 0, relative: 0, worst: null };
  run.trajectory.variables.forEach(({ name, values }, i) => {
    const expected = reference.trajectory.variables[i].values;
    const range = Math.max(...expected) - Math.min(...expected);
    values.forEach((v, k) => {
      const t = run.trajectory.time[k];
      if (v === null) return;
      const y = at(reference.trajectory, i, t);
      const d = Math.abs(v - y);
      result.equivalence = Math.max(result.equivalence, d / (1 + Math.abs(y)));
      if (y !== 0) result.relative = Math.max(result.relative, d / Math.abs(y));
      if (d / range > result.range) Object.assign(result, { range: d / range, worst: { variable: name, time: t } });
    });
  });
  return result;
}

const json_number = (v) => (v === Infinity ? "inf" : Number.isNaN(v) ? null : v);

function terms(ascending, transform) {
  const gaps = ascending.slice(1).map((h, i) => transform(h) - transform(ascending[i]));
  const widest = Math.max(0, ...gaps);
  return widest > 0 ? gaps.map((g) => g / widest) : [];
}

/** Spectral radius by repeated squaring of the one-step matrix: ||M^(2^k)||^(1/2^k). */
function spectral_radius(M) {
  let P = M;
  let log_scale = 0;
  let result = 0;
  for (let k = 0; k <= 40; k++) {
    const norm = Math.sqrt(P.flat().reduce((s, v) => s + v * v, 0));
    if (norm === 0) return 0;
    log_scale = (k === 0 ? 0 : 2 * log_scale) + Math.log(norm);
    result = Math.exp(log_scale / 2 ** k);
    P = P.map((row) => row.map((v) => v / norm));
    P = P.map((row) => P[0].map((_, j) => row.reduce((s, v, m) => s + v * P[m][j], 0)));
  }
  return result;
}

/** The largest row sums of |M^k| with states in units of their scales, over enough steps for the samples. */
function largest_row_sums(M, scales) {
  let P = M;
  const largest = scales.map(() => 1);
  for (let k = 0; k < 500; k++) {
    for (const [i, row] of P.entries())
      largest[i] = Math.max(largest[i], row.reduce((s, v, j) => s + Math.abs(v) * scales[j], 0) / scales[i]);
    P = P.map((row) => M[0].map((_, j) => row.reduce((s, v, m) => s + v * M[m][j], 0)));
  }
  return largest;
}

function analyse(model) {
  const { A, names, alpha, partition } = model;
  const cycles = simple_cycles(A);
  const scales = time_scales(A, cycles, alpha);
  const order = names.map((_, i) => i).sort((a, b) => scales[a].h - scales[b].h || a - b);
  const finite = order.map((i) => scales[i].h).filter(Number.isFinite);
  const index = (s) => (s.length === 0 ? null : 1 - s.reduce((a, b) => a + b, 0) / s.length);
  const linear = terms(finite, (h) => h);
  const fast = partition.fast.map((name) => names.indexOf(name));
  const advance = stepper({ A, c: names.map(() => 0) }, "mixed-euler", partition.step, fast, counters());
  const columns = names.map((_, j) => advance(names.map((_, i) => (i === j ? 1 : 0))));
  const one_step = names.map((_, i) => columns.map((column) => column[i]));
  const radius = spectral_radius(one_step);
  // in units of how far the states move by themselves, which steps of implicit Euler show
  const implicit = stepper({ A, c: names.map(() => 0) }, "mixed-euler", partition.step, names.map((_, i) => i), counters());
  const implicit_columns = names.map((_, j) => implicit(names.map((_, i) => (i === j ? 1 : 0))));
  const ranges = largest_row_sums(names.map((_, i) => implicit_columns.map((column) => column[i])), names.map(() => 1));
  const growth = Math.max(...largest_row_sums(one_step, ranges));
  return {
    cycles,
    analysis: {
      alpha, self_loop: "gain", operating_point: { time: 0, kind: "initial" }, exact: true,
      cycles: { count: cycles.length + A.filter((row, i) => row[i] !== 0).length },
      variables: order.map((i) => ({
        name: names[i], time_scale: json_number(scales[i].h), lower: json_number(scales[i].h), upper: json_number(scales[i].h), exact: true,
        cycle: scales[i].cycle.map((j) => names[j]), cycle_length: scales[i].cycle.length, cluster: fast.includes(i) ? 0 : 1,
      })),
      indices: {
        stiffness: finite.length > 0 ? finite[finite.length - 1] / finite[0] : null,
        separability: index(linear), separability_log: index(terms(finite, Math.log)), stiffness_ratio: model.stiffness_ratio ?? null,
      },
      separability_terms: linear,
      partition: {
        step: partition.step, fast: partition.fast, slow: names.filter((name) => !partition.fast.includes(name)),
        implicit_clusters: 1, cluster_steps: [], automatic: true,
        certificate: {
          method: "mixed-euler", spectral_radius: Number(radius.toPrecision(9)), growth: Number(growth.toPrecision(3)), growth_bounded: true,
          verdict: radius > 1 + 1e-9 ? "unstable" : growth > 100 ? "transient growth" : radius < 1 - 1e-9 ? "stable" : "marginal",
          stable: radius <= 1 + 1e-9 && growth <= 100,
        },
      },
      parallel_sets: model.parallel_sets ?? [],
    },
  };
}

/** The lines of every variable's cycles: of each length only the one with the largest product. */
function envelopes(model, cycles) {
  const kept = [];
  const number = new Map();
  const variables = model.A.map((row, i) => {
    const best = new Map();
    for (const cycle of cycles) {
      const { nodes, product } = cycle;
      if (nodes.includes(i) && !(best.get(nodes.length)?.product >= product)) best.set(nodes.length, cycle);
    }
    const lines = [...best.values()].sort((a, b) => a.nodes.length - b.nodes.length).map((cycle) => {
      if (!number.has(cycle)) {
        number.set(cycle, kept.length);
        kept.push(cycle.nodes);
      }
      return [cycle.nodes.length, Math.log(cycle.product), number.get(cycle)];
    });
    return { diagonal: row[i], complete: true, lines };
  });
  return { order: model.names, variables, cycles: kept };
}

/** The whole report of a linear model. */
export function linear_report(model) {
  const { cycles, analysis } = analyse(model);
  const alphas = log_range(0.05, 1, 27);
  const rows = alphas.map((alpha) => time_scales(model.A, cycles, alpha).map((s) => s.h));
  const sorted = rows.map((row) => row.filter(Number.isFinite).sort((a, b) => a - b));
  // Each run twice: the first warms the machine up, so that the times of the second can be compared.
  const runs = model.runs.map((options) => (run(model, options), run(model, options)));
  const reference = runs.find((r) => r.reference);
  for (const r of runs) if (r !== reference && r.status.ok) r.accuracy = accuracy(r, reference);
  return {
    version: "0.1.0", model: model.model, source: model.source, generated: null, summary: model.summary, check: model.check, analysis,
    map: {
      alphas, order: model.names, time_scales: rows.map((row) => row.map(json_number)),
      terms: sorted.map((h) => terms(h, (v) => v)), terms_log: sorted.map((h) => terms(h, Math.log)),
    },
    envelopes: envelopes(model, cycles), runs, options: model.options,
  };
}
