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
 * @param {boolean} [toAccount]  whether what is to be done is done in the account
 */
export function notice(sentence, toAccount = false) {
  at("notice").hidden = sentence === null;
  at("notice-text").textContent = sentence ?? "";
  at("notice-account").hidden = !toAccount;
}

/** What the next page is to say. */
const LATER = "grille.notice";

/**
 * Says something on the page that comes next.
 * @param {string} sentence
 */
export function later(sentence) {
  sessionStorage.setItem(LATER, sentence);
}

/** Lets the notice be closed, and says what an earlier page has left. */
export function begin() {
  const left = sessionStorage.getItem(LATER);
  sessionStorage.removeItem(LATER);
  if (left !== null) notice(left);
  at("notice-close").addEventListener("click", () => notice(null));
}
