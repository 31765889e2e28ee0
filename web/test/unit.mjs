// Tests of everything that needs no browser.
import assert from "node:assert/strict";
import { build } from "esbuild";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { build_template, fill_template, placeholder } from "../build.mjs";
import { dc_motor, heat_exchanger } from "../sample/generate.mjs";
import { test } from "./harness.mjs";

async function load(web, names) {
  const contents = names.map((name) => `export * from "./src/${name}.ts";`).join("\n");
  const result = await build({ stdin: { contents, resolveDir: web, loader: "ts" }, bundle: true, format: "esm", write: false, charset: "utf8" });
  return import(`data:text/javascript;base64,${Buffer.from(result.outputFiles[0].text).toString("base64")}`);
}

const close = (a, b, tolerance = 1e-9) => assert.ok(Math.abs(a - b) <= tolerance * Math.max(1, Math.abs(b)), `${a} is not ${b}`);

export async function unit_tests(web) {
  const page = await load(web, ["format", "scale", "decimate", "colour", "data", "spectra", "envelopes", "cut", "label_places", "camera"]);
  await format_tests(page);
  await scale_tests(page);
  await decimation_tests(page);
  await colour_tests(page);
  await data_tests(page);
  await envelope_tests(page);
  await cut_tests(page);
  await plan_tests(page);
  await camera_tests(page);
  await template_tests(web);
}

async function camera_tests({ ball_around, camera, ground_of, project }) {
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  await test("directions of the screen stand at right angles, whatever is up and wherever one looks from", () => {
    for (const up of [[0, 0, 1], [0, 1, 0], [1, 0, 0], [0.3, -0.4, 2]]) {
      for (const [turn, lift] of [[0, 0], [0.7, 0.3], [-2, -1.2], [4, Math.PI / 2]]) {
        const view = camera(up, turn, lift);
        for (const axis of [view.right, view.up, view.near]) close(dot(axis, axis), 1);
        close(dot(view.right, view.up), 0);
        close(dot(view.right, view.near), 0);
        close(dot(view.up, view.near), 0);
        assert.ok(project(view, up).y <= 1e-12, "what is up is not drawn downwards");
      }
    }
  });
  await test("from the front x goes to the right and up goes up; from above the ground is seen as it is", () => {
    const front = camera([0, 0, 1], 0, 0);
    const place = project(front, [1, 5, 2]);
    close(place.x, 1);
    close(place.y, -2);
    close(place.depth, -5);
    const above = project(camera([0, 0, 1], 0, Math.PI / 2), [1, 5, 2]);
    close(above.x, 1);
    close(above.y, -5);
    close(above.depth, 2);
    assert.deepEqual(ground_of([0, 0, 1]).map((v) => v.map((x) => x + 0)), [[1, 0, 0], [0, 1, 0]]);
  });
  await test("the ball around points holds them all", () => {
    const points = [[0, 0, 0], [2, 0, 0], [1, 1, 0], [1, 0, -3]];
    const { middle, radius } = ball_around(points);
    for (const point of points) assert.ok(Math.hypot(...point.map((x, k) => x - middle[k])) <= radius + 1e-12);
    assert.equal(ball_around([[1, 1, 1]]).radius, 1);
  });
}

async function format_tests({ decimal, integer, seconds, quantity, tick_label, pretty_unit, axis_unit, engineering, index_text }) {
  await test("numbers use engineering notation outside the plain range", () => {
    assert.equal(decimal(0.23456789), "0.2346");
    assert.equal(decimal(1234567), "1.235×10⁶");
    assert.equal(decimal(-4.2e-7), "−420×10⁻⁹");
    assert.equal(decimal(0), "0");
    assert.equal(decimal(NaN), "—");
    assert.equal(decimal(Infinity), "∞");
    assert.equal(decimal(102413.091, 6), "102\u202f413");
  });
  await test("rounding carries into the next prefix", () => {
    assert.deepEqual(engineering(999.96, 4), { mantissa: 1, exponent: 3 });
    assert.deepEqual(engineering(999.4, 4), { mantissa: 999.4, exponent: 0 });
    assert.equal(quantity(999.96, "A"), "1\u202fkA");
    assert.equal(seconds(0.00099999), "1\u202fms");
  });
  await test("durations are read in seconds, never in kiloseconds", () => {
    assert.equal(seconds(0.12), "120\u202fms");
    assert.equal(seconds(0.3126485), "312.6\u202fms");
    assert.equal(seconds(3.2e-8), "32\u202fns");
    assert.equal(seconds(2.5), "2.5\u202fs");
    assert.equal(seconds(36000), "36\u202f000\u202fs");
    assert.equal(seconds(0), "0\u202fs");
  });
  await test("units take a prefix only where that is usual", () => {
    assert.equal(quantity(12345, "A"), "12.35\u202fkA");
    assert.equal(quantity(-0.002, "N.m"), "−2\u202fmN·m");
    assert.equal(quantity(293.15, "K", 5), "293.15\u202fK");
    assert.equal(quantity(12345, "rad/s"), "12\u202f350\u202frad/s");
    assert.equal(quantity(5, ""), "5");
    assert.equal(quantity(2, "m2"), "2\u202fm²");
    assert.equal(pretty_unit("kg.m/s2"), "kg·m/s²");
    assert.deepEqual(axis_unit(2500, "A"), { exponent: 3, unit: "kA" });
    assert.deepEqual(axis_unit(2500, "K"), { exponent: 0, unit: "K" });
  });
  await test("tick labels of an axis have the same number of decimals", () => {
    assert.equal(tick_label(0.5, 0.25), "0.5");
    assert.equal(tick_label(1, 0.1), "1.0");
    assert.equal(tick_label(-20000, 5000), "−20\u202f000");
    assert.equal(integer(501500), "501\u202f500");
    assert.equal(integer(null), "—");
    assert.equal(index_text(0.99998), "> 0.999");
    assert.equal(index_text(0.9331), "0.933");
    assert.equal(index_text(NaN), "undefined");
  });
}

async function scale_tests({ linear_ticks, log_ticks, log_scale, log_domain, tick_step }) {
  await test("linear ticks are round, inside and near the count asked for", () => {
    for (const [low, high] of [[0, 8], [-3.7, 12.9], [1e-9, 4e-9], [293.15, 353.15], [-1e7, 1e7]]) {
      const { values, step } = linear_ticks(low, high, 6);
      assert.ok(values.length >= 3 && values.length <= 12, `${values}`);
      for (const v of values) assert.ok(v >= low - step * 1e-6 && v <= high + step * 1e-6);
      assert.match(step.toExponential(), /^[125](e|\.0*e)/);
    }
    assert.deepEqual(linear_ticks(0, 1, 5).values, [0, 0.2, 0.4, 0.6, 0.8, 1]);
  });
  await test("degenerate ranges give no endless ticks", () => {
    assert.ok(linear_ticks(5, 5, 5).values.length <= 2);
    assert.equal(linear_ticks(NaN, 1, 5).values.length, 0);
    assert.equal(linear_ticks(0, Infinity, 5).values.length, 0);
    assert.ok(linear_ticks(1e16, 1e16 + 4, 5).values.length <= 1000);
    assert.equal(tick_step(0, 5), 1);
  });
  await test("log ticks fall on decades and thin out over many decades", () => {
    assert.deepEqual(log_ticks(1e-3, 1e1, 10).major, [1e-3, 1e-2, 1e-1, 1, 10]);
    assert.ok(log_ticks(1e-12, 1e12, 8).major.length <= 9);
    assert.ok(log_ticks(0.1, 0.4, 8).major.length >= 2);
    assert.ok(log_ticks(0.2, 0.21, 4).major.length >= 2);
  });
  await test("the log scale inverts and its domain holds the values", () => {
    const [low, high] = log_domain(0.12, 0.3126);
    assert.ok(low < 0.12 && high > 0.3126);
    const x = log_scale(low, high, 10, 500);
    close(x.invert(x(0.2)), 0.2);
    assert.deepEqual(log_domain(Infinity, 0), [0.1, 10]);
  });
}

async function decimation_tests({ decimate, sample, difference, extent, lower_bound }) {
  const n = 100000;
  const time = Float64Array.from({ length: n }, (_, i) => i / n);
  const noise = Float64Array.from({ length: n }, (_, i) => Math.sin(i * 12.9898) * 43.5 + (i === 61234 ? 1e6 : 0));
  await test("decimation keeps every extreme of every pixel column", () => {
    const columns = 500;
    const picks = decimate(time, noise, 0, 1, columns);
    assert.ok(picks.length <= 4 * (columns + 2), `${picks.length}`);
    assert.ok(picks.includes(61234), "a single spike is drawn");
    const limits = (indices) => {
      const result = Array.from({ length: columns }, () => [Infinity, -Infinity]);
      for (const i of indices) {
        const column = Math.floor((time[i] - 0) * columns);
        result[column][0] = Math.min(result[column][0], noise[i]);
        result[column][1] = Math.max(result[column][1], noise[i]);
      }
      return result;
    };
    assert.deepEqual(limits(picks), limits(time.keys()));
    for (let k = 1; k < picks.length; k++) assert.ok(picks[k] > picks[k - 1]);
  });
  await test("decimation keeps few points as they are, with one neighbour beyond each end", () => {
    const t = Float64Array.from([0, 1, 2, 3, 4, 5]);
    assert.deepEqual([...decimate(t, t, 1.5, 3.5, 100)], [1, 2, 3, 4, 5]);
    assert.deepEqual([...decimate(new Float64Array(0), t, 0, 1, 100)], []);
  });
  await test("gaps in the data survive decimation", () => {
    const broken = noise.slice();
    broken.fill(NaN, 40000, 60000);
    const picks = decimate(time, broken, 0, 1, 300);
    assert.ok([...picks].some((i) => Number.isNaN(broken[i])));
    broken.fill(0);
    broken[12345] = NaN;
    assert.ok([...decimate(time, broken, 0, 1, 300)].includes(12345));
  });
  await test("reading between samples is linear and stops at the ends", () => {
    const t = Float64Array.from([0, 1, 1, 2]);
    const v = Float64Array.from([0, 10, 20, 30]);
    close(sample(t, v, 0.25), 2.5);
    close(sample(t, v, 1.5), 25);
    assert.ok(Number.isNaN(sample(t, v, 2.1)) && Number.isNaN(sample(t, v, -0.1)));
    assert.equal(lower_bound(t, 1), 1);
    assert.deepEqual(extent(t, v, 0.5, 1.5), [5, 25]);
  });
  await test("the difference to a reference is zero where the run lies on it", () => {
    const reference_time = Float64Array.from({ length: 101 }, (_, i) => i / 10);
    const reference = reference_time.map((t) => 3 * t);
    const run_time = Float64Array.from([0, 0.25, 3.33, 10, 11]);
    const d = difference(run_time, run_time.map((t) => 3 * t + (t === 3.33 ? 0.5 : 0)), reference_time, reference);
    close(d[0], 0);
    close(d[1], 0);
    close(d[2], 0.5);
    close(d[3], 0);
    assert.ok(Number.isNaN(d[4]));
  });
}

async function colour_tests({ map_lab, lab_to_linear, PALETTE, palette_index, css_colour }) {
  await test("the colour map is uniform, rises in lightness and is displayable", () => {
    const steps = [];
    for (let i = 1; i <= 100; i++) {
      const [a, b] = [map_lab((i - 1) / 100), map_lab(i / 100)];
      assert.ok(b[0] > a[0], "lightness rises");
      steps.push(Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]));
      for (const c of lab_to_linear(b)) assert.ok(c > -0.005 && c < 1.005, `not displayable at ${i}: ${lab_to_linear(b)}`);
    }
    assert.ok(Math.max(...steps) / Math.min(...steps) < 1.02, `${Math.max(...steps) / Math.min(...steps)}`);
  });
  await test("the palette covers 0..1 and clamps", () => {
    assert.equal(PALETTE.length, 256);
    assert.equal(palette_index(-1), 0);
    assert.equal(palette_index(2), 255);
    assert.match(css_colour(0.5), /^rgb\(\d+,\d+,\d+\)$/);
  });
}

async function data_tests({ number_of, read_report, read_spectra, separability_terms, view_of, index_from_terms, AlphaStore }) {
  await test("infinite and undefined numbers are read as written in the contract", () => {
    assert.equal(number_of("inf"), Infinity);
    assert.ok(Number.isNaN(number_of(null)));
    assert.equal(number_of(0.5), 0.5);
  });
  await test("runs come in the order of the papers' table", () => {
    const methods = ["euler", "implicit-euler", "cvode", "mixed-euler"];
    const report = read_report({ runs: methods.map((method) => ({ id: method, method, reference: method === "cvode" })) });
    assert.deepEqual(report.runs.map((run) => run.method), ["mixed-euler", "cvode", "implicit-euler", "euler"]);
  });
  await test("a trajectory with too few values is reported, not hidden", () => {
    const report = read_report({ runs: [{ id: "a", trajectory: { time: [0, 1, 2], variables: [{ name: "x", values: [1, 2] }] } }] });
    assert.equal(report.notes.length, 1);
    assert.equal(report.runs[0].series.get("x").time.length, 2);
  });
  await test("separability terms and index follow the definition", () => {
    const terms = separability_terms(Float64Array.from([1, 2, 4, 12]), false);
    assert.deepEqual([...terms], [1 / 8, 2 / 8, 1]);
    close(index_from_terms(terms), 1 - (11 / 3) / 8);
    const logs = separability_terms(Float64Array.from([1, 10, 1000]), true);
    close(logs[0], 0.5);
    close(logs[1], 1);
    assert.equal(separability_terms(Float64Array.from([2, 2, 2]), false).length, 0);
    assert.ok(Number.isNaN(index_from_terms(new Float64Array(0))));
  });
  await test("the DC motor's spectrum has the known time scales and the map's rows agree with the page", () => {
    const raw = dc_motor();
    const notes = [];
    const spectra = read_spectra(raw.analysis, raw.map, notes);
    assert.deepEqual(notes, []);
    const home = view_of(spectra.stops[spectra.home]);
    close(home.time_scale[home.order[0]], 0.12);
    close(home.time_scale[home.order[1]], 0.312649, 1e-6);
    assert.equal(home.finite, 2);
    assert.equal(spectra.names[home.order[2]], "phi");
    // The published relative accuracies of this experiment, recomputed: 1.0561, 1.5312, 1.8764.
    const relative = Object.fromEntries(raw.runs.filter((r) => r.accuracy).map((r) => [r.id, r.accuracy.relative.toFixed(4)]));
    assert.deepEqual(relative, { "mixed-euler": "1.0561", "implicit-euler": "1.5312", euler: "1.8764" });
  });
  await test("alpha moves from stop to stop, never between, and tells its listeners", () => {
    const raw = dc_motor();
    const store = new AlphaStore(read_spectra(raw.analysis, raw.map, []), raw.analysis, raw.map);
    const seen = [];
    store.subscribe((view) => seen.push(view.alpha));
    store.choose(-5);
    store.choose(0);
    store.choose(3.4);
    store.choose(1e9);
    assert.deepEqual(seen, [raw.map.alphas[0], raw.map.alphas[3], 1]);
  });
  await test("names the analysis does not know are left out and reported", () => {
    const notes = [];
    const analysis = { alpha: 1, variables: [{ name: "a", time_scale: 1 }, { name: "b", time_scale: "inf" }] };
    const spectra = read_spectra(analysis, { alphas: [0.5], order: ["a", "ghost"], time_scales: [[0.5, 0.1]] }, notes);
    assert.equal(notes.length, 2);
    assert.equal(view_of(spectra.stops[0]).order.length, 1);
  });
}

async function envelope_tests({ read_envelopes, read_spectra, bound_at, self_bound, AlphaStore }) {
  await test("self loops follow the three conventions", () => {
    close(self_bound("gain", -4, 0.5), 1.5 / 4);
    close(self_bound("gain", 4, 0.5), 0.5 / 4);
    close(self_bound("magnitude", -4, 0.5), 0.5 / 4);
    close(self_bound("published", -4, 0.5), 0.5 / 3);
    close(self_bound("published", 0, 0.5), 0.5);
    assert.equal(self_bound("gain", 0, 0.5), Infinity);
    assert.equal(self_bound("magnitude", 0, 0.5), Infinity);
  });
  for (const [name, make] of [["motor", dc_motor], ["heat exchanger", heat_exchanger]]) {
    await test(`${name}: the envelopes give every row of the map and the limiting cycles`, () => {
      const raw = make();
      const spectra = read_spectra(raw.analysis, raw.map, []);
      const envelopes = read_envelopes(raw.envelopes, spectra.names, "gain");
      raw.map.alphas.forEach((alpha, k) => {
        spectra.names.forEach((variable, i) => {
          const expected = raw.map.time_scales[k][raw.map.order.indexOf(variable)];
          const { time_scale } = bound_at(envelopes, spectra.names, i, alpha);
          if (expected === "inf") assert.equal(time_scale, Infinity);
          else close(time_scale, expected, 1e-9);
        });
      });
      raw.analysis.variables.forEach((v, i) => {
        const { cycle } = bound_at(envelopes, spectra.names, i, raw.analysis.alpha);
        assert.equal(cycle.length, v.cycle.length);
        if (cycle.length > 0) assert.equal(cycle[0], v.name);
      });
    });
  }
  await test("with envelopes alpha may be anything; the nearest row is marked", () => {
    const raw = dc_motor();
    const spectra = read_spectra(raw.analysis, raw.map, []);
    const store = new AlphaStore(spectra, raw.analysis, raw.map, read_envelopes(raw.envelopes, spectra.names, "gain"));
    assert.ok(store.continuous);
    store.choose_alpha(0.123);
    assert.equal(store.view.alpha, 0.123);
    assert.ok(Math.abs(Math.log(spectra.stops[store.index].alpha / 0.123)) < 0.06);
    close(store.view.time_scale[0], 1.123 * 0.003 / 0.05);
    assert.deepEqual([...store.terms(false)], [1]);
    assert.deepEqual(store.cycle(store.view, 1), ["omega", "I"]);
    store.choose_alpha(1);  // a stop: the analysis itself
    assert.ok(store.view.analysed);
    assert.equal(store.index, spectra.home);
  });
  await test("envelopes that leave a variable out are not used", () => {
    const raw = dc_motor();
    assert.equal(read_envelopes({ ...raw.envelopes, order: ["I", "omega", "other"] }, ["I", "omega", "phi"], "gain"), null);
    assert.equal(read_envelopes(null, ["I"], "gain"), null);
  });
}

async function cut_tests({ suggested_cut, written_cut, view_of, fast_part }) {
  const view = (scales) => view_of({ alpha: 0.5, analysed: false, time_scale: Float64Array.from(scales) });
  await test("the page cuts in the widest gap and clusters at the wide ones, as the tool does", () => {
    const cut = suggested_cut(view([40, 1e-4, 0.1, Infinity, 2e-4, 0.12]));
    assert.deepEqual([...cut.fast], [0, 1, 0, 0, 1, 0]);
    assert.ok(cut.step > 0.04 && cut.step < 0.1, `${cut.step}`);
    assert.deepEqual(cut.clusters.map((c) => c.variables), [[1, 4], [2, 5], [0, 3]]);
    assert.deepEqual(cut.clusters.map((c) => c.implicit), [true, false, false]);
    for (let k = 1; k < 3; k++) {
      const ratio = cut.clusters[k].step / cut.clusters[k - 1].step;
      close(ratio, Math.round(ratio), 1e-9);
    }
    assert.ok(cut.own);
  });
  await test("no gap: everything is implicit, with a step above all; no time scale: nothing is", () => {
    assert.deepEqual([...suggested_cut(view([1, 1.1, 1.2])).fast], [1, 1, 1]);
    assert.equal(suggested_cut(view([1, 1.1, 1.2])).step, 1.3);
    assert.deepEqual([...suggested_cut(view([1, 1.1, Infinity])).fast], [1, 1, 0]);
    const none = suggested_cut(view([Infinity, Infinity]));
    assert.deepEqual([...none.fast], [0, 0]);
    assert.ok(Number.isNaN(none.step));
  });
  await test("the fast part is read from names or, for large models, from the clusters", () => {
    const variables = [{ name: "a", time_scale: 1, cluster: 0 }, { name: "b", time_scale: 2, cluster: 1 }, { name: "c", time_scale: 3, cluster: 2 }];
    assert.deepEqual([...fast_part({ alpha: 1, variables, partition: { step: 1, fast: ["b"] } })], [0, 1, 0]);
    const analysis = { alpha: 1, variables, partition: { step: 1, implicit_clusters: 2, cluster_steps: [1, 2, 3] } };
    assert.deepEqual([...fast_part(analysis)], [1, 1, 0]);
    assert.deepEqual(written_cut(analysis, view([1, 2, 3])).clusters.map((c) => c.step), [1, 2, 3]);
    assert.deepEqual([...fast_part({ alpha: 1, variables, partition: null })], [0, 0, 0]);
  });
}

async function plan_tests({ read_report, error_text, label_places, overlap }) {
  await test("the chosen run is the first of all", () => {
    const runs = [{ id: "mixed-euler", method: "mixed-euler" }, { id: "cvode", method: "cvode", reference: true }, { id: "auto", method: "rosenbrock" }];
    assert.deepEqual(read_report({ runs }).runs.map((run) => run.id), ["auto", "mixed-euler", "cvode"]);
  });
  await test("a plan is read with what is missing as no number; older data has none", () => {
    assert.equal(read_report({}).plan, null);
    assert.equal(read_report({ plan: null }).plan, null);
    const { plan } = read_report({ plan: { max_error: 0.001, candidates: [{ method: "cvode", states: "all", steps: null, measured: { steps: 3, seconds: 0.5, error: "inf", failure: null } }] } });
    assert.equal(plan.max_error, 0.001);
    assert.ok(Number.isNaN(plan.candidates[0].steps) && !plan.candidates[0].chosen);
    assert.deepEqual(plan.candidates[0].measured, { steps: 3, seconds: 0.5, error: Infinity, failure: "" });
  });
  await test("errors are read by their power of ten", () => {
    assert.equal(error_text(2.13e-5), "2.1×10⁻⁵");
    assert.equal(error_text(1e-4), "10⁻⁴");
    assert.equal(error_text(3e-4), "3×10⁻⁴");
    assert.equal(error_text(0.001), "0.001");
    assert.equal(error_text(0), "0");
    assert.equal(error_text(NaN), "—");
  });
  await test("labels stay inside the frame and off each other, also where marks crowd", () => {
    const frame = { x: 60, y: 10, width: 400, height: 240 };
    const labels = [60, 64, 68, 240, 242, 455, 458].map((x, i) => ({ x, y: 100 + (i % 2), width: 120 }));
    const marks = labels.map(({ x, y }) => ({ x: x - 9, y: y - 9, width: 18, height: 18 }));
    const places = label_places(labels, marks, frame);
    assert.ok(places.every((place) => place !== null));
    places.forEach((place, i) => {
      assert.ok(place.x >= 60 && place.x + place.width <= 460 && place.y >= 10 && place.y + place.height <= 250);
      for (const other of [...places.slice(0, i), ...marks]) assert.ok(!overlap(place, other), `label ${i}`);
    });
    assert.deepEqual(label_places([{ x: 100, y: 100, width: 500 }], [], frame), [null]);
  });
}

async function template_tests(web) {
  await test("the template has one hole and nothing from outside", async () => {
    const html = await build_template();
    assert.equal(html.split(placeholder).length, 2);
    assert.ok(html.includes(`<script type="application/json" id="report-data">${placeholder}</script>`));
    const foreign = [...html.matchAll(/(?:src|href)\s*=\s*["']?([^"'\s>]+)/g)].map((m) => m[1]).filter((u) => !u.startsWith("data:") && !u.startsWith("#"));
    assert.deepEqual(foreign, []);
    assert.ok(!/@import|url\(\s*["']?https?:/i.test(html));
  });
  await test("data cannot close the script element", () => {
    const html = fill_template(`<script>${placeholder}</script>`, { model: "</script><script>alert(1)</script>", price: "$&$1" });
    assert.equal(html.split("</script>").length, 2);
    assert.ok(html.includes("$&$1"));
  });
  await test("the lock file names no registry host", async () => {
    const lock = await readFile(path.join(web, "package-lock.json"), "utf8");
    assert.ok(!/"resolved"|https?:\/\//.test(lock));
  });
}
