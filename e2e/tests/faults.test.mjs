// What breaks while one plays: reloads, lost answers, lost connections, two tabs, a stopped server. What the
// page says of it is looked at in both sizes.

import { ONE_SIZE, Player, expect, test } from "../player.mjs";
import { start } from "../shop.mjs";

// Article A-4.4b
test("a reload in the middle shows the same unit with the same zones", ONE_SIZE, async ({ player, page }) => {
  await player.buyWithJouer();
  for (const number of [2, 5, 11]) await player.tile(number).click();
  const [unit, letters] = [await player.unit(), await player.letters()];
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([1, 4, 10]);
  await page.reload();
  await player.settled();
  await expect(player.uncovered).toHaveCount(3);
  expect([await player.unit(), await player.letters()]).toEqual([unit, letters]);
  await player.expectBalance(4_700);
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  expect((await player.ledger()).plays).toHaveLength(1);
});

test("a lost answer: the same id again, one debit", async ({ player, page }) => {
  /** @type {(string | undefined)[]} */
  const ids = [];
  await page.route("**/api/v1/plays", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    ids.push(route.request().headers()["idempotency-key"]);
    if (ids.length > 2) return route.fallback();
    // The server has it; the answer is lost the first time, broken the second.
    const answer = await route.fetch();
    return ids.length === 1 ? route.abort() : route.fulfill({ response: answer, status: 502, body: "" });
  });
  await player.jouer.click();
  await expect(page.getByRole("heading", { name: "Vérification en cours" })).toBeVisible();
  await expect(player.revealAll).toBeVisible();
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect((await player.ledger()).plays).toHaveLength(1);
  await player.expectBalance(4_700);
});

test("a lost answer and a reload: the bought unit, and no second one", ONE_SIZE, async ({ player, page }) => {
  await page.route("**/api/v1/plays", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await player.auto.click();
  await expect(page.getByRole("heading", { name: "Vérification en cours" })).toBeVisible();
  await page.unrouteAll();
  await page.reload();
  await player.settled();
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  expect((await player.ledger()).plays).toHaveLength(1);
  // The next offer is a new purchase.
  await player.again.click();
  await player.buyWithJouer();
  expect((await player.ledger()).plays).toHaveLength(2);
});

test("a request that never reached the server and a reload: nothing bought", ONE_SIZE, async ({ player, page }) => {
  /** @type {Set<string | undefined>} */
  const ids = new Set();
  await page.route("**/api/v1/plays", (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    ids.add(route.request().headers()["idempotency-key"]);
    return route.abort();
  });
  await player.jouer.click();
  await expect(page.getByRole("heading", { name: "Vérification en cours" })).toBeVisible();
  // The page that repeats the request goes before the way to the server is free.
  await page.reload();
  await player.settled();
  await expect(player.jouer).toBeVisible();
  expect((await player.ledger()).plays).toHaveLength(0);
  await page.unrouteAll();
  await player.buyWithJouer();
  const { plays } = await player.ledger();
  expect(plays).toHaveLength(1);
  expect([...ids], "the offer kept its id").toEqual([plays[0].command_id]);
});

test("a second press while the first is on its way buys nothing more", ONE_SIZE, async ({ player, page }) => {
  await page.route("**/api/v1/plays", async (route) => {
    if (route.request().method() === "POST") await new Promise((resolve) => setTimeout(resolve, 300));
    return route.fallback();
  });
  await player.jouer.dblclick({ force: true });
  await player.auto.click({ force: true, noWaitAfter: true }).catch(() => {});
  await expect(player.revealAll).toBeVisible();
  expect((await player.ledger()).plays).toHaveLength(1);
});

test("offline in the middle: it is said, play stops, and goes on", async ({ player, page, context }) => {
  await player.buyWithJouer();
  await player.tile(1).click();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([0]);
  await context.setOffline(true);
  await expect(page.getByText(/^Connexion perdue\. Le jeu s’arrête/)).toBeVisible();
  await expect(player.revealAll).toBeDisabled();
  await player.tile(2).click({ force: true });
  await expect(player.uncovered).toHaveCount(1);
  await context.setOffline(false);
  await expect(page.getByText(/^Connexion perdue\. Le jeu s’arrête/)).toBeHidden();
  await player.tile(2).click();
  await expect(player.uncovered).toHaveCount(2);
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
});

test("two tabs: the second shows the unit that is to be finished", ONE_SIZE, async ({ player, context, shop }) => {
  const other = new Player(await context.newPage(), shop.url);
  await other.visit();
  await player.buyWithJouer();
  await player.tile(4).click();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([3]);
  await other.jouer.click();
  await expect(other.page.getByText(/^Vous avez une unité à terminer/)).toBeVisible();
  await expect(other.uncovered).toHaveCount(1);
  expect(await other.unit()).toBe(await player.unit());
  await other.revealAll.click();
  await expect(other.result).toBeVisible();
  // The first tab goes on, and nothing is paid twice.
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  const { plays, balance } = await player.ledger();
  expect(plays).toHaveLength(1);
  expect(balance).toBe(4_700 + plays[0].gain.cents);
});

test("the server stops and starts again: the same unit goes on", ONE_SIZE, async ({ player, page, shop }) => {
  await player.buyWithJouer();
  for (const number of [1, 2]) await player.tile(number).click();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([0, 1]);
  const unit = await player.unit();
  await shop.stop();
  const again = await start({ data: shop.data });
  const back = new Player(page, again.url);
  await back.visit();
  await expect(back.uncovered).toHaveCount(2);
  expect(await back.unit()).toBe(unit);
  await again.stop();
});

test("without the money nothing is bought, and it is said", async ({ player, page }) => {
  await player.spend();
  const { balance } = await player.ledger();
  expect(balance).toBeLessThan(300);
  await page.reload();
  await player.settled();
  await player.expectBalance(balance);
  await player.jouer.click();
  await expect(page.getByText(/^Vos disponibilités ne couvrent pas la mise/)).toBeVisible();
  await expect(player.jouer).toBeEnabled();
  expect((await player.ledger()).balance).toBe(balance);
});

/** Reloads at a stage of a unit. Each time: one debit, and the same unit. */
const stages = {
  "before the purchase": async (/** @type {Player} */ player) => {
    await player.page.reload();
    await player.settled();
    await player.buyWithJouer();
  },
  "while the purchase is on its way": async (/** @type {Player} */ player) => {
    /** @type {() => void} */
    let arrived = () => {};
    const arrival = new Promise((resolve) => (arrived = () => resolve(undefined)));
    await player.page.route("**/api/v1/plays", async (route) => {
      if (route.request().method() !== "POST") return route.fallback();
      // The server has it; the page goes before the answer comes.
      await route.fetch();
      arrived();
    });
    await player.jouer.click();
    await arrival;
    await player.page.reload();
    await player.page.unrouteAll({ behavior: "ignoreErrors" });
    await player.page.reload();
    await player.settled();
    await expect(player.covered).toHaveCount(14);
  },
  "half-way": async (/** @type {Player} */ player) => {
    await player.buyWithJouer();
    for (const number of [3, 8]) await player.tile(number).click();
    await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([2, 7]);
    await player.page.reload();
    await player.settled();
    await expect(player.uncovered).toHaveCount(2);
  },
  "after the last tile, before the server was told": async (/** @type {Player} */ player) => {
    await player.buyWithJouer();
    await player.page.route("**/finish", (route) => route.abort());
    await player.revealAll.click();
    await expect.poll(async () => (await player.ledger()).plays[0].uncovered.length).toBe(14);
    await player.page.reload();
    await player.page.unrouteAll({ behavior: "ignoreErrors" });
    await player.page.reload();
    await player.settled();
  },
};

for (const [stage, reach] of Object.entries(stages)) {
  test(`a reload ${stage}: one debit and one unit`, ONE_SIZE, async ({ player, page }) => {
    await reach(player);
    const { plays } = await player.ledger();
    expect(plays).toHaveLength(1);
    if (plays[0].uncovered.length < 14) await player.revealAll.click();
    // Whether the result is on the screen or, since all was uncovered, in the history alone: it is the
    // unit's, and the history tells it.
    await expect(player.result.or(player.jouer)).toBeVisible();
    await page.goto(`${player.url}/historique`);
    const gain = plays[0].gain.cents;
    await expect(page.getByRole("listitem")).toHaveCount(1);
    await expect(page.getByRole("listitem")).toContainText(gain > 0 ? new RegExp(`${gain / 100}\\s€`) : "Sans lot");
    const { plays: after, balance } = await player.ledger();
    expect(after.map((/** @type {{ id: string }} */ play) => play.id)).toEqual([plays[0].id]);
    expect(balance).toBe(4_700 + gain);
  });
}

test("a reload at the end: nothing is bought, and the unit is in the history", ONE_SIZE, async ({ player, page }) => {
  await player.playAuto();
  await page.reload();
  await player.settled();
  await expect(player.jouer).toBeVisible();
  const { plays, balance } = await player.ledger();
  expect(plays).toHaveLength(1);
  expect(balance).toBe(4_700 + plays[0].gain.cents);
});

// Articles A-4.4b, G-6
test("offline right after the purchase: said, then played to its end", ONE_SIZE, async ({ player, page, context }) => {
  await player.buyWithJouer();
  await context.setOffline(true);
  await expect(page.getByText(/^Connexion perdue\. Le jeu s’arrête/)).toBeVisible();
  await player.tile(1).click({ force: true });
  await expect(player.uncovered).toHaveCount(0);
  await context.setOffline(false);
  await expect(player.revealAll).toBeEnabled();
  for (let number = 1; number <= 14; number++) await player.tile(number).click();
  await expect(player.result).toBeVisible();
  const { plays, balance } = await player.ledger();
  expect(plays).toHaveLength(1);
  expect(plays[0].finished_at).not.toBeNull();
  expect(balance).toBe(4_700 + plays[0].gain.cents);
});

test("offline at the last tile: view and end reach the server once it is back", ONE_SIZE, async ({ player, page, context }) => {
  await player.buyWithJouer();
  for (let number = 1; number < 14; number++) await player.tile(number).click();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered.length).toBe(13);
  // The way to the server breaks without the browser knowing, in the moment of the last tile.
  await page.route("**/api/v1/plays/**", (route) => route.abort());
  await player.tile(14).click();
  await expect(page.getByText(/^Connexion perdue\. Le jeu s’arrête/)).toBeVisible();
  await expect(player.result).toBeHidden();
  expect((await player.ledger()).plays[0].uncovered).toHaveLength(13);
  await page.unrouteAll({ behavior: "wait" });
  await expect(player.result).toBeVisible({ timeout: 15_000 });
  const { plays } = await player.ledger();
  expect(plays[0].uncovered).toHaveLength(14);
  expect(plays[0].finished_at).not.toBeNull();
  await expect(page.getByText(/^Connexion perdue/)).toBeHidden();
  await context.setOffline(false);
});

test("two tabs that press Jouer at once: one debit, one unit in both", ONE_SIZE, async ({ player, context, shop }) => {
  const other = new Player(await context.newPage(), shop.url);
  await other.visit();
  await Promise.all([player.jouer.click(), other.jouer.click()]);
  await Promise.all([player, other].map((tab) => expect(tab.revealAll).toBeVisible()));
  const { plays } = await player.ledger();
  expect(plays).toHaveLength(1);
  expect(await other.unit()).toBe(await player.unit());
});

// Articles A-4.4b, G-14
test("another device shows the same unit with the same zones", ONE_SIZE, async ({ player, browser, shop }) => {
  await player.buyWithJouer();
  for (const number of [4, 9, 13]) await player.tile(number).click();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([3, 8, 12]);
  const device = await browser.newContext({ locale: "fr-FR", viewport: { width: 768, height: 1024 } });
  const other = new Player(await device.newPage(), shop.url);
  await other.enter();
  await other.visit();
  await expect(other.uncovered).toHaveCount(3);
  expect([await other.unit(), await other.letters()]).toEqual([await player.unit(), await player.letters()]);
  await other.revealAll.click();
  await expect(other.result).toBeVisible();
  expect((await other.ledger()).plays).toHaveLength(1);
  await device.close();
});

test("finishing fifty times pays once", ONE_SIZE, async ({ player, page }) => {
  await player.playUntil(true);
  const { plays, balance } = await player.ledger();
  const headers = { Origin: player.url };
  for (let time = 0; time < 50; time++) {
    const answer = await page.request.post(`${player.url}/api/v1/plays/${plays[0].id}/finish`, { data: {}, headers });
    expect(answer.status()).toBe(200);
  }
  expect((await player.ledger()).balance).toBe(balance);
});
