// The stub: one state at a time, what words pay, which words are complete.

import { at, make } from "./dom.js";
import { counted, text } from "./messages.js";
import * as money from "./money.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {"offer" | "checking" | "running" | "result"} State */

/** @type {State[]} */
const STATES = ["offer", "checking", "running", "result"];

/** @param {State} state */
export function show(state) {
  for (const other of STATES) at(other).hidden = other !== state;
  at("words").hidden = state === "offer" || state === "checking";
  at("lots").hidden = state !== "offer";
  const ticket = document.querySelector(".ticket");
  if (ticket instanceof HTMLElement) ticket.dataset.state = state;
}

/**
 * The words found so far, and the line of the pay list they have reached.
 * @param {string[]} words
 */
export function setWords(words) {
  const list = at("word-list");
  const known = list.children.length;
  if (words.length < known) list.replaceChildren();
  for (const word of words.slice(list.children.length)) list.append(make("li", { text: word }));
  at("no-words").hidden = words.length > 0;
  for (const line of document.querySelectorAll("#pays [data-words]")) {
    const needs = Number(/** @type {HTMLElement} */ (line).dataset.words);
    line.classList.toggle("reached", needs === words.length);
    line.classList.toggle("passed", needs < words.length);
    if (needs === words.length) line.setAttribute("aria-current", "true");
    else line.removeAttribute("aria-current");
  }
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
 * What was won and why; the amounts are the server's.
 * @param {Play} play
 * @param {{ replay: boolean }} how
 */
export function setResult(play, { replay }) {
  const won = play.gain.cents > 0;
  const words = play.completed.flat().length;
  at("result").classList.toggle("won", won);
  at("result-title").textContent = text(won ? "result.won" : "result.lost");
  at("result-amount").textContent = won ? money.amount(play.gain) : "";
  at("result-amount").hidden = !won;
  at("result-why").textContent = counted("result.why", words, { words, gain: money.amount(play.gain) });
  at("again").hidden = replay;
  at("back").hidden = !replay;
  const moment = { day: money.day(play.bought_at), time: money.clock(play.bought_at) };
  at("result-balance").textContent = replay ? text("replay.text", moment) : "";
}

/** @param {import("./types.js").Money} balance */
export function setResultBalance(balance) {
  at("result-balance").textContent = text("result.balance", { balance: money.balance(balance) });
}
