// What a set of uncovered letters makes of a unit: words, and the gain that they come to. It is
// only shown: what a unit is worth is the server's amount, fixed before anybody looked.

import { isComplete, words } from "./unit.js";

/**
 * @typedef {import("./types.js").Money} Money
 * @typedef {import("./types.js").Pay} Pay
 * @typedef {import("./unit.js").Word} Word
 * @typedef {{ letters: string, grids: string[][] }} Face
 */

/**
 * Follows one unit while its letters are uncovered, in any order.
 * @param {Face} unit
 */
export function finder(unit) {
  const all = unit.grids.map(words);
  /** @type {Word[][]} */
  const found = all.map(() => []);
  /** @type {Set<string>} */
  const letters = new Set();
  return {
    /** The words found so far, grid by grid, in the order in which they were completed. */
    found,
    /**
     * Adds a letter; gives the words that it completes, with their grids.
     * @param {string} letter
     */
    add(letter) {
      letters.add(letter);
      return all.flatMap((words, grid) => {
        const fresh = words.filter((word) => !found[grid].includes(word) && isComplete(word, letters));
        found[grid].push(...fresh);
        return fresh.map((word) => ({ grid, word }));
      });
    },
  };
}

/**
 * What a number of words of one grid comes to.
 * @param {number} words
 * @param {Pay[]} pays
 */
export const gainOfGrid = (words, pays) => pays.findLast((line) => line.words <= words)?.gain.cents ?? 0;

/**
 * What a unit's words come to: the grids' amounts are added up, and make one lot.
 * @param {number[]} counts  words of each grid
 * @param {Pay[]} pays
 */
export const gainOf = (counts, pays) => counts.reduce((sum, words) => sum + gainOfGrid(words, pays), 0);
