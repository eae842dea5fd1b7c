// The grids: cells under the coat until their letter is found, words that light up as a whole.

import { chanceOf } from "./chance.js";
import { make } from "./dom.js";
import { text } from "./messages.js";
import { cells as cellsOf } from "./unit.js";

/** A grid's frame, with the grid and the one coat over it. */
const frames = () => Array.from(document.querySelectorAll(".grid-frame"), (frame) => ({
  frame,
  table: /** @type {HTMLElement} */ (frame.querySelector(".grid")),
  coat: /** @type {HTMLElement} */ (frame.querySelector(".grid-coat")),
}));

/** Before the purchase: one coat over all, and nothing below. */
export function cover() {
  for (const { frame, table, coat } of frames()) {
    for (const loop of frame.querySelectorAll(".loop")) loop.remove();
    table.hidden = true;
    table.replaceChildren();
    coat.hidden = false;
  }
}

/**
 * A unit's grids with every letter under the coat; only the grey cells can be seen.
 * @param {string[][]} grids
 */
export function lay(grids) {
  cover();
  frames().forEach(({ table, coat }, number) => {
    const rows = grids[number];
    const width = rows[0].length;
    const cells = cellsOf(rows);
    const lines = rows.map((_, row) =>
      make("div", { class: "row", role: "row" }, cells.slice(row * width, (row + 1) * width).map(covered)),
    );
    table.replaceChildren(...lines);
    table.hidden = false;
    coat.hidden = true;
  });
}

/** @param {import("./unit.js").Cell} cell */
function covered(cell) {
  const grey = cell.letter === null;
  const label = text(grey ? "cell.grey" : "cell.covered");
  return make("span", { class: grey ? "cell grey" : "cell covered", role: "cell", label });
}

/**
 * @param {number} number  of the grid, from 0
 * @returns {HTMLElement[]}
 */
const cellsIn = (number) => Array.from(frames()[number].table.querySelectorAll(".cell"));

/**
 * Opens cells of a grid that all have `letter`.
 * @param {number} number
 * @param {number[]} places
 * @param {string} letter
 * @param {{ still: boolean }} how
 */
export function open(number, places, letter, { still }) {
  const cells = cellsIn(number);
  for (const place of places) {
    const cell = cells[place];
    cell.className = still ? "cell open still" : "cell open";
    cell.setAttribute("aria-label", letter);
    cell.textContent = letter;
  }
}

/**
 * Lights a word from its first letter to its last, and draws a loop of ink around it.
 * @param {number} number
 * @param {import("./unit.js").Word} word
 * @param {{ still: boolean }} how
 */
export function light(number, word, { still }) {
  const cells = cellsIn(number);
  word.cells.forEach((place, step) => {
    const cell = cells[place];
    if (!cell.classList.contains("lit")) cell.style.setProperty("--step", String(step));
    cell.classList.add("lit");
    cell.classList.toggle("still", still);
    cell.setAttribute("aria-label", text("cell.complete", { letter: word.text[step] }));
  });
  if (!still) circle(frames()[number].frame, cells[word.cells[0]], cells[word.cells[word.cells.length - 1]], word.text);
}

/**
 * A loop of ink around a word, as one draws it with a pen; it fades away.
 * @param {Element} frame
 * @param {HTMLElement} first
 * @param {HTMLElement} last
 * @param {string} name  of the word: no two loops are drawn alike
 */
function circle(frame, first, last, name) {
  const below = chanceOf(name);
  const some = (/** @type {number} */ amount) => (below(201) / 100 - 1) * amount;
  const size = first.offsetWidth;
  const over = size * 0.16;
  const [left, top] = [first.offsetLeft - over, first.offsetTop - over];
  const [right, bottom] = [last.offsetLeft + size + over, last.offsetTop + last.offsetHeight + over];
  const [middle, centre] = [(left + right) / 2, (top + bottom) / 2];
  const bow = size * 0.1;
  const points = [
    [left + size * 0.2 + some(bow), top + some(bow)],
    [right - size * 0.2, top + some(bow), right, top + some(bow)],
    [right + some(bow), centre],
    [right + some(bow), bottom, middle + some(bow), bottom + some(bow)],
    [left - some(bow), bottom + bow, left - bow / 2, centre + some(bow)],
    [left, top + some(bow), left + size * 0.55, top - bow * 1.4],
  ].map((point) => point.map((number) => number.toFixed(1)).join(" "));
  const [start, one, two, three, four, five] = points;
  const loop = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  loop.setAttribute("class", "loop");
  loop.setAttribute("aria-hidden", "true");
  const pen = document.createElementNS("http://www.w3.org/2000/svg", "path");
  pen.setAttribute("pathLength", "1");
  pen.setAttribute("d", `M${start}Q${one}T${two}Q${three}Q${four}Q${five}`);
  loop.append(pen);
  loop.addEventListener("animationend", (event) => event.animationName === "dry" && loop.remove());
  frame.append(loop);
}

/**
 * Shows, faintly, what was not found.
 * @param {string[][]} grids
 */
export function showMissed(grids) {
  grids.forEach((rows, number) => {
    const letters = cellsOf(rows);
    cellsIn(number).forEach((cell, place) => {
      const letter = letters[place].letter;
      if (letter === null || !cell.classList.contains("covered")) return;
      cell.className = "cell missed";
      cell.textContent = letter;
      cell.setAttribute("aria-label", text("cell.missed", { letter }));
    });
  });
}
