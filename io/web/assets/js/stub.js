// The stub: one state at a time, what words pay, which words are complete.

import { gainOfGrid } from "./found.js";
import { at, make } from "./dom.js";
import { counted, text } from "./messages.js";
import * as money from "./money.js";
import { SETTLE_MS } from "./show.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").GameFacts} GameFacts */
/** @typedef {"offer" | "checking" | "running" | "result"} State */

/** @type {State[]} */
const STATES = ["offer", "checking", "running", "result"];

/** @returns {HTMLElement} */
const ticket = () => /** @type {HTMLElement} */ (document.querySelector(".ticket"));

/** @param {State} state */
export function show(state) {
  for (const other of STATES) at(other).hidden = other !== state;
  at("words").hidden = state === "offer" || state === "checking";
  at("lots").hidden = state !== "offer";
  ticket().dataset.state = state;
  delete ticket().dataset.settling;
}

/** All is uncovered: for one and the same time, whatever the result, one reads the grid. */
export function settle() {
  ticket().style.setProperty("--settle", `${SETTLE_MS}ms`);
  ticket().dataset.settling = "";
}

/**
 * The words found so far, grid by grid, and the line of the pay list that each grid has reached.
 * @param {string[][]} words
 * @param {GameFacts} facts
 */
export function setWords(words, facts) {
  const lists = document.querySelectorAll(".word-list");
  lists.forEach((list, grid) => {
    const found = words[grid] ?? [];
    if (found.length < list.children.length) list.replaceChildren();
    for (const word of found.slice(list.children.length)) list.append(make("li", { text: word }));
    const part = /** @type {HTMLElement} */ (list.parentElement);
    if (lists.length > 1) part.hidden = found.length === 0;
  });
  const counts = words.map((found) => found.length);
  const all = counts.reduce((sum, count) => sum + count, 0);
  at("no-words").hidden = all > 0;
  at("gain-count").textContent = countLine(counts, facts);
  const most = Math.max(0, ...counts);
  for (const line of document.querySelectorAll("#pays [data-words]")) {
    const needs = Number(/** @type {HTMLElement} */ (line).dataset.words);
    line.classList.toggle("reached", counts.includes(needs));
    line.classList.toggle("passed", needs < most && !counts.includes(needs));
    if (counts.includes(needs)) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  }
}

/**
 * How many words there are; of two grids that both pay, what is added up.
 * @param {number[]} counts
 * @param {GameFacts} facts
 */
function countLine(counts, facts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all === 0) return "";
  const gains = counts.map((count) => gainOfGrid(count, facts.pays)).filter((cents) => cents > 0);
  if (gains.length < 2) return counted("running.count", all, { words: all });
  return gains.map((cents) => money.amount({ cents, currency: facts.price.currency })).join(" + ");
}

/** @param {import("./types.js").Money} gain */
export function setGain(gain) {
  const figure = at("gain");
  const shown = money.amount(gain);
  if (figure.textContent === shown) return;
  const rises = figure.textContent !== "" && gain.cents > 0;
  figure.textContent = shown;
  figure.classList.remove("rise");
  if (rises) {
    void figure.offsetWidth;
    figure.classList.add("rise");
  }
}

/**
 * What was won, in large letters, and why, in a sentence; the amounts are the server's.
 * @param {import("./types.js").Money} gain
 * @param {string} why
 */
export function setResult(gain, why) {
  const won = gain.cents > 0;
  at("result").classList.toggle("won", won);
  at("result-title").textContent = text(won ? "result.won" : "result.lost");
  at("result-amount").textContent = won ? money.amount(gain) : "";
  at("result-amount").hidden = !won;
  at("result-why").textContent = why;
}

/**
 * What stands under the result: the balance, or that it is a replay.
 * @param {string} sentence
 */
export function setResultNote(sentence) {
  at("result-balance").textContent = sentence;
}
