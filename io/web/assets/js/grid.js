// The grid: cells under the coat until their letter is found, words that light up as a whole.

import { at, make } from "./dom.js";
import { text } from "./messages.js";
import { cells as cellsOf } from "./unit.js";

const table = at("grid");

/** Before the purchase: one coat over all, and nothing below. */
export function cover() {
  table.hidden = true;
  table.replaceChildren();
  at("grid-coat").hidden = false;
}

/**
 * A unit's grid with every letter under the coat; only the grey cells can be seen.
 * @param {string[]} rows
 */
export function lay(rows) {
  const width = rows[0].length;
  const cells = cellsOf(rows);
  const lines = rows.map((_, row) =>
    make("div", { class: "row", role: "row" }, cells.slice(row * width, (row + 1) * width).map(covered)),
  );
  table.replaceChildren(...lines);
  table.hidden = false;
  at("grid-coat").hidden = true;
}

/** @param {import("./unit.js").Cell} cell */
function covered(cell) {
  const grey = cell.letter === null;
  const label = text(grey ? "cell.grey" : "cell.covered");
  return make("span", { class: grey ? "cell grey" : "cell covered", role: "cell", label });
}

/** @returns {HTMLElement[]} */
const all = () => Array.from(table.querySelectorAll(".cell"));

/**
 * Opens cells that all have `letter`.
 * @param {number[]} places
 * @param {string} letter
 * @param {{ still: boolean }} how
 */
export function open(places, letter, { still }) {
  const cells = all();
  for (const place of places) {
    const cell = cells[place];
    cell.className = still ? "cell open still" : "cell open";
    cell.setAttribute("aria-label", letter);
    cell.textContent = letter;
  }
}

/**
 * Lights a word from its first letter to its last.
 * @param {import("./unit.js").Word} word
 * @param {{ still: boolean }} how
 */
export function light(word, { still }) {
  const cells = all();
  word.cells.forEach((place, step) => {
    const cell = cells[place];
    if (!cell.classList.contains("lit")) cell.style.setProperty("--step", String(step));
    cell.classList.add("lit");
    cell.classList.toggle("still", still);
    cell.setAttribute("aria-label", text("cell.complete", { letter: word.text[step] }));
  });
}

/**
 * Shows, faintly, what was not found.
 * @param {string[]} rows
 */
export function showMissed(rows) {
  const letters = cellsOf(rows);
  all().forEach((cell, place) => {
    const letter = letters[place].letter;
    if (letter === null || !cell.classList.contains("covered")) return;
    cell.className = "cell missed";
    cell.textContent = letter;
    cell.setAttribute("aria-label", text("cell.missed", { letter }));
  });
}
