// The page itself: accessibility, widths, weight, and what is covered before any module runs.

import { expectAccessible } from "../axe.mjs";
import { LOOKS, ONE_SIZE, Player, expect, test } from "../player.mjs";
import { expectNoScroll } from "../width.mjs";

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no axe violation in any state, ${colorScheme}`, async ({ player, page }) => {
    await page.emulateMedia({ colorScheme });
    await page.getByText("Tableau de lots").click();
    await expectAccessible(page, "the offer");
    await player.buyWithJouer();
    for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) await player.tile(number).click();
    await expectAccessible(page, "half-way");
    await player.revealAll.click();
    await expect(player.result).toBeVisible();
    await expectAccessible(page, "the result");
    await player.again.click();
    await player.buyWithJouer();
    await page.getByRole("link", { name: "Historique" }).click();
    await expect(page.getByRole("link", { name: "Reprendre" })).toBeVisible();
    await expectAccessible(page, "the history");
    await page.getByRole("link", { name: /^Revoir/ }).click();
    await expect(page.getByText("Relecture", { exact: true })).toBeVisible();
    await expectAccessible(page, "a replay");
  });
}

test("no horizontal scroll at any width, in any state", { tag: "@desk" }, async ({ player, page }) => {
  const fits = (/** @type {string} */ state) => expectNoScroll(page, [320, 390, 639, 640, 820, 999, 1000, 1440, 2560], state);
  await page.getByText("Tableau de lots").click();
  await fits("the offer");
  await player.buyWithJouer();
  await fits("covered");
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  await fits("the result");
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByRole("link", { name: /^Revoir/ })).toBeVisible();
  await fits("the history");
});

for (const game of ["mots-croises", "maxi-mots-croises"]) {
  test(`the first load of ${game} is under 150 kB and all from here`, { tag: ["@desk", LOOKS] }, async ({ browser, shop }) => {
    const page = await browser.newPage();
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    let bytes = 0;
    session.on("Network.loadingFinished", (event) => (bytes += event.encodedDataLength));
    /** @type {string[]} */
    const elsewhere = [];
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(shop.url) && !url.startsWith("data:")) elsewhere.push(url);
    });
    await page.goto(`${shop.url}/jeux/${game}`, { waitUntil: "networkidle" });
    expect(elsewhere).toEqual([]);
    expect(bytes).toBeGreaterThan(20_000);
    expect(bytes).toBeLessThan(150_000);
    await page.close();
  });
}

test("covered in the first paint, also where no module ever runs", ONE_SIZE, async ({ player, browser, shop }) => {
  await player.buyWithJouer();
  await player.tile(1).click();
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  const buyer = new Player(page, shop.url);
  await buyer.enter();
  await page.goto(`${shop.url}/jeux/mots-croises`);
  await expect(page.getByRole("button", { name: /, couverte$/ })).toHaveCount(14);
  await expect(page.getByRole("button", { name: /, lettre/ })).toHaveCount(0);
  await context.close();
});

test("nothing jumps while the page of a game loads", { tag: LOOKS }, async ({ page, shop }) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.addInitScript(() => {
    const seen = /** @type {any} */ (window);
    seen.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = /** @type {any} */ (entry);
        if (!shift.hadRecentInput) seen.shift += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  // A slow processor paints while it still reads, if it may: then a ticket grows as its grid comes.
  const processor = await page.context().newCDPSession(page);
  for (const rate of [1, 12, 20]) {
    await processor.send("Emulation.setCPUThrottlingRate", { rate });
    for (const game of ["mots-croises", "maxi-mots-croises"]) {
      await page.goto(`${shop.url}/jeux/${game}`, { waitUntil: "networkidle" });
      expect(await page.evaluate(() => /** @type {any} */ (window).shift), `${game}, ${rate} times slower`).toBe(0);
    }
  }
});
