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
  const size = first.offsetWidth;
  const [left, top] = [first.offsetLeft, first.offsetTop];
  const [right, bottom] = [last.offsetLeft + size, last.offsetTop + last.offsetHeight];
  const [x, y, wide, high] = [(left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2];
  // Once around and a little further, a little further out at the end than where it began.
  const steps = 22;
  const points = Array.from({ length: steps + 3 }, (_, step) => {
    const angle = ((step - 4) / steps) * 2 * Math.PI;
    const out = size * (0.1 + 0.12 * (step / steps) + (below(101) - 50) / 2_000);
    const round = (/** @type {number} */ turn) => Math.sign(turn) * Math.abs(turn) ** 0.55;
    return [x + (wide + out) * round(Math.cos(angle)), y + (high + out) * round(Math.sin(angle))];
  });
  const between = points.slice(1).map((point, at) => point.map((number, axis) => (number + points[at][axis]) / 2));
  const written = (/** @type {number[]} */ point) => point.map((number) => number.toFixed(1)).join(" ");
  const curves = between.slice(1).map((end, at) => `Q${written(points[at + 1])} ${written(end)}`);
  const loop = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  loop.setAttribute("class", "loop");
  loop.setAttribute("aria-hidden", "true");
  const pen = document.createElementNS("http://www.w3.org/2000/svg", "path");
  pen.setAttribute("pathLength", "1");
  pen.setAttribute("d", `M${written(between[0])}${curves.join("")}`);
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
