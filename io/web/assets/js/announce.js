// What is said to those who cannot see it, and the notice that everybody sees.

import { at } from "./dom.js";

let pending = "";
let waiting = false;

/**
 * Says `sentence` politely; sentences of one moment are said together.
 * @param {string} sentence
 */
export function say(sentence) {
  pending = pending ? `${pending} ${sentence}` : sentence;
  if (waiting) return;
  waiting = true;
  setTimeout(() => {
    at("say").textContent = pending;
    pending = "";
    waiting = false;
  }, 60);
}

/**
 * Shows a notice, or takes it away.
 * @param {string | null} sentence
 */
export function notice(sentence) {
  at("notice").hidden = sentence === null;
  at("notice-text").textContent = sentence ?? "";
}

/** Lets the notice be closed. */
export function begin() {
  at("notice-close").addEventListener("click", () => notice(null));
}
