// The built page in a real browser: behaviour, silence (no errors, no network), and pictures to look at.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { build_template, fill_template } from "../build.mjs";
import { large_report } from "./large_sample.mjs";
import { skip, test } from "./harness.mjs";

const CANDIDATES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export async function browser_tests(web) {
  const executable = CANDIDATES.find((file) => file && existsSync(file));
  if (!executable) {
    skip("the browser tests: no chromium found (set CHROMIUM to its path)");
    return;
  }
  const dist = path.join(web, "dist");
  await mkdir(dist, { recursive: true });
  const template = await build_template();
  await writeFile(path.join(dist, "report.html"), template);
  const browser = await chromium.launch({ executablePath: executable, headless: true, args: FLAGS });
  /** Opens a report and, after `body`, insists that the page stayed silent. */
  const with_page = async (name, data, options, body) => {
    const file = path.join(dist, `${name}.html`);
    await writeFile(file, data === null ? template : typeof data === "string" ? template.replace("/*REPORT_DATA*/", () => data) : fill_template(template, data));
    const context = await browser.newContext({ viewport: { width: options.width ?? 1200, height: 900 }, colorScheme: options.scheme ?? "light", deviceScaleFactor: options.scale ?? 1 });
    const page = await context.newPage();
    const troubles = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && troubles.push(message.text()));
    page.on("pageerror", (error) => troubles.push(String(error)));
    const address = pathToFileURL(file).href;
    page.on("request", (request) => request.url() !== address && !request.url().startsWith("data:") && troubles.push(`request ${request.url()}`));
    try {
      await page.goto(address);
      await page.waitForTimeout(150);
      await body(page);
      assert.deepEqual(troubles, [], "console errors or network requests");
    } finally {
      await context.close();
    }
  };
  const sample = async (name) => JSON.parse(await readFile(path.join(web, "sample", `${name}.json`), "utf8"));
  const motor = await sample("dc_motor");
  const exchanger = await sample("heat_exchanger");
  try {
    await spectrum_tests(with_page, motor, exchanger);
    await trajectory_tests(with_page, motor, exchanger);
    await plan_tests(with_page, dist, motor);
    await failure_tests(with_page, motor, exchanger);
    await structure_tests(with_page, dist, motor);
    await motion_tests(with_page, dist, motor);
    await large_tests(with_page, dist);
    await pictures(with_page, dist, motor, exchanger);
  } finally {
    await browser.close();
  }
}

const tooltip = (page) => page.locator(".tooltip:not([hidden])").innerText();
const middle = async (locator) => {
  const box = await locator.boundingBox();
  return { ...box, cx: box.x + box.width / 2, cy: box.y + box.height / 2 };
};

async function spectrum_tests(with_page, motor, exchanger) {
  await test("browser: the headline says what was found", () => with_page("dc_motor", motor, {}, async (page) => {
    assert.equal(await page.locator("h1").innerText(), "DCMotor");
    assert.ok((await page.locator(".key-figures").innerText()).includes("marginal"));
    assert.equal(await page.title(), "DCMotor – Sunder report");
  }));
  await test("browser: hovering a marker shows name, value and limiting cycle", () => with_page("dc_motor", motor, {}, async (page) => {
    const { cx, cy } = await middle(page.locator("#spectrum .marker.slow").nth(1));
    await page.mouse.move(cx, cy);
    const text = await tooltip(page);
    assert.match(text, /omega/);
    assert.match(text, /312\.6.ms/);
    assert.match(text, /omega → I → omega|I → omega → I/);
    await page.mouse.move(5, 5);
    assert.equal(await page.locator(".tooltip:not([hidden])").count(), 0);
  }));
  await test("browser: the spectrum is read with the keyboard", () => with_page("dc_motor", motor, {}, async (page) => {
    await page.locator("#spectrum svg.plot").focus();
    await page.keyboard.press("ArrowRight");
    assert.match(await tooltip(page), /^I\b/);
    await page.keyboard.press("End");
    assert.match(await tooltip(page), /phi[\s\S]*∞/);
  }));
  await test("browser: alpha moves spectrum, map and both sliders together", () => with_page("dc_motor", motor, {}, async (page) => {
    const value = () => page.locator("#spectrum .value").first().textContent();
    assert.match(await value(), /120.ms/);
    // between the rows of the map: the page computes it from the envelopes
    await page.locator("#alpha-spectrum").fill("-0.4");
    await page.waitForTimeout(60);
    // (1 + 0.3981) / (0.05 / 0.003) seconds
    assert.match(await value(), /83\.9.ms/);
    assert.equal(await page.locator("#alpha-map").inputValue(), "-0.4");
    assert.match(await page.locator("#map .reading").innerText(), /α = 0\.3981/);
    // the cut follows, and says that nobody certified it
    assert.match(await page.locator("#spectrum .step-label").textContent(), /not certified/);
    assert.match(await page.locator(".clusters").innerText(), /Found by the page at α = 0\.3981/);
    await page.locator("#alpha-spectrum").fill("-1.3");
    await page.waitForTimeout(60);
    // no gap between the time scales: only what has none is explicit
    assert.match(await page.locator(".clusters").innerText(), /implicitly\t2\tI, omega/);
    await page.locator("#spectrum button.quiet").click();
    await page.waitForTimeout(60);
    assert.match(await value(), /120.ms/);
  }));
  await test("browser: without envelopes alpha moves from row to row of the map", () => with_page("dc_motor_rows", { ...motor, envelopes: null }, {}, async (page) => {
    await page.locator("#alpha-spectrum").fill("0");
    await page.waitForTimeout(60);
    // (1 + 0.05) / (0.05 / 0.003) seconds
    assert.match(await page.locator("#spectrum .value").first().textContent(), /63.ms/);
    assert.equal(await page.locator("#alpha-map").inputValue(), "0");
  }));
  await test("browser: clusters, modes and operating points are listed", () => with_page("groups", with_groups(motor), {}, async (page) => {
    const clusters = await page.locator(".clusters").innerText();
    assert.match(clusters, /Clusters, fast to slow[\s\S]*120.ms[\s\S]*implicitly[\s\S]*I[\s\S]*explicitly[\s\S]*omega, phi/);
    assert.equal(await page.locator("#spectrum .cluster").count(), 2);
    assert.equal(await page.locator("#spectrum svg.plot .mode").count(), 1);
    await page.locator(".modes summary").click();
    const modes = await page.locator(".modes").innerText();
    assert.match(modes, /oscillates, period 2.s, decays within 500.ms/);
    assert.match(modes, /I 60 %/);
    assert.match(await page.locator("#spectrum").innerText(), /Operating points[\s\S]*steady[\s\S]*I is faster than omega at point 1, and slower at point 2/);
    await page.locator(".variable-list summary").click();
    await page.waitForTimeout(60);
    assert.match(await page.locator(".variables").innerText(), /faster than the cycles say/);
    await page.locator("#model summary", { hasText: "all cycles meet" }).click();
    assert.match(await page.locator("#model").innerText(), /Without phi there remain 2 blocks: \{I\} \{omega\}/);
    assert.equal(await page.locator(".summary > p").count(), 5);
    await page.locator(".summary summary").click();
    assert.match(await page.locator(".summary details").innerText(), /sixth/);
  }));
  await test("browser: a click on the map chooses its row, the arrow keys move on", () => with_page("heat_exchanger", exchanger, {}, async (page) => {
    const canvas = page.locator("#map canvas");
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    await page.mouse.click(box.x + 300, box.y + 300);
    const low = Number(await page.locator("#alpha-map").inputValue());
    assert.ok(low < -1.15, `${low}`);
    assert.match(await tooltip(page), /gap \d+ at α/);
    await canvas.focus();
    await page.keyboard.press("ArrowUp");
    const next = Number(await page.locator("#alpha-map").inputValue());
    assert.ok(next > low + 0.03 && next < low + 0.07, `${low} then ${next}`);
  }));
  await test("browser: gaps can be measured in decades", () => with_page("dc_motor_three", three_scales(motor), {}, async (page) => {
    const linear = await page.locator("#map .reading").innerText();
    await page.locator("#map .choice label").nth(1).click();
    assert.notEqual(await page.locator("#map .reading").innerText(), linear);
  }));
}

/** The motor with a mode, and a second operating point. */
function with_groups(motor) {
  const mode = { re: -2, im: 3.14159, time_scale: 0.27, time_constant: 0.5, frequency: 0.5, damping: 0.5, states: [{ name: "I", share: 0.6 }, { name: "omega", share: 0.4 }], note: null };
  const variables = motor.analysis.variables.map((v, i) => (i === 0 ? { ...v, mode: { index: 0, share: 0.6, time_scale: 0.027, agreement: "cycle_longer" } } : v));
  const point = (time, kind, modes) => ({ time, kind, note: null, time_scales: variables.map((v) => v.time_scale), modes });
  return {
    ...motor, summary: ["first", "second", "third", "fourth", "fifth", "sixth"],
    analysis: {
      ...motor.analysis, variables, cycle_sets: [{ shared: ["phi"], blocks: [["I"], ["omega"]], block_count: 2 }], operating_points: [point(0, "initial", [mode]), point(0, "steady", null)],
      ranking_changes: [{ faster: "I", slower: "omega", first: 0, second: 1 }],
      partition: { ...motor.analysis.partition, cluster_steps: [0.12, 0.24] },
    },
  };
}

/** Three finite time scales, 1, 10 and 50 s: the widest gap differs between seconds and decades. */
function three_scales(motor) {
  const scales = [1, 10, 50];
  return {
    ...motor, map: null, envelopes: null,
    analysis: { ...motor.analysis, separability_terms: undefined, variables: motor.analysis.variables.map((v, i) => ({ ...v, time_scale: scales[i], lower: scales[i] * 0.5, upper: scales[i], exact: i !== 1 })) },
  };
}

async function trajectory_tests(with_page, motor, exchanger) {
  const from_to = (page) => page.locator(".trajectories").evaluate((node) => [Number(node.dataset.from), Number(node.dataset.to)]);
  await test("browser: the crosshair reads the values of all runs", () => with_page("dc_motor", motor, {}, async (page) => {
    const canvas = page.locator('[data-variable="omega"] canvas');
    await canvas.scrollIntoViewIfNeeded();
    const { cx, cy } = await middle(canvas);
    await page.mouse.move(cx, cy);
    const text = await tooltip(page);
    for (const run of motor.runs) assert.ok(text.includes(run.label), `${run.label} in ${text}`);
    assert.match(text, /rad\/s/);
    assert.equal(await page.locator(".crosshair:not([hidden])").count(), 3);
  }));
  await test("browser: dragging zooms all panels, double-click resets", () => with_page("dc_motor", motor, {}, async (page) => {
    const canvas = page.locator('[data-variable="I"] canvas');
    await canvas.scrollIntoViewIfNeeded();
    const box = await canvas.boundingBox();
    await page.mouse.move(box.x + 150, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 250, box.y + 100, { steps: 4 });
    await page.mouse.up();
    await page.waitForTimeout(60);
    const [from, to] = await from_to(page);
    // The plot begins 54 px from the left and ends 12 px from the right.
    const expected = [150, 250].map((px) => ((px - 54) / (box.width - 66)) * 8);
    assert.ok(Math.abs(from - expected[0]) < 0.05 && Math.abs(to - expected[1]) < 0.05, `${from} ${to}, not ${expected}`);
    await page.mouse.dblclick(box.x + 200, box.y + 100);
    await page.waitForTimeout(60);
    assert.deepEqual(await from_to(page), [0, 8]);
  }));
  await test("browser: the wheel zooms in and out again", () => with_page("dc_motor", motor, {}, async (page) => {
    const canvas = page.locator('[data-variable="I"] canvas');
    await canvas.scrollIntoViewIfNeeded();
    await page.waitForTimeout(700);
    const { cx, cy } = await middle(canvas);
    await page.mouse.move(cx, cy);
    await page.mouse.wheel(0, -100);
    await page.waitForTimeout(100);
    const [from, to] = await from_to(page);
    assert.ok(to - from < 6.5 && to - from > 6.3, `${from} ${to}`);
    await page.mouse.wheel(0, 100);
    await page.waitForTimeout(100);
    const [from2, to2] = await from_to(page);
    assert.ok(to2 - from2 > 7.9, `${from2} ${to2}`);
  }));
  await test("browser: the keyboard zooms and reads a panel", () => with_page("dc_motor", motor, {}, async (page) => {
    await page.locator('[data-variable="I"] canvas').focus();
    for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowRight");
    assert.match(await tooltip(page), /t = 800.ms/);
    await page.keyboard.press("+");
    await page.waitForTimeout(60);
    assert.ok((await from_to(page))[1] < 8);
    await page.keyboard.press("0");
    await page.waitForTimeout(60);
    assert.deepEqual(await from_to(page), [0, 8]);
  }));
  await test("browser: a run is switched off and on in the legend", () => with_page("dc_motor", motor, {}, async (page) => {
    const button = page.locator('[data-run="euler"]');
    const canvas = page.locator('[data-variable="omega"] canvas');
    await canvas.scrollIntoViewIfNeeded();
    const before = await canvas.screenshot();
    await button.click();
    await page.mouse.move(2, 2);
    await page.waitForTimeout(80);
    assert.equal(await button.getAttribute("aria-pressed"), "false");
    assert.ok(!before.equals(await canvas.screenshot()), "the picture changes");
    const { cx, cy } = await middle(canvas);
    await page.mouse.move(cx, cy);
    assert.ok(!(await tooltip(page)).includes("explicit Euler"));
  }));
  await test("browser: the difference view leaves out the reference", () => with_page("dc_motor", motor, {}, async (page) => {
    await page.locator(".trajectories .choice label").nth(1).click();
    const canvas = page.locator('[data-variable="I"] canvas');
    await canvas.scrollIntoViewIfNeeded();
    await page.waitForTimeout(60);
    const { cx, cy } = await middle(canvas);
    await page.mouse.move(cx, cy);
    const text = await tooltip(page);
    assert.match(text, /^Δ I/);
    assert.ok(!text.includes("RK4"));
    assert.match(await page.locator('[data-variable="I"] h3').innerText(), /^Δ I/);
  }));
  await test("browser: a variable is found and added to the panels", () => with_page("heat_exchanger", exchanger, {}, async (page) => {
    const panels = page.locator(".panel");
    assert.equal(await panels.count(), 6);
    await page.locator(".picker summary").click();
    await page.locator(".picker input").fill("wall.t[7]");
    await page.locator(".chip").first().click();
    assert.equal(await panels.count(), 7);
    assert.equal(await page.locator('[data-variable="wall.T[7]"]').count(), 1);
    await page.locator(".picker input").fill("nothing like this");
    assert.match(await page.locator(".chips").innerText(), /no variable contains/);
  }));
  await test("browser: thinned curves say so, and keep their own times and differences", () => with_page("thinned", thinned_curves(motor), {}, async (page) => {
    assert.match(await page.locator(".thinning").innerText(), /mixed-mode Euler: of 123.456 recorded points the curves keep the first, lowest, highest and last of each of 2 equal stretches of time\. 7 more variables changed/);
    await page.locator("label", { hasText: "difference to the reference" }).click();
    const { cx, cy } = await middle(page.locator(".panels canvas").first());
    await page.mouse.move(cx, cy);
    assert.match(await tooltip(page), /mixed-mode Euler\s+250.mA/);
  }));
  await test("browser: the statistics table has the papers' columns and rows", () => with_page("dc_motor", motor, {}, async (page) => {
    const heads = await page.locator(".statistics thead th").allInnerTexts();
    assert.deepEqual(heads.slice(1).map((t) => t.split("\n")[0]), ["mixed-mode Euler", "RK4, fine step", "implicit Euler", "explicit Euler"]);
    const steps = await page.locator(".statistics tr", { hasText: /^Steps/ }).locator("td").allInnerTexts();
    assert.deepEqual(steps.map((t) => t.replace(/\D/g, "")), ["40", "16000", "40", "800"]);
    const relative = await page.locator(".statistics tr", { hasText: /^Error, relative/ }).locator("td").allInnerTexts();
    assert.deepEqual(relative, ["1.06", "reference", "1.53", "1.88"]);
  }));
  const jumping = { ...motor, runs: motor.runs.map((run) => (run.accuracy ? { ...run, accuracy: { ...run.accuracy, not_compared: ["a", "b", "c", "d", "e"] } } : run)) };
  await test("browser: what was not compared is named, in few words", () => with_page("jumping", jumping, {}, async (page) => {
    const cells = await page.locator(".statistics tr", { hasText: /^Not compared/ }).locator("td").allInnerTexts();
    assert.equal(cells[0], "a, b, c and 2 more");
  }));
}

/** The first run with curves of their own times, all 0.25 away from the reference. */
function thinned_curves(motor) {
  const [first, ...others] = motor.runs;
  const variables = first.trajectory.variables.map(({ name, unit }) => ({
    name, unit, time: [0, 3, 8], values: [0, 1, 0.5], difference: { time: [0, 4, 8], values: [0.25, 0.25, 0.25] },
  }));
  return { ...motor, runs: [{ ...first, trajectory: { points: 123456, left_out: 7, stretches: 2, variables } }, ...others] };
}

/** The sample as a planner would have run it; the figures are made up, three of four candidates nearly alike. */
function with_plan(motor) {
  const candidate = (method, states, seconds, error, measured, chosen = false) =>
    ({ method, states, tolerance: 1e-4, steps: 50, seconds, error: 6e-5, chosen, why: chosen ? "cheapest forecast" : "forecast 2 times as dear", measured: measured && { steps: 61, seconds: measured, error, failure: null } });
  const reference = motor.runs.find((run) => run.reference);
  return {
    ...motor,
    choice: ["Run by rosenbrock with all states implicit.", "Its error is estimated as 2.1e-05 of the range or less."],
    command: "sunder simulate DCMotor.mo",
    plan: {
      max_error: 1e-3, audit: "estimate",
      candidates: [
        candidate("rosenbrock", "all", 4e-4, 2.1e-5, 5e-4, true), candidate("rosenbrock", "none", 4.1e-4, 2.0e-5, 5.1e-4), candidate("cvode", "all", 4.2e-4, 1.9e-5, 5.2e-4),
        { ...candidate("rosenbrock", "1 of 3", 6e-4, 0, 0), measured: { steps: 7, seconds: 1e-4, error: "inf", failure: "the step became too small" } },
      ],
    },
    audit: { verdict: "estimated", error: 2.1e-5 },
    runs: [...motor.runs, { ...reference, id: "auto", label: "chosen: rosenbrock", method: "rosenbrock", step: null, reference: false, seconds: 5e-4, statistics: { steps: 61 } }],
  };
}

async function plan_tests(with_page, dist, motor) {
  for (const width of [1200, 480]) {
    await test(`browser: the planner's choice opens the page, at ${width} px`, () => with_page("planned", with_plan(motor), { width }, async (page) => {
      const text = await page.locator("#choice").innerText();
      assert.match(text, /How it was run[\s\S]*Run by rosenbrock[\s\S]*sunder simulate DCMotor\.mo[\s\S]*2\.1×10⁻⁵[\s\S]*the step became too small/);
      assert.equal(await page.locator("main > section").first().getAttribute("id"), "choice");
      // what is said of the cut is told beside the time scales, not as what was run
      assert.equal(await page.locator(".headline .summary").count(), 0);
      assert.match(await page.locator("#spectrum .summary").innerText(), /120 ms/);
      assert.equal(await page.locator("#choice svg.plot .spot").count(), 7);
      assert.equal(await page.locator("#choice svg.plot .spot.measured").count(), 3);
      assert.equal(await page.locator("#choice svg.plot .link").count(), 3);
      assert.equal(await page.locator("#choice svg.plot .spot.measured.chosen .halo").count(), 1);
      const boxes = await page.locator("#choice svg.plot .candidate").evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().toJSON()));
      assert.ok(boxes.length >= 3);
      boxes.forEach((a, i) => boxes.slice(i + 1).forEach((b) => assert.ok(a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 || b.bottom <= a.top + 4, "labels overlap")));
      assert.match(await page.locator("#choice svg.plot .candidate.chosen").textContent(), /chosen: rosenbrock/);
      assert.equal(await page.locator(".candidate-table tbody tr.chosen").count(), 1);
      const shown = await page.locator("#trajectories .key.toggle[aria-pressed=true]").evaluateAll((nodes) => nodes.map((node) => node.dataset.run));
      assert.deepEqual(shown.sort(), ["auto", "reference"]);
      assert.match(await page.locator("#statistics thead").innerText(), /^\s*quantity\s+chosen: rosenbrock/i);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
      await page.locator("#choice svg.plot .spot.measured.chosen").hover();
      assert.match(await tooltip(page), /rosenbrock[\s\S]*measured[\s\S]*61/);
      await page.screenshot({ path: path.join(dist, `planned-light-${width}.png`), fullPage: true });
    }));
  }
  await test("browser: a planner that failed is told, without a picture", () => with_page("unplanned", { ...motor, choice: ["The planner could not run the model: no."], command: "sunder simulate DCMotor.mo", plan: null, audit: null }, {}, async (page) => {
    assert.match(await page.locator("#choice").innerText(), /could not run the model: no/);
    assert.equal(await page.locator("#choice svg, #choice table, #choice .command").count(), 0);
  }));
  await test("browser: data without a plan looks as before", () => with_page("dc_motor", motor, {}, async (page) => {
    assert.equal(await page.locator("#choice").count(), 0);
    assert.equal(await page.locator(".headline .summary").count(), 1);
    assert.equal(await page.locator("#trajectories .key.toggle[aria-pressed=false]").count(), 0);
  }));
}

async function failure_tests(with_page, motor, exchanger) {
  const body = (page) => page.locator("body").innerText();
  await test("browser: a failed run is told, with its time and reason", () => with_page("heat_exchanger", exchanger, {}, async (page) => {
    const text = await page.locator("#trajectories .message.failure").innerText();
    assert.match(text, /explicit Euler did not finish.*stopped at t = .*without bound/);
    assert.match(await page.locator(".statistics .bad").innerText(), /stopped/);
    assert.ok((await page.locator(".panel .remark").allInnerTexts()).some((t) => t.includes("leaves the plotted range")));
  }));
  await test("browser: the empty template says so", () => with_page("empty", null, {}, async (page) => {
    assert.match(await body(page), /no data has been put into it/);
  }));
  await test("browser: broken data says so", () => with_page("broken", "{ not json", {}, async (page) => {
    assert.match(await body(page), /cannot be read/);
  }));
  await test("browser: an empty report is readable", () => with_page("nothing", {}, {}, async (page) => {
    const text = await body(page);
    assert.match(text, /Unnamed model[\s\S]*not part of this report[\s\S]*Nothing to plot[\s\S]*No simulation/);
  }));
  await test("browser: a model without states is readable", () => with_page("no_states", { ...motor, map: null, runs: [], analysis: { ...motor.analysis, variables: [], separability_terms: [], partition: null } }, {}, async (page) => {
    assert.match(await body(page), /no continuous states/);
  }));
  await test("browser: a single state is readable", () => with_page("single", {
    ...motor, map: null, analysis: { ...motor.analysis, variables: [motor.analysis.variables[0]], separability_terms: [], indices: {}, partition: null },
  }, {}, async (page) => {
    const text = await body(page);
    assert.match(text, /A single state/);
    assert.match(text, /separability index\s+undefined/);
    assert.match(text, /Only one state has a finite time scale/);
  }));
  await test("browser: states in no cycle at all are readable", () => with_page("no_cycle", {
    ...motor, map: null, analysis: { ...motor.analysis, separability_terms: [], indices: {}, variables: motor.analysis.variables.map((v) => ({ ...v, time_scale: "inf", lower: "inf", upper: "inf", cycle: [] })) },
  }, {}, async (page) => {
    assert.match(await body(page), /No cycle\. No state acts back on itself/);
    assert.equal(await page.locator("#spectrum svg .marker.none").count() >= 3, true);
  }));
  await test("browser: a step that is not stable is a warning", () => with_page("unstable", {
    ...motor, analysis: { ...motor.analysis, exact: false, variables: three_scales(motor).analysis.variables, partition: { ...motor.analysis.partition, certificate: { method: "mixed-euler", spectral_radius: 1.0037, growth: "inf", growth_bounded: false, verdict: "unstable", stable: false } } },
  }, {}, async (page) => {
    assert.match(await body(page), /The step is not recommended/);
    assert.match(await body(page), /1\.0037/);
    assert.equal(await page.locator("#spectrum .bracket.slow[d]:not([visibility])").count(), 1);
  }));
  await test("browser: names that look like markup stay text", () => with_page("markup", { ...motor, model: "<img src=x onerror=alert(1)></script>" }, {}, async (page) => {
    assert.equal(await page.locator("h1").innerText(), "<img src=x onerror=alert(1)></script>");
    assert.equal(await page.locator("h1 img").count(), 0);
  }));
}

/** What an FMU declares: a chain of states with an input, and an output of which nothing is known. */
function with_structure(report, states) {
  const names = Array.from({ length: states }, (_, i) => `cell[${i + 1}].temperature`);
  const rows = names.map((name, i) => ({ name: `der(${name})`, kind: "derivative", on: [i - 1, i, i + 1].filter((k) => k >= 0 && k < states) }));
  return { ...report, structure: { known: [...names, "u"], rows: [...rows, { name: "y", kind: "output", on: null }] } };
}

async function structure_tests(with_page, dist, motor) {
  for (const [states, width] of [[8, 1200], [8, 480], [300, 1200]]) {
    await test(`browser: what depends on what in an FMU of ${states} states is drawn, at ${width} px`, () => with_page("structure", with_structure(motor, states), { width }, async (page) => {
      const canvas = page.locator(".structure canvas");
      assert.match(await canvas.getAttribute("aria-label"), new RegExp(`${states + 1} rows by ${states + 1} states and inputs`));
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.equal(overflow, 0);
      await canvas.scrollIntoViewIfNeeded();
      const { x, y, width: wide, height } = await canvas.boundingBox();
      await page.mouse.move(x + wide - 12, y + height - 10); // the last row
      const text = await tooltip(page);
      assert.match(text, /output\s+y/);
      assert.match(text, /not declared/);
      await page.locator("#model").screenshot({ path: path.join(dist, `structure-${states}-${width}.png`) });
    }));
  }
  const incidence = { size: 4, cells: 4, given: ["9009", "0990", "0990", "9000"], ordered: ["9000", "9900", "0099", "0099"], loops: [[2, 2]] };
  await test("browser: the incidence matrix is drawn as written and in order, with its loops", () => with_page("incidence", { ...motor, check: { ...motor.check, incidence } }, {}, async (page) => {
    const pictures = page.locator("svg.incidence");
    assert.equal(await pictures.count(), 2);
    const entries = await pictures.evaluateAll((all) => all.map((one) => [...one.querySelectorAll(".entries")].map((path) => path.getAttribute("d")).join("").split("M").length - 1));
    assert.deepEqual(entries, [7, 7]);
    assert.equal(await pictures.nth(0).locator(".loop").count(), 0);
    const loop = await pictures.nth(1).locator(".loop").evaluate((one) => ["x", "y", "width", "height"].map((name) => Number(one.getAttribute(name))));
    assert.deepEqual(loop, [2, 2, 2, 2]);
    assert.match(await page.locator("#model").innerText(), /there is one of 2 equations/);
    await pictures.nth(1).screenshot({ path: path.join(dist, "incidence.png") });
  }));
  await test("browser: a structure that was left out is told", () => with_page("left_out", { ...motor, structure: { rows: [], known: [], left_out: 123456 } }, {}, async (page) => {
    assert.match(await page.locator("#model").innerText(), /123.456 dependencies/);
    assert.equal(await page.locator(".structure").count(), 0);
  }));
}

async function large_tests(with_page, dist) {
  await test("browser: some hundred variables are piled dots, and the one pointed at shows its bracket", () => with_page("medium", large_report(150, 500), {}, async (page) => {
    assert.equal(await page.locator("#spectrum svg.plot").getAttribute("data-mode"), "dots");
    assert.equal(await page.locator("#spectrum svg.plot .marker").count(), 150);
    assert.equal(await page.locator("#spectrum .marker.inexact").count(), 13);
    const { cx, cy } = await middle(page.locator("#spectrum .marker.inexact").first());
    await page.mouse.move(cx, cy);
    assert.match(await tooltip(page), /proven between/);
    assert.equal(await page.locator('#spectrum .bracket[visibility="visible"]').count(), 1);
  }));
  for (const [states, scale] of [[650, 2], [1500, 1]]) {
    await test(`browser: the map of ${states} states has a colour for every gap (${scale * scale} device pixels a point)`, () => with_page("some_hundred", large_report(states, 500), { scale }, async (page) => {
      const blank = await page.locator("#map canvas").evaluate((canvas) => {
        const context = canvas.getContext("2d");
        const ratio = canvas.width / canvas.clientWidth;
        const row = context.getImageData(Math.ceil(72 * ratio), Math.round(40 * ratio), canvas.width - Math.ceil(90 * ratio), 1).data;
        let count = 0;
        for (let i = 3; i < row.length; i += 4) count += row[i] === 0 ? 1 : 0;
        return { count, of: row.length / 4 };
      });
      assert.ok(blank.count < 0.02 * blank.of, `${blank.count} of ${blank.of} pixels are blank`);
    }));
  }
  const large = large_report();
  await test("browser: 100 000 variables and points stay readable and quick", () => with_page("large", large, {}, async (page) => {
    const ready = await page.evaluate(() => performance.now() - performance.getEntriesByType("navigation")[0].responseEnd);
    const slide = await page.evaluate(async () => {
      const slider = document.querySelector("#alpha-spectrum");
      const begin = performance.now();
      for (const value of ["0", "3", "6", "4"]) {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
      return (performance.now() - begin) / 4;
    });
    console.log(`      100 000 variables: page ready after ${(ready / 1000).toFixed(1)} s, alpha ${slide.toFixed(0)} ms per move`);
    assert.ok(slide < 1500, `${slide} ms`);
    assert.equal(await page.locator("#spectrum svg.plot").getAttribute("data-mode"), "density");
    assert.ok(await page.locator("#spectrum svg.plot *").count() < 2000, "binned, not one element per variable");
    await page.screenshot({ path: path.join(dist, "large-light-1200.png"), fullPage: true });
    const bar = await middle(page.locator("#spectrum .bar.fast").nth(20));
    await page.mouse.move(bar.cx, bar.cy);
    assert.match(await tooltip(page), /variables[\s\S]*time scale/);
    const canvas = page.locator(".panel canvas").first();
    await canvas.scrollIntoViewIfNeeded();
    await page.waitForTimeout(400);
    const milliseconds = await page.evaluate(async () => {
      const node = document.querySelector(".panel canvas");
      node.focus();
      const begin = performance.now();
      for (let i = 0; i < 10; i++) {
        node.dispatchEvent(new KeyboardEvent("keydown", { key: i < 5 ? "+" : "-", bubbles: true }));
        await new Promise(requestAnimationFrame);
        await new Promise(requestAnimationFrame);
      }
      return (performance.now() - begin) / 10;
    });
    console.log(`      zooming 100 000 points: ${milliseconds.toFixed(1)} ms per change`);
    assert.ok(milliseconds < 300, `${milliseconds} ms`);
    await page.locator(".variable-list summary").click();
    await page.locator(".variable-list input").fill("row[17].cell[9]");
    await page.waitForTimeout(300);
    assert.match(await page.locator(".variable-list .count").innerText(), /^\d+ variables?/);
  }));
}

/** A pendulum on a slider, in space: points fixed, on the slider and at the end of the rod. */
function pendulum() {
  const count = 41;
  const unit = 1e-4;
  const whole = (...place) => place.map((x) => Math.round(x / unit));
  const slider = [];
  const end = [];
  for (let i = 0; i < count; i++) {
    const phi = Math.cos((Math.PI * i) / 20);
    const s = 0.4 + 0.1 * Math.sin((Math.PI * i) / 20);
    slider.push(...whole(s, 0, 1));
    end.push(...whole(s + Math.sin(phi), 0, 1 - Math.cos(phi)));
  }
  return {
    run: "chosen: rosenbrock", dimensions: 3, up: [0, 0, 1], time: { start: 0, stop: 8, count }, unit, points: [whole(0, 0, 1), slider, end],
    lines: [{ name: "rail", a: 0, b: 1, rigid: false }, { name: "rod", a: 1, b: 2, rigid: true }],
    marks: [{ name: "pivot", at: 1, mass: 0 }, { name: "bob", at: 2, mass: 2.5 }], left_out: 0,
  };
}

async function motion_tests(with_page, dist, motor) {
  const swinging = { ...motor, motion: pendulum() };
  const state = (page) => page.locator(".motion").evaluate((box) => ({ time: Number(box.dataset.time), turn: Number(box.dataset.turn) }));
  const ink = (page) => page.locator(".motion canvas").evaluate((canvas) => {
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let sum = 0;
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 200 && data[i] < 60) { dark++; sum = (sum * 31 + i) % 1000003; }
    return { dark, sum };
  });
  await test("browser: a model without bodies has no section for motion", () => with_page("dc_motor", motor, {}, async (page) => {
    assert.equal(await page.locator("#motion").count(), 0);
  }));
  await test("browser: motion is drawn, and the slider moves it and the time in the trajectories", () => with_page("motion", swinging, {}, async (page) => {
    await page.locator("#motion").scrollIntoViewIfNeeded();
    const first = await ink(page);
    assert.ok(first.dark > 200, `${first.dark} dark pixels`);
    await page.locator(".motion input[type=range]").fill("3");
    await page.waitForTimeout(100);
    assert.equal((await state(page)).time, 3);
    assert.match(await page.locator(".motion .clock").innerText(), /3\u202fs/);
    assert.notEqual((await ink(page)).sum, first.sum);
    const lines = page.locator(".crosshair:not([hidden])");
    assert.equal(await lines.count(), await page.locator(".panels canvas").count());
    const at = await lines.first().evaluate((line) => parseFloat(line.style.left));
    await page.locator(".motion input[type=range]").fill("6");
    assert.ok((await lines.first().evaluate((line) => parseFloat(line.style.left))) > at + 20, "the time in the trajectories stands still");
    await page.locator("#motion").screenshot({ path: path.join(dist, "motion.png") });
  }));
  await test("browser: motion plays in real time, pauses, and stops at the end", () => with_page("motion", swinging, {}, async (page) => {
    await page.locator(".motion .play").click();
    await page.waitForTimeout(700);
    await page.locator(".motion .play").click();
    const { time } = await state(page);
    assert.ok(time > 0.3 && time < 3, `t = ${time} after 0.7 s`);
    await page.waitForTimeout(200);
    assert.equal((await state(page)).time, time);
    await page.locator(".motion select").selectOption({ label: "twice as fast" });
    await page.locator(".motion input[type=range]").fill("7.5");
    await page.locator(".motion .play").click();
    await page.waitForTimeout(900);
    assert.equal((await state(page)).time, 8);
    assert.equal(await page.locator(".motion .play").innerText(), "Play");
  }));
  await test("browser: dragging and arrows turn the motion, and back", () => with_page("motion", swinging, {}, async (page) => {
    await page.locator("#motion").scrollIntoViewIfNeeded();
    const before = await state(page);
    const box = await page.locator(".motion canvas").boundingBox();
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 250, box.y + 90);
    await page.mouse.up();
    await page.waitForTimeout(100);
    const after = await state(page);
    assert.ok(Math.abs(after.turn - before.turn + 1) < 1e-6, `${before.turn} to ${after.turn}`);
    await page.locator(".motion canvas").press("ArrowRight");
    await page.waitForTimeout(100);
    assert.ok(Math.abs((await state(page)).turn - after.turn - 0.1) < 1e-9);
    await page.getByRole("button", { name: "first view" }).click();
    await page.waitForTimeout(100);
    assert.equal((await state(page)).turn, before.turn);
  }));
  await test("browser: the pointer finds the names of bodies", () => with_page("motion", swinging, {}, async (page) => {
    await page.locator("#motion").scrollIntoViewIfNeeded();
    const box = await page.locator(".motion canvas").boundingBox();
    const names = new Set();
    for (let x = -240; x <= 240; x += 16) {
      for (let y = -200; y <= 200; y += 16) {
        await page.mouse.move(box.x + box.width / 2 + x, box.y + box.height / 2 + y);
        const tip = page.locator(".tooltip:not([hidden]) strong");
        if ((await tip.count()) > 0) names.add(await tip.innerText());
      }
    }
    assert.ok(names.has("rod") && names.has("rail") && names.has("bob, 2.5\u202fkg"), [...names].join(" "));
  }));
  await test("browser: motion that points nowhere is refused with a note, and the page stands", () => {
    const broken = { ...motor, motion: { ...pendulum(), lines: [{ name: "rod", a: 1, b: 9 }] } };
    return with_page("motion", broken, {}, async (page) => {
      assert.equal(await page.locator("#motion").count(), 0);
      assert.match(await page.locator("main").innerText(), /motion of the bodies does not follow/);
    });
  });
  for (const width of [1200, 480]) {
    await test(`browser: motion at ${width} px does not overflow`, () => with_page("motion", swinging, { width, scheme: "dark" }, async (page) => {
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0);
    }));
  }
}

async function pictures(with_page, dist, motor, exchanger) {
  for (const [name, data] of [["dc_motor", motor], ["heat_exchanger", exchanger]]) {
    for (const scheme of ["light", "dark"]) {
      for (const width of [1200, 480]) {
        await test(`browser: ${name} ${scheme} at ${width} px does not overflow`, () => with_page(name, data, { scheme, width }, async (page) => {
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
          assert.equal(overflow, 0);
          await page.screenshot({ path: path.join(dist, `${name}-${scheme}-${width}.png`), fullPage: true });
        }));
      }
    }
  }
  await test("browser: a dark page prints in light colours", () => with_page("dc_motor", motor, { scheme: "dark" }, async (page) => {
    const colours = await page.evaluate(() => {
      const ink = () => getComputedStyle(document.documentElement).getPropertyValue("--ink").trim();
      const before = ink();
      window.dispatchEvent(new Event("beforeprint"));
      const during = ink();
      window.dispatchEvent(new Event("afterprint"));
      return [before, during, ink()];
    });
    assert.notEqual(colours[0], colours[1]);
    assert.equal(colours[0], colours[2]);
    await page.pdf({ path: path.join(dist, "dc_motor.pdf"), format: "A4", printBackground: true, margin: { top: "15mm", bottom: "15mm", left: "14mm", right: "14mm" } });
  }));
}
