// Every lot, as a judge that shares no code with the page judges it: words lit, the list, the
// running gain that never falls, the result in words. One game on a phone, the other on a desk: what is lit,
// listed and paid comes from modules that do not know how wide the page is, and where a result stands is
// looked at in both sizes elsewhere.

import { GAMES, lotOf, runsOf } from "../judge.mjs";
import { LOOKS, expect, test } from "../player.mjs";
import { draw, made, sell } from "../units.mjs";

/** @typedef {import("../units.mjs").Unit} Unit */

/**
 * The complete words of each grid with these letters, judged from the cells.
 * @param {Unit} unit
 * @param {string} letters
 * @returns {string[][]}
 */
const complete = (unit, letters) =>
  unit.grids.map((rows) => runsOf(rows).filter((/** @type {string} */ run) => [...run].every((letter) => letters.includes(letter))));

/** How many cells lie in those words. @param {Unit} unit @param {string} letters */
function litCells(unit, letters) {
  let lit = 0;
  for (const rows of unit.grids) {
    const columns = [...rows[0]].map((_, x) => rows.map((row) => row[x]).join(""));
    const inRun = (/** @type {string} */ line, /** @type {number} */ at) => {
      const before = line.slice(0, at).split(".").at(-1) ?? "";
      const after = line.slice(at).split(".")[0];
      const run = before + after;
      return run.length >= 2 && [...run].every((letter) => letters.includes(letter));
    };
    rows.forEach((row, y) => [...row].forEach((cell, x) => {
      if (cell !== "." && (inRun(row, x) || inRun(columns[x], y))) lit += 1;
    }));
  }
  return lit;
}

/** An amount as the page sets it: the number, with narrow spaces. @param {string} text */
const cents = (text) => Number(text.replace(/[^\d,]/g, "").replace(",", ".")) * 100;

/** @param {number} amount */
const euros = (amount) => (amount / 100).toLocaleString("fr-FR").replace(/\s/g, "\\s");

/**
 * Uncovers tile after tile and compares each state with the judge's.
 * @param {import("../player.mjs").Player} player
 * @param {string} game
 * @param {Unit} unit
 */
async function follow(player, game, unit) {
  const running = player.page.getByRole("region", { name: "Gain en cours" });
  const lit = player.page.getByRole("cell", { name: /, mot reconstitué$/ });
  let before = 0;
  for (let number = 1; number <= unit.letters.length; number++) {
    await player.tile(number).click();
    if (number === unit.letters.length) break;
    const letters = unit.letters.slice(0, number);
    const words = complete(unit, letters);
    const gain = lotOf(GAMES[/** @type {keyof typeof GAMES} */ (game)], words.map((list) => list.length)) ?? NaN;
    const shown = cents(await running.getByText(/^[\d\s\u202f]+€$/).innerText());
    expect(shown, `${unit.prize_cents} after ${number}`).toBe(gain);
    expect(shown).toBeGreaterThanOrEqual(before);
    before = shown;
    expect((await player.words.allInnerTexts()).sort()).toEqual(words.flat().sort());
    expect(await lit.count()).toBe(litCells(unit, letters));
  }
  await expect(player.result).toBeVisible();
  const words = complete(unit, unit.letters);
  expect(lotOf(GAMES[/** @type {keyof typeof GAMES} */ (game)], words.map((list) => list.length))).toBe(unit.prize_cents);
  await expect(lit).toHaveCount(litCells(unit, unit.letters));
  if (words.flat().length > 0) expect((await player.words.allInnerTexts()).sort()).toEqual(words.flat().sort());
  await expect(unit.prize_cents > 0 ? player.won : player.lost).toBeVisible();
  const result = player.page.getByRole("region", { name: unit.prize_cents > 0 ? "Gagné" : "Pas de lot cette fois" });
  if (unit.prize_cents > 0) await expect(result.getByText(new RegExp(`^${euros(unit.prize_cents)}\\s€$`))).toBeVisible();
  return result;
}

// Articles A-4.1, A-4.5a, A-4.5b, A-4.6, A-4.7
test("one unit of every lot of Mots Croisés, and losing ones of no word and of one", { tag: ["@phone", LOOKS] }, async ({ player, page }) => {
  test.setTimeout(180_000);
  const losing = made("mots-croises", 0, 40);
  const losers = [0, 1].map((count) => losing.find((unit) => unit.completed[0].length === count));
  const winners = Object.values(GAMES["mots-croises"].payEuros).map((amount) => made("mots-croises", amount * 100)[0]);
  const units = [...losers, ...winners].map((unit) => {
    if (!unit) throw new Error("forty losing units and none of no word or none of one");
    return unit;
  });
  expect(units.map((unit) => complete(unit, unit.letters)[0].length)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const [count, unit] of units.entries()) {
    await sell(page, unit);
    await player.buyWithJouer();
    const result = await follow(player, "mots-croises", unit);
    const why = ["Aucun mot reconstitué. Il en faut deux", "Un mot reconstitué. Il en faut deux"][count]
      ?? `${count} mots reconstitués.: la ligne «.${count}.mots.» paie ${euros(unit.prize_cents)}.€`;
    await expect(result.getByText(new RegExp(why))).toBeVisible();
    await player.again.click();
  }
  await page.unrouteAll({ behavior: "wait" });
  expect((await player.ledger()).plays, "nothing of it reached the ledger").toHaveLength(0);
});

// Articles B-4.1, B-4.4, B-4.6a, B-4.6b, B-4.7
test("every lot of Maxi Mots Croisés, as one sum of both grids", { tag: ["@desk", LOOKS] }, async ({ player, page, shop }) => {
  test.setTimeout(240_000);
  await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
  await player.settled();
  const amounts = [0, ...GAMES["maxi-mots-croises"].prizeTable.map(([, amount]) => amount * 100)];
  const units = amounts.map((amount) => made("maxi-mots-croises", amount)[0]);
  // 10 € and 20 € of both grids too, since these lots have two ways.
  for (const amount of [1_000, 2_000]) {
    const both = made("maxi-mots-croises", amount, 60).find((unit) => unit.completed.every((words) => words.length > 1));
    if (both) units.push(both);
  }
  expect(units).toHaveLength(amounts.length + 2);
  for (const unit of units) {
    await draw(page, unit);
    await page.getByRole("button", { name: "Essayer" }).click();
    await expect(player.covered).toHaveCount(18);
    const result = await follow(player, "maxi-mots-croises", unit);
    const pay = (/** @type {number} */ count) => lotOf(GAMES["maxi-mots-croises"], [count, 0]) ?? NaN;
    const parts = complete(unit, unit.letters).map((words) => pay(words.length)).filter((part) => part > 0);
    const sum = `${parts.map((part) => `${euros(part)}.€`).join(" \\+ ")}.: un seul lot de ${euros(unit.prize_cents)}.€`;
    const why = { 0: "Aucune grille n’a deux mots", 1: `la ligne «.\\d.mots.» paie ${euros(unit.prize_cents)}.€` }[parts.length] ?? sum;
    await expect(result.getByText(new RegExp(why))).toBeVisible();
    await page.getByRole("button", { name: "Un autre ticket" }).click();
  }
});
