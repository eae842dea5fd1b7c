// Units as the program makes them, and answers of the API that show one of them: for what a player
// would have to buy thousands of units to see.

import { execFileSync } from "node:child_process";
import { program } from "./shop.mjs";

/** @typedef {{ index: number, letters: string, grids: string[][], words: string[][], completed: string[][], prize_cents: number }} Unit */

/** Any key: the units are the same in every run. */
const KEY = "6c".repeat(32);

/**
 * Units that are worth so many cents.
 * @param {string} game
 * @param {number} cents
 * @param {number} [count]
 * @returns {Unit[]}
 */
export function made(game, cents, count = 1) {
  const options = ["--prize", String(cents), "--count", String(count), "--key", KEY, "--format", "json"];
  const output = execFileSync(program, ["unit", game, ...options], { encoding: "utf8", maxBuffer: 2 ** 26 });
  return output.trim().split("\n").map((line) => JSON.parse(line));
}

/** @param {number} cents */
const euros = (cents) => ({ cents, currency: "EUR" });

/**
 * Makes the site sell this unit: purchase, view and finish are answered here, and nothing reaches
 * the ledger.
 * @param {import("@playwright/test").Page} page
 * @param {Unit} unit
 * @param {{ mode: "jouer" | "auto" }} [how]
 */
export async function sell(page, unit, { mode } = { mode: "jouer" }) {
  const play = {
    id: "unit-of-a-test", command_id: "unit-of-a-test", game: "mots-croises", block: "none", index: unit.index,
    mode, stake: euros(300), gain: euros(unit.prize_cents), balance_before: euros(5_000),
    balance_after: euros(4_700 + unit.prize_cents), bought_at: "2026-11-30T12:00:00Z", rules: 1, finished_at: null,
    letters: unit.letters, grids: unit.grids, words: unit.words, completed: unit.completed, uncovered: [],
  };
  const seen = { ...play, finished_at: "2026-11-30T12:01:00Z" };
  await page.unrouteAll({ behavior: "wait" });
  await page.route("**/api/v1/plays", (route) =>
    route.request().method() === "POST" ? route.fulfill({ status: 201, json: play }) : route.fallback(),
  );
  await page.route("**/api/v1/plays/unit-of-a-test/view", (route) => route.fulfill({ json: play }));
  await page.route("**/api/v1/plays/unit-of-a-test/finish", (route) => route.fulfill({ json: seen }));
}

/**
 * Makes the site draw this unit as a demonstration.
 * @param {import("@playwright/test").Page} page
 * @param {Unit} unit
 */
export async function draw(page, unit) {
  await page.unrouteAll({ behavior: "wait" });
  const { letters, grids, words, completed, prize_cents } = unit;
  const json = { game: "maxi-mots-croises", rules: 1, letters, grids, words, completed, gain: euros(prize_cents) };
  await page.route("**/demonstrations", (route) => route.fulfill({ json }));
}
