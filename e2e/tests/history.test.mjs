// The history: an unfinished unit first, every unit again, marked as a replay.

import { LOOKS, ONE_SIZE, expect, test } from "../player.mjs";

test("a unit is found in the history and seen again", async ({ player, page }) => {
  await player.playAuto();
  const unit = await player.unit();
  const [letters, balance] = [await player.letters(), await player.balance()];
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByRole("heading", { name: "Historique" })).toBeVisible();
  const entry = page.getByRole("listitem").filter({ hasText: unit });
  await expect(entry).toContainText(/Mise\s*3\s€/);
  await entry.getByRole("link", { name: /^Revoir/ }).click();
  await expect(page.getByText("Relecture", { exact: true })).toBeVisible();
  expect(await player.letters()).toEqual(letters);
  await expect(player.again).toBeHidden();
  await page.getByRole("link", { name: "Retour au jeu" }).click();
  await expect(player.jouer).toBeVisible();
  await player.expectBalance(balance);
  expect((await player.ledger()).plays).toHaveLength(1);
});

test("an unfinished unit comes first and is resumed", ONE_SIZE, async ({ player, page }) => {
  await player.playAuto();
  await player.again.click();
  await player.buyWithJouer();
  await player.tile(6).click();
  const unit = await player.unit();
  await expect.poll(async () => (await player.ledger()).plays[0].uncovered).toEqual([5]);
  await page.getByRole("link", { name: "Historique" }).click();
  const first = page.getByRole("listitem").first();
  await expect(first).toContainText("Unité en cours");
  await expect(first).toContainText("À découvrir");
  await first.getByRole("link", { name: "Reprendre" }).click();
  await expect(player.uncovered).toHaveCount(1);
  expect(await player.unit()).toBe(unit);
});

test("an empty history says so", { tag: [ONE_SIZE.tag, LOOKS] }, async ({ player, page }) => {
  await expect(player.jouer).toBeVisible();
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByText("Vous n’avez encore acheté aucune unité.")).toBeVisible();
});

test("Auto waits while one looks at the history", ONE_SIZE, async ({ player, page }) => {
  await player.holdAuto();
  await player.auto.click();
  await expect(player.revealAll).toBeVisible();
  await player.letAutoUncover(3);
  await expect(player.uncovered).toHaveCount(3);
  const uncovered = async () => (await player.ledger()).plays[0].uncovered.length;
  await expect.poll(uncovered).toBe(3);
  await page.getByRole("link", { name: "Historique" }).click();
  await expect(page.getByRole("link", { name: "Reprendre" })).toBeVisible();
  // Time enough for all of it, if it went on here.
  await player.letAutoUncover(14);
  expect(await uncovered()).toBe(3);
  await page.goBack();
  await expect(player.uncovered).toHaveCount(3);
  await player.letAutoUncover(11);
  await expect(player.result).toBeVisible();
  expect(await uncovered()).toBe(14);
});
