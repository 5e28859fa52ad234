// Mechanisms look like what they are: the examples of the manual, run by scripts/test-page.sh.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { difference, launch, picture, seek, state, withPage } from "./browser.mjs";

const report = (name) => join(process.env.REPORTS, name, "report.html");
const STILL = { reducedMotion: "reduce" };
const examples = readdirSync(process.env.REPORTS).filter((name) => /^manual-.*\d$/.test(name));
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("no example of the manual leaves the frame", async () => {
  assert.ok(examples.length >= 20, `${examples.length}`);
  for (const name of examples)
    await withPage(browser, report(name), STILL, async (page) => {
      for (const share of [0, 0.25, 0.5, 0.75, 1]) {
        await seek(page, share);
        const reach = await page.evaluate(() => window.linkwork.reach());
        assert.ok(reach < 1, `${name} reaches ${reach} at ${share}`);
        assert.ok(reach > 0.1, `${name} is a dot of ${reach} at ${share}`);
      }
    });
});

test("the rod of a distance joint is drawn from point to point", () =>
  withPage(browser, report("manual-distance-1"), STILL, async (page) => {
    const lengths = [];
    for (const share of [0, 1]) {
      await seek(page, share);
      const [[from, to]] = await page.evaluate(() => window.linkwork.rods());
      assert.deepEqual(from, [0, 0, 0]);
      lengths.push(Math.hypot(...to));
    }
    // The crane draws in its rope from 1 m to 0.6 m.
    assert.ok(Math.abs(lengths[0] - 1) < 1e-5 && Math.abs(lengths[1] - 0.6) < 1e-5, `${lengths}`);
  }));

test("the rope of a rack hangs from the rim of its pinion", () =>
  withPage(browser, report("manual-rack_pinion-1"), STILL, async (page) => {
    await seek(page, 0.5);
    const [[from, to]] = await page.evaluate(() => window.linkwork.rods());
    assert.ok(Math.abs(from[0] - 0.1) < 1e-5 && Math.abs(from[1]) < 1e-5, `${from}`);
    assert.ok(Math.abs(to[0] - 0.1) < 1e-5 && to[1] < -1, `${to}`);
  }));

test("the bouncing ball moves, and the camera does not", () =>
  withPage(browser, report("manual-forces-6"), STILL, async (page) => {
    await seek(page, 0);
    const [first, was] = [await picture(page), await state(page)];
    await seek(page, 0.15);
    const [later, now] = [await picture(page), await state(page)];
    assert.deepEqual(now.camera, was.camera);
    assert.ok(difference(first, later) > 0.005, `still: ${difference(first, later)}`);
  }));
