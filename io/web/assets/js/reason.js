// Why a unit won or lost, in words.

import { gainOfGrid } from "./found.js";
import { counted, text } from "./messages.js";
import * as money from "./money.js";

/** @typedef {import("./types.js").Money} Money */
/** @typedef {import("./types.js").GameFacts} GameFacts */

/**
 * A sentence: the words, the line of the pay list; of several grids, what is added up to one lot.
 * @param {string[][]} completed  grid by grid
 * @param {Money} gain            the server's
 * @param {GameFacts} facts
 */
export function reason(completed, gain, facts) {
  const counts = completed.map((words) => words.length);
  if (counts.length === 1) return counted("result.why", counts[0], { words: counts[0], gain: money.amount(gain) });
  const amount = (/** @type {number} */ cents) => money.amount({ cents, currency: facts.price.currency });
  const grids = counts.flatMap((words, grid) => {
    const cents = gainOfGrid(words, facts.pays);
    return cents > 0 ? [{ words, cents, grid: grid + 1 }] : [];
  });
  if (grids.length === 0) return text("result.no_grid");
  if (grids.length === 1) return text("result.one_grid", { ...grids[0], gain: amount(grids[0].cents) });
  const each = grids.map(({ words, cents, grid }) => text("result.of_grid", { grid, words, gain: amount(cents) }));
  const sum = grids.map(({ cents }) => amount(cents)).join(" + ");
  return [...each, text("result.one_lot", { sum, gain: money.amount(gain) })].join(" ");
}
