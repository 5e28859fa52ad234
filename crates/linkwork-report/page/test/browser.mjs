// A headless Chromium without a graphics card, and what tests ask of a page in it.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];

export async function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** Opens a report from disk, does something with it, and holds that nothing went wrong and nothing was fetched. */
export function withPage(browser, file, options, work) {
  return withAddress(browser, pathToFileURL(file).href, () => false, options, work);
}

/** The same for any address; `isOwn` tells which requests a page may make. */
export async function withAddress(browser, address, isOwn, options, work) {
  const context = await browser.newContext({ viewport: { width: 1200, height: 800 }, ...options });
  const page = await context.newPage();
  const [complaints, requests] = [[], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.stack));
  page.on("dialog", (dialog) => complaints.push(`dialog: ${dialog.message()}`));
  const isAllowed = (url) => url === address || isOwn(url) || /^(data|blob):/.test(url);
  page.on("request", (request) => isAllowed(request.url()) || requests.push(request.url()));
  await page.goto(address);
  await page.waitForFunction(() => window.linkwork?.state().frames > 0, null, { timeout: 30_000 });
  await work(page);
  assert.deepEqual(requests, [], "requests");
  // Software rendering is slow to read back and says so; that is no fault of the page.
  assert.deepEqual(
    complaints.filter((text) => !/GPU stall due to ReadPixels/.test(text)),
    [],
    "complaints",
  );
  await context.close();
}

export const state = (page) => page.evaluate(() => window.linkwork.state());

/** Goes to a share of the whole time and waits for the picture. */
export async function seek(page, share) {
  await page.evaluate((u) => {
    const { start, end } = window.linkwork.state();
    window.linkwork.pause();
    window.linkwork.seek(start + u * (end - start));
    window.linkwork.draw();
  }, share);
}

/** The picture, small, as numbers; read in the same task in which it is drawn, since it is gone afterwards. */
export async function picture(page) {
  return page.evaluate(() => {
    window.linkwork.draw();
    const small = Object.assign(document.createElement("canvas"), { width: 180, height: 120 });
    const context = small.getContext("2d");
    context.drawImage(document.getElementById("canvas"), 0, 0, 180, 120);
    return Array.from(context.getImageData(0, 0, 180, 120).data);
  });
}

/** The share of points in which two pictures differ visibly. */
export function difference(a, b) {
  let n = 0;
  for (let k = 0; k < a.length; k += 4) {
    const d = Math.abs(a[k] - b[k]) + Math.abs(a[k + 1] - b[k + 1]) + Math.abs(a[k + 2] - b[k + 2]);
    if (d > 40) n += 1;
  }
  return n / (a.length / 4);
}

/** The share of points that are far from the commonest colour, the background. */
export function content(a) {
  const counts = new Map();
  const key = (k) => (a[k] << 16) | (a[k + 1] << 8) | a[k + 2];
  for (let k = 0; k < a.length; k += 4) counts.set(key(k), (counts.get(key(k)) ?? 0) + 1);
  const back = [...counts].sort((x, y) => y[1] - x[1])[0][0];
  const plain = new Array(a.length)
    .fill(0)
    .map((_, k) => [(back >> 16) & 255, (back >> 8) & 255, back & 255, 255][k % 4]);
  return difference(a, plain);
}
