// A unit on the screen while it is uncovered, whoever pays for it: tiles, grids, words, running
// gain.

import { say } from "./announce.js";
import { finder, gainOf } from "./found.js";
import * as grid from "./grid.js";
import { counted, text } from "./messages.js";
import * as money from "./money.js";
import * as show from "./show.js";
import * as stub from "./stub.js";
import * as tiles from "./tiles.js";
import { cells } from "./unit.js";

/** @typedef {ReturnType<typeof lay>} Board */

/**
 * Lays a unit under the coat.
 * @param {import("./found.js").Face & { name: string }} unit  `name` gives Auto's order
 * @param {import("./types.js").GameFacts} facts
 */
export function lay(unit, facts) {
  const letters = [...unit.letters];
  /** @type {Set<number>} */
  const open = new Set();
  const finding = finder(unit);
  tiles.cover({ enabled: true });
  grid.lay(unit.grids);
  tell();

  /** The words and the gain so far. */
  function tell() {
    const counts = finding.found.map((words) => words.length);
    const gain = { cents: gainOf(counts, facts.pays), currency: facts.price.currency };
    stub.setWords(finding.found.map((words) => words.map((word) => word.text)), facts);
    stub.setGain(gain);
    return gain;
  }

  return {
    open,
    /** Whether every tile is uncovered. */
    isWhole: () => open.size === letters.length,
    /** The tile that Auto would uncover. */
    next: () => show.next(unit.name, letters.length, open),
    /** The tiles that are covered. */
    covered: () => letters.flatMap((_, tile) => (open.has(tile) ? [] : [tile])),
    /**
     * Shows a letter, every cell that has it, and the words that it completes.
     * @param {number} tile
     * @param {{ still: boolean }} how
     */
    reveal(tile, how) {
      open.add(tile);
      const letter = letters[tile];
      const places = unit.grids.map((rows) => cells(rows).flatMap((cell, at) => (cell.letter === letter ? [at] : [])));
      const count = places.reduce((sum, of) => sum + of.length, 0);
      tiles.open(tile, letter, count, how);
      places.forEach((of, number) => grid.open(number, of, letter, how));
      say(counted("say.letter", count, { letter, cells: count }));
      const complete = finding.add(letter);
      for (const { grid: number, word } of complete) {
        grid.light(number, word, how);
        const values = { word: word.text, grid: number + 1 };
        say(text(unit.grids.length > 1 ? "say.word_of_grid" : "say.word", values));
      }
      const gain = tell();
      if (complete.length > 0 && gain.cents > 0) say(text("say.gain", { gain: money.amount(gain) }));
    },
    /** Shows, faintly, what was not found. */
    showMissed: () => grid.showMissed(unit.grids),
  };
}
