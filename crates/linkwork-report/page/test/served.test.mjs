// Pages beyond that of one run: several runs on top of one another, and a run that goes on, served by the program (LINKWORK).
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { content, difference, launch, picture, seek, state, withAddress, withPage } from "./browser.mjs";

const STILL = { reducedMotion: "reduce" };
let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("several runs share the picture and the plots", () =>
  withPage(browser, join(process.env.REPORTS, "both.html"), STILL, async (page) => {
    assert.equal(await page.locator("#run-key li").count(), 2);
    const labels = await page.locator(".plot").first().locator(".legend li span").allTextContents();
    assert.ok(labels.some((text) => text.endsWith("· four-bar")) && labels.some((text) => text.endsWith("· coarse")), labels.join());
    const heads = await page.locator("#summary th[scope=col]").allTextContents();
    assert.deepEqual([...new Set(heads)], ["four-bar", "coarse"]);
    await seek(page, 0.9);
    const both = await picture(page);
    // Another run in the same place is still another picture.
    assert.ok(content(both) > 0.01 && content(both) < 0.7);
  }));

test("a run that goes on is followed until the user looks back", async () => {
  // Longer than the test, on any machine.
  const program = spawn(process.env.LINKWORK, ["view", "--no-open", "--live", "hmmwv", "--end", "2000"], { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(program.stdout, "data");
    const address = String(line).trim();
    await withAddress(browser, address, (url) => url.startsWith(`${address}rows?`), STILL, async (page) => {
      const grown = (end) => page.waitForFunction((e) => window.linkwork.state().end > e, end, { timeout: 30_000 });
      // It begins when the page is open: at first there is one row.
      await grown(0);
      const first = await state(page);
      await grown(first.end);
      const later = await state(page);
      assert.equal(later.time, later.end);
      const [now, range] = [await picture(page), later.plots[0].range];
      assert.ok(later.plots.some((plot) => plot.columns.includes("upper_pivot_fl.q")), "what moves is shown as soon as it does");
      assert.ok(content(now) > 0.01 && range[1] > first.plots[0].range[1], `${range}`);
      await seek(page, 0);
      assert.ok(difference(now, await picture(page)) > 0.0005);
      const past = await state(page);
      await grown(past.end);
      assert.equal((await state(page)).time, past.time);
    });
  } finally {
    const ended = once(program, "exit");
    program.kill("SIGINT");
    assert.equal((await ended)[0], 0);
  }
});
