// The report page in a real browser: it opens from disk, moves, answers mouse and keys, and fits windows of any size.
// REPORTS is a folder with a results folder for each model, as scripts/test-page.sh makes them.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { content, difference, launch, picture, seek, state, withPage } from "./browser.mjs";

const report = (name) => join(process.env.REPORTS, name, "report.html");
// A page that plays would take the processor from the tests that look at still pictures.
const STILL = { reducedMotion: "reduce" };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const name of ["four-bar", "andrews", "hmmwv", "chain16-spatial", "bricard", "track"]) {
  test(`${name} is drawn and moves`, () =>
    withPage(browser, report(name), STILL, async (page) => {
      await seek(page, 0);
      const [first, pose] = [await picture(page), (await state(page)).pose];
      await seek(page, 0.37);
      const [later, moved] = [await picture(page), (await state(page)).pose];
      assert.ok(content(first) > 0.01, `blank: ${content(first)}`);
      assert.ok(content(first) < 0.7, `too near: ${content(first)}`);
      assert.ok(difference(first, later) > 0.001, `still: ${difference(first, later)}`);
      assert.ok(pose.some((x, k) => Math.abs(x - moved[k]) > 1e-4));
    }));
}

test("the animation runs, pauses, and then nothing is drawn", () =>
  withPage(browser, report("four-bar"), {}, async (page) => {
    const first = await state(page);
    assert.ok(first.playing);
    await page.waitForFunction((t) => window.linkwork.state().time > t + 0.1, first.time);
    assert.ok((await state(page)).frames > first.frames);
    await page.click("#play-button");
    assert.equal((await state(page)).playing, false);
    await page.waitForTimeout(300);
    const paused = await state(page);
    await page.waitForTimeout(400);
    const later = await state(page);
    assert.deepEqual([later.time, later.frames], [paused.time, paused.frames]);
  }));

test("scrubbing moves the mechanism and the cursor of the plots", () =>
  withPage(browser, report("four-bar"), STILL, async (page) => {
    await seek(page, 0);
    const [was, values] = [await state(page), (await state(page)).plots[0].values];
    const marker = () =>
      page
        .locator(".marker")
        .first()
        .evaluate((m) => m.getBoundingClientRect().x);
    const x = await marker();
    const box = await page.locator("#scrub").boundingBox();
    await page.mouse.click(box.x + 0.6 * box.width, box.y + box.height / 2);
    await page.evaluate(() => window.linkwork.draw());
    const now = await state(page);
    assert.ok(Math.abs(now.time - 0.6 * now.end) < 0.05 * now.end, `${now.time} of ${now.end}`);
    assert.ok(now.pose.some((p, k) => Math.abs(p - was.pose[k]) > 1e-3));
    assert.notDeepEqual(now.plots[0].values, values);
    assert.ok((await marker()) > x + 50);
  }));

test("plots zoom by dragging, set the time by clicking, and take any column", () =>
  withPage(browser, report("four-bar"), STILL, async (page) => {
    await seek(page, 0);
    const box = await page.locator(".u-over").first().boundingBox();
    const at = (share) => [box.x + share * box.width, box.y + box.height / 2];
    await page.mouse.click(...at(0.5));
    const clicked = await state(page);
    assert.ok(Math.abs(clicked.time - 0.5 * clicked.end) < 0.02 * clicked.end, `${clicked.time}`);
    await page.mouse.move(...at(0.2));
    await page.mouse.down();
    await page.mouse.move(...at(0.4), { steps: 5 });
    await page.mouse.up();
    const [low, high] = (await state(page)).plots[0].range;
    assert.ok(low > 0.15 * clicked.end && high < 0.45 * clicked.end, `${low} ${high}`);
    await page.click(".choose >> nth=0");
    await page.fill("#picker input", "crank.vx");
    await page.click('#picker button[aria-label="crank.vx"]');
    await page.keyboard.press("Escape");
    const [first] = (await state(page)).plots;
    assert.ok(first.columns.includes("crank.vx"));
    assert.match(first.values[first.values.length - 1], /\d/);
  }));

test("keys do what the help says", () =>
  withPage(browser, report("four-bar"), {}, async (page) => {
    const press = async (key) => {
      await page.keyboard.press(key);
      return state(page);
    };
    assert.equal((await press("Space")).playing, false);
    assert.equal((await press("Space")).playing, true);
    const { end, speed } = await press("End");
    assert.equal((await state(page)).time, end);
    assert.equal((await press("Home")).time, 0);
    assert.ok(Math.abs((await press("ArrowRight")).time - 0.01 * end) < 1e-9);
    assert.equal((await press("ArrowLeft")).time, 0);
    assert.ok((await press("+")).speed > speed);
    assert.equal((await press("-")).speed, speed);
    assert.equal((await press("t")).traces, 1);
    assert.equal((await press("t")).traces, 0);
    assert.equal((await press("r")).shown.reactions, true);
    await press("?");
    assert.ok(await page.locator("#help[open]").isVisible());
    await press("Escape");
    const fitted = (await press("f")).camera;
    const view = await page.locator("#canvas").boundingBox();
    await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
    await page.mouse.wheel(0, -600);
    await page.waitForTimeout(200);
    assert.notDeepEqual((await state(page)).camera, fitted);
    assert.deepEqual(
      (await press("f")).camera.map((x) => x.toFixed(6)),
      fitted.map((x) => x.toFixed(6)),
    );
  }));

test("every layer can be shown, bodies followed and traced, names found by pointing", () =>
  withPage(browser, report("hmmwv"), STILL, async (page) => {
    await seek(page, 0.1);
    const plain = await picture(page);
    await page.click("#show-menu summary");
    for (const layer of ["names", "axes", "reactions", "loads", "weights"]) await page.check(`[data-layer=${layer}]`);
    assert.ok(difference(plain, await picture(page)) > 0.003);
    assert.ok((await page.locator(".tag:visible").count()) > 3);
    await page.click("#trace-menu summary");
    await page.selectOption("#trace", { index: 3 });
    assert.equal(await page.locator("#trace-list li").count(), 1);
    await page.click("#camera-menu summary");
    await page.selectOption("#follow", { label: "chassis" });
    await page.keyboard.press("Escape");
    const view = await page.locator("#canvas").boundingBox();
    await page.mouse.move(view.x + view.width / 2, view.y + view.height / 2);
    await page.waitForFunction(() => !document.getElementById("hover").hidden);
    assert.match(await page.textContent("#hover"), /chassis/);
  }));

test("moments of a motor and of guides are curved arrows, and joints tell how large they are", () =>
  withPage(browser, report("slider-crank"), STILL, async (page) => {
    await seek(page, 0.6);
    const plain = await picture(page);
    const { calls } = (await state(page)).cost;
    await page.keyboard.press("m");
    assert.equal((await state(page)).shown.moments, true);
    assert.ok(difference(plain, await picture(page)) > 0.0005);
    assert.equal((await state(page)).cost.calls, calls + 1, "all of them are drawn at once");
    const spot = await page.evaluate(() => window.linkwork.spot("crank"));
    await page.mouse.move(spot.x, spot.y);
    await page.waitForFunction(() => !document.getElementById("hover").hidden);
    assert.match(await page.textContent("#hover"), /driven · ground – crank · [\d.]+ N · [\d.]+ N·m/);
  }));

test("the axes of the world have letters, lengths a scale, arrows a key", async () => {
  await withPage(browser, report("slider-crank"), STILL, async (page) => {
    await seek(page, 0.2);
    const at = await page
      .locator("#triad text")
      .evaluateAll((all) => all.map((t) => [t.textContent, ...["x", "y"].map((a) => Math.round(t.getAttribute(a)))]));
    assert.deepEqual(at.sort(), [["x", 40, 0], ["y", 0, -40]]);
    // The crank is 0.3 m long, and so are as many pixels of the bar.
    const [crank, pin] = await page.evaluate(() => ["crank", "crankpin"].map(window.linkwork.spot));
    const pixels = Math.hypot(crank.x - pin.x, crank.y - pin.y) / 0.3;
    const [, length, unit] = /([\d.]+) (m|mm)$/.exec(await page.textContent("#scale"));
    const bar = (await page.locator("#scale .bar").boundingBox()).width;
    const metres = length * { m: 1, mm: 1e-3 }[unit];
    assert.ok(Math.abs(bar / metres / pixels - 1) < 0.02, `${bar} for ${metres} m, ${pixels} a metre`);
    assert.ok(await page.locator("#arrow-key").isHidden());
    for (const key of ["r", "m"]) await page.keyboard.press(key);
    await page.evaluate(() => window.linkwork.draw());
    assert.match(await page.textContent("#arrow-key"), /Forces of joints.*Moments of joints.*\d N .*\d N·m/);
  });
  await withPage(browser, report("four-bar"), STILL, async (page) => {
    assert.deepEqual((await page.locator("#triad text").allTextContents()).sort(), ["x", "y", "z"]);
    assert.match(await page.textContent("#scale"), /grid [\d.]+ m/);
    const before = await page.locator("#triad").innerHTML();
    await page.click("#camera-menu summary");
    await page.click("text=Above");
    await page.evaluate(() => window.linkwork.draw());
    assert.notEqual(await page.locator("#triad").innerHTML(), before, "they turn with the camera");
  });
});

test("shapes that cannot be drawn are counted", () =>
  withPage(browser, report("hostile"), STILL, async (page) => {
    assert.match(await page.textContent("#thinned"), /1 of the model's shapes is not drawn/);
  }));

/** On a machine with a graphics card this is what a picture costs; here, tests share the processor with the drawing. */
test("a thousand links take few draw calls and little script", () =>
  withPage(browser, report("links"), {}, async (page) => {
    await page.waitForFunction((n) => window.linkwork.state().frames > n, 30 + (await state(page)).frames);
    const { calls, triangles, script } = (await state(page)).cost;
    assert.ok(calls < 20, `${calls} draw calls`);
    assert.ok(triangles < 30_000, `${triangles} triangles`);
    assert.ok(script < 12, `${script} ms of script for a picture`);
  }));

test("light and dark follow the system and the user", () =>
  withPage(browser, report("andrews"), { ...STILL, colorScheme: "dark" }, async (page) => {
    await seek(page, 0.2);
    const dark = await picture(page);
    assert.equal((await state(page)).theme, "dark");
    await page.click("#theme-button");
    assert.equal((await state(page)).theme, "light");
    const light = await picture(page);
    assert.ok(light[0] > 200 && dark[0] < 60, `${light[0]} ${dark[0]}`);
    assert.ok(content(light) > 0.01 && content(dark) > 0.01);
  }));

test("one row, one body, no joints: still a page", async () => {
  await withPage(browser, report("one-row"), {}, async (page) => {
    assert.ok(content(await picture(page)) > 0.003);
    assert.equal((await state(page)).playing, false);
    assert.match(await page.textContent("#summary"), /Degrees of freedom/);
  });
  await withPage(browser, report("free-body"), STILL, async (page) => {
    assert.equal((await state(page)).playing, false, "who asked for less motion gets none unasked");
    await seek(page, 0.5);
    assert.ok(content(await picture(page)) > 0.01);
  });
});

/** Its residuals are as small as numbers get, and some of its columns are nothing but round-off. */
test("charts of values near zero are drawn", () =>
  withPage(browser, report("slider-crank"), STILL, async (page) => {
    await page.click(".choose >> nth=0");
    for (const name of ["slider.y", "slider.vy", "crank.alpha", "crank.qd"]) {
      await page.fill("#picker input", name);
      await page.click(`#picker button[aria-label="${name}"]`);
    }
    assert.equal((await state(page)).plots[0].values.length, 5);
    assert.equal(await page.locator("#audit .u-over").count(), 2);
  }));

test("names of the model are text, whatever is in them", () =>
  withPage(browser, report("hostile"), STILL, async (page) => {
    assert.match(await page.textContent("#title"), /<\/script>/);
    await page.click("#show-menu summary");
    await page.check("[data-layer=names]");
    await page.click(".choose >> nth=0");
    assert.equal(await page.locator("img").count(), 1, "only the page's own");
  }));

test("on paper there is a still picture, light, without buttons", () =>
  withPage(browser, report("four-bar"), { ...STILL, colorScheme: "dark" }, async (page) => {
    await seek(page, 0.3);
    await page.emulateMedia({ media: "print" });
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    assert.ok(await page.locator("#still").isVisible());
    assert.ok(await page.locator("#still").evaluate((image) => image.decode().then(() => image.naturalWidth > 100)));
    assert.equal(await page.locator("#canvas").isVisible(), false);
    assert.equal(await page.locator(".transport").isVisible(), false);
    assert.equal((await state(page)).theme, "light");
    assert.match(await page.textContent("#summary"), /four-bar|Formulation/);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    assert.equal((await state(page)).theme, "dark");
  }));
