// How fast the game's page is, on the real program and a real Chromium, as `cargo xtask bench web`
// runs it. What is not measured in milliseconds is asserted in the browser tests too.

import { chromium } from "@playwright/test";
import { desk, launchOptions, phone } from "./chromium.mjs";
import { Player, expect } from "./player.mjs";
import { emptyData, start } from "./shop.mjs";

/** How often each page is loaded, and how many units are uncovered. */
const LOADS = 7;
const UNITS = 4;

/** @typedef {{ name: string, unit: string, values: number[], take: "median" | "p95" | "most", bound: number }} Row */

/** @param {number[]} values @param {number} part */
function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)];
}

/** The figure that stands for a row. @param {Row} row */
const figure = ({ values, take }) => quantile(values, take === "median" ? 0.5 : take === "p95" ? 0.95 : 1);

/**
 * First loads, each in a browser without anything kept.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {{ width: number, height: number }} viewport
 */
async function load(browser, url, viewport) {
  const paints = [];
  const bytes = [];
  const shifts = [];
  for (let turn = 0; turn < LOADS; turn++) {
    const context = await browser.newContext({ viewport, locale: "fr-FR" });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    let transferred = 0;
    session.on("Network.loadingFinished", (event) => (transferred += event.encodedDataLength));
    await page.addInitScript(() => {
      const seen = /** @type {any} */ (window);
      seen.paint = seen.shift = 0;
      const watch = (/** @type {string} */ type, /** @type {(entry: any) => void} */ each) =>
        new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
      watch("largest-contentful-paint", (entry) => (seen.paint = entry.startTime));
      watch("layout-shift", (entry) => (seen.shift += entry.hadRecentInput ? 0 : entry.value));
    });
    await page.goto(`${url}/jeux/mots-croises`, { waitUntil: "networkidle" });
    paints.push(await page.evaluate(() => /** @type {any} */ (window).paint));
    shifts.push(await page.evaluate(() => /** @type {any} */ (window).shift));
    bytes.push(transferred);
    await context.close();
  }
  return { paints, bytes, shifts };
}

/**
 * From the press on a tile to the frame with its letter, and the frames while Auto runs.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {{ width: number, height: number }} viewport
 */
async function play(browser, url, viewport) {
  const page = await (await browser.newContext({ viewport, locale: "fr-FR" })).newPage();
  const player = new Player(page, url);
  await player.enter();
  await player.visit();
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    seen.presses = [];
    addEventListener("pointerdown", (event) => {
      if (!(event.target instanceof Element) || !event.target.closest("button[aria-label^='Zone']")) return;
      // The first task after the next frame: its letter has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => seen.presses.push(performance.now() - event.timeStamp);
        port2.postMessage(null);
      });
    }, { capture: true });
  });
  const gaps = [];
  for (let unit = 0; unit < UNITS; unit++) {
    await player.buyWithJouer();
    for (let number = 1; number <= 14; number++) await player.tile(number).click();
    await expect(player.result).toBeVisible();
    await player.again.click();
    await player.auto.click();
    await page.evaluate(() => {
      const seen = /** @type {any} */ (window);
      seen.frames = [];
      seen.watching = true;
      const frame = (/** @type {number} */ at) => {
        seen.frames.push(at);
        if (seen.watching) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    });
    await expect(player.result).toBeVisible({ timeout: 20_000 });
    const frames = await page.evaluate(() => {
      const seen = /** @type {any} */ (window);
      seen.watching = false;
      return /** @type {number[]} */ (seen.frames);
    });
    gaps.push(...frames.slice(1).map((at, index) => at - frames[index]));
    await player.again.click();
  }
  const presses = await page.evaluate(() => /** @type {number[]} */ (/** @type {any} */ (window).presses));
  await page.context().close();
  return { presses, gaps };
}

const shop = await start({ data: await emptyData() });
const browser = await chromium.launch(launchOptions);
/** @type {Row[]} */
const rows = [];
for (const [name, viewport] of Object.entries({ phone, desk })) {
  const { paints, bytes, shifts } = await load(browser, shop.url, viewport);
  const { presses, gaps } = await play(browser, shop.url, viewport);
  rows.push(
    { name: `${name}: largest paint`, unit: "ms", values: paints, take: "median", bound: 1_000 },
    { name: `${name}: press on a tile to its letter`, unit: "ms", values: presses, take: "median", bound: 50 },
    { name: `${name}: the same`, unit: "ms", values: presses, take: "p95", bound: 50 },
    { name: `${name}: gap between frames in Auto`, unit: "ms", values: gaps, take: "p95", bound: 20 },
    { name: `${name}: first load, transferred`, unit: "kB", values: bytes.map((count) => count / 1_000), take: "most", bound: 150 },
    { name: `${name}: layout shift`, unit: "", values: shifts, take: "most", bound: 0 },
  );
}
await browser.close();
await shop.remove();

const held = (/** @type {Row} */ row) => (row.name.includes("gap") || row.bound === 0 ? figure(row) <= row.bound : figure(row) < row.bound);
console.log(`${"".padEnd(40)}${"taken".padStart(8)}${"figure".padStart(12)}${"bound".padStart(10)}  of`);
for (const row of rows) {
  const shown = `${figure(row).toFixed(row.unit === "" ? 3 : 1)} ${row.unit}`.trim();
  const end = `${held(row) ? "" : "  MISSED"}`;
  console.log(`${row.name.padEnd(40)}${row.take.padStart(8)}${shown.padStart(12)}${String(row.bound).padStart(10)}  ${row.values.length}${end}`);
}
process.exitCode = rows.every(held) ? 0 : 1;
