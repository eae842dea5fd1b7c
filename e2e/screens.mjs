// Takes a picture of every state at both sizes, light and dark, into ./screens: to be looked at.

import { chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { desk, launchOptions, phone } from "./chromium.mjs";
import { Player, expect } from "./player.mjs";
import { emptyData, open, start } from "./shop.mjs";

const out = path.resolve("screens");

/** The picture is taken when what moves has come to rest. */
const REST_MS = 900;

/**
 * @param {import("@playwright/test").Browser} browser
 * @param {string} dealt
 * @param {{ size: string, viewport: { width: number, height: number }, colorScheme: "light" | "dark" }} how
 */
async function takeAll(browser, dealt, { size, viewport, colorScheme }) {
  const shop = await open(dealt);
  const touch = size === "phone";
  const context = await browser.newContext({
    viewport,
    colorScheme,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: touch ? 2 : 1,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
  });
  const page = await context.newPage();
  const player = new Player(page, shop.url);
  /** @param {string} name */
  const take = async (name) => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(REST_MS);
    await page.screenshot({ path: path.join(out, `${name}-${size}-${colorScheme}.png`) });
  };
  await player.enter();
  await player.visit();
  await take("before");
  await page.screenshot({ path: path.join(out, `page-${size}-${colorScheme}.png`), fullPage: true });
  await player.playUntil(false);
  await take("loss");
  await player.again.click();
  await player.playUntil(true);
  await take("win");
  await player.again.click();
  await player.buyWithJouer();
  for (const number of [1, 2, 3, 4, 6, 7, 9, 10, 12]) await player.tile(number).click();
  await take("during");
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByRole("link", { name: "Reprendre" })).toBeVisible();
  await take("history");
  await page.getByRole("link", { name: /^Revoir/ }).first().click();
  await expect(page.getByText("Relecture", { exact: true })).toBeVisible();
  await take("replay");
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(page.getByText(/^Tout concorde/)).toBeVisible();
  await take("verification");
  await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
  await player.settled();
  await take("demonstration-before");
  await page.getByRole("button", { name: "Essayer" }).click();
  for (const number of [1, 2, 3, 5, 8, 9, 12, 14, 17]) await player.tile(number).click();
  await take("demonstration-during");
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  await take("demonstration-end");
  await context.close();
  await shop.remove();
}

await mkdir(out, { recursive: true });
const dealing = await start({ data: await emptyData() });
await dealing.stop();
const browser = await chromium.launch(launchOptions);
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  await takeAll(browser, dealing.data, { size: "phone", viewport: phone, colorScheme });
  await takeAll(browser, dealing.data, { size: "desk", viewport: desk, colorScheme });
}
await browser.close();
await dealing.remove();
console.log(`pictures in ${out}`);
