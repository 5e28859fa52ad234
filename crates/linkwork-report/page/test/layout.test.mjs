// Where things are on the page: nothing covers anything, in any window and wherever one scrolls to; trouble is told
// at the head.
import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { launch, seek, withPage } from "./browser.mjs";

const report = (name) => join(process.env.REPORTS, name, "report.html");
const STILL = { reducedMotion: "reduce" };
const SMALL = { width: 900, height: 600 };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

/** Parts of the page that must not share a place, within each group. */
const GROUPS = [
  ".top, .stage, .plot, #add-plot, #warnings, #audit, #summary, footer",
  ".heading, .actions, #verdict",
  "#view, .transport, #thinned",
  ".transport > *",
  ".tools > *, #triad, .measures, #run-key",
  ".legend li",
];

/** What covers what, and what sticks out. */
function faults(groups) {
  const found = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) found.push(`as wide as ${scrollWidth}`);
  for (const group of groups) {
    const boxes = [...document.querySelectorAll(group)]
      .map((e) => [e, e.getBoundingClientRect()])
      .filter(([, b]) => b.width > 0 && b.height > 0);
    boxes.forEach(([e, a], k) =>
      boxes.slice(k + 1).forEach(([f, b]) => {
        const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (across > 1 && down > 1) found.push(`${e.id || e.className} on ${f.id || f.className} at ${scrollY}`);
      }),
    );
  }
  return found;
}

for (const [width, height] of [
  [390, 844],
  [900, 600],
  [1024, 768],
  [1280, 720],
  [1400, 900],
  [1920, 1080],
]) {
  for (const name of ["hmmwv", "failing"]) {
    test(`the picture covers nothing of ${name} at ${width} by ${height}, wherever the page is scrolled to`, () =>
      withPage(browser, report(name), { ...STILL, viewport: { width, height } }, async (page) => {
        await seek(page, 0.5);
        // The controls of the picture are in sight without scrolling.
        const bar = await page.locator(".transport").boundingBox();
        assert.ok(bar.y + bar.height <= height + 1, `${bar.y + bar.height}`);
        for (const key of ["r", "m"]) await page.keyboard.press(key);
        for (const share of [0, 0.25, 0.5, 0.75, 1]) {
          await page.evaluate((u) => scrollTo(0, u * (document.documentElement.scrollHeight - innerHeight)), share);
          await page.evaluate(() => new Promise(requestAnimationFrame));
          assert.deepEqual(await page.evaluate(faults, GROUPS), []);
        }
        // What a warning says can be read: nothing lies over it.
        const warnings = page.locator("#warnings li");
        for (let k = 0; k < (await warnings.count()); k++) await warnings.nth(k).click({ trial: true });
      }));
  }
}

/** The contrast of a text with its background (WCAG 2). */
function contrast(element) {
  const light = (color) => {
    const linear = (x) => (x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    const [r, g, b] = color.match(/[\d.]+/g).map((x) => linear(x / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const { color, backgroundColor } = getComputedStyle(element);
  const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

for (const colorScheme of ["light", "dark"]) {
  for (const [name, words] of [
    ["failing", /^Failed at 0\.1\d* s: .{10,}/],
    ["doubtful", /^Doubtful: joints 'a', 'b', 'c' are taut/],
  ]) {
    test(`a ${name} run says so without scrolling, in ${colorScheme}`, () =>
      withPage(browser, report(name), { ...STILL, colorScheme, viewport: SMALL }, async (page) => {
        const verdict = page.locator("#verdict a");
        assert.match(await verdict.textContent(), words);
        const box = await verdict.boundingBox();
        assert.ok(box.y >= 0 && box.y + box.height < 200 && box.height > 15, JSON.stringify(box));
        assert.ok((await verdict.evaluate(contrast)) > 4.5, `${await verdict.evaluate(contrast)}`);
        await verdict.click();
        assert.ok(await page.locator("#warnings").evaluate((e) => e.getBoundingClientRect().top < innerHeight));
      }));
  }
}

test("a run that only has redundant equations is not doubtful", () =>
  withPage(browser, report("four-bar"), STILL, async (page) => {
    assert.ok(await page.locator("#warnings").isVisible());
    assert.equal(await page.textContent("#verdict"), "");
  }));
