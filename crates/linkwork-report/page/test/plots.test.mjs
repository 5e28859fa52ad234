// Plots show first what the model is about, with quantities and units, without round-off, and with all peaks of the
// results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, seek, state, withPage } from "./browser.mjs";

const results = (name) => join(process.env.REPORTS, name);
const report = (name) => join(results(name), "report.html");
const STILL = { reducedMotion: "reduce" };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** The least and the largest value of every column of a trajectory. */
function spans(name) {
  const [head, ...rows] = readFileSync(join(results(name), "trajectory.csv"), "utf8").trim().split("\n");
  const found = head.split(",").map((column) => ({ column, low: Infinity, high: -Infinity }));
  for (const row of rows) {
    row.split(",").forEach((text, k) => {
      found[k].low = Math.min(found[k].low, Number(text));
      found[k].high = Math.max(found[k].high, Number(text));
    });
  }
  return { rows: rows.length, found };
}

test("thinned plots have the peaks of every column of the results", () =>
  withPage(browser, report("many-rows"), STILL, async (page) => {
    const { rows, found } = spans("many-rows");
    assert.ok(rows > 20_000);
    assert.match(await page.textContent("#thinned"), /least and the largest value of every \d+ of 2\d,\d+ rows/);
    const columns = found.map(({ column }) => column).filter((column) => column !== "time");
    const shown = await page.evaluate((all) => all.map(window.linkwork.span), columns);
    found.slice(1).forEach(({ column, low, high }, k) => {
      const near = (a, b) => Math.abs(a - b) <= 1e-7 * Math.abs(b);
      assert.ok(near(shown[k][0], low) && near(shown[k][1], high), `${column}: ${shown[k]}, not ${low} to ${high}`);
    });
  }));

for (const [name, first, others] of [
  ["slider-crank", [/^crank\.(drive|tz)$/], [/^guide\.q$/]],
  ["four-bar", [/^[CD]\.q$/, /^[CD]\.q$/], [/^A\.q$/, /^rocker\.x$/]],
  ["hmmwv", [/^(upper|lower)_pivot_f[lr]\.q$/], [/^rack_guide\.(q|drive)$/]],
  ["doubtful", [/^[abc]\.f[xy]$/], []],
  ["one-row", [/^energy\.|\.f[xyz]$/], []],
]) {
  test(`the first plots of ${name} are what the model is about, without columns of nothing`, () =>
    withPage(browser, report(name), STILL, async (page) => {
      const { plots } = await state(page);
      first.forEach((pattern, k) => assert.match(plots[0].columns[k] ?? "none", pattern));
      const all = plots.flatMap((plot) => plot.columns);
      others.forEach((pattern) => assert.ok(all.some((column) => pattern.test(column)), `${pattern}: ${all}`));
      const { found } = spans(name);
      const size = (column) => found.filter((f) => f.column === column).map(({ low, high }) => Math.max(-low, high))[0];
      all.forEach((column) => assert.ok(size(column) > 1e-9, `${column} is nothing`));
    }));
}

test("plots tell time, quantity and unit, and legends have no round-off", () =>
  withPage(browser, report("slider-crank"), STILL, async (page) => {
    await seek(page, 0.3);
    await page.click(".choose >> nth=0");
    // The slider's height and its rate are nothing but round-off; the guide has travel, the crank angles.
    for (const name of ["slider.y", "slider.vy", "guide.q", "guide.qd"]) {
      await page.fill("#picker input", name);
      await page.click(`#picker button[aria-label="${name}"]`);
    }
    await page.keyboard.press("Escape");
    const { plots } = await state(page);
    assert.deepEqual(plots[0].labels.slice(0, 2), ["time (s)", "torque (N·m)"]);
    assert.equal(plots[0].labels[2], "position, travel (m); velocity (m/s)");
    assert.deepEqual(plots[0].values.slice(1, 3), ["0 m", "0 m/s"]);
    assert.match(plots[0].values[3], /^−?[\d.]+ m$/);
    for (const { values } of plots) assert.ok(values.every((text) => !/e−(1[2-9]|[2-9]\d)/.test(text)), values.join());
    assert.deepEqual(
      plots.slice(1).map((plot) => plot.labels[1]),
      ["angle (rad)", "travel (m)", "angle (rad)"],
    );
  }));

test("the way along a curve is a length", () =>
  withPage(browser, report("manual-point_curve-1"), STILL, async (page) => {
    const { plots } = await state(page);
    const plot = plots.find(({ columns }) => columns.includes("contact.q"));
    assert.ok(plot.labels.some((label) => label.includes("length (m)")), plot.labels.join());
  }));
