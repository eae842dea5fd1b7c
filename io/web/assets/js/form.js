// A form: what was written goes to the server as JSON, and a no is said beside the button.

import { Named } from "./api.js";
import { text } from "./messages.js";

/**
 * What a field of a form holds.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const value = (form, name) => String(new FormData(form).get(name) ?? "");

/**
 * Says what was wrong, or takes it away.
 * @param {Element} around  what the fault's place lies in
 * @param {string | null} sentence
 */
export function fault(around, sentence) {
  const place = around.querySelector(".form-fault");
  if (!(place instanceof HTMLElement)) throw new Error("a form has a place for its fault");
  place.hidden = sentence === null;
  place.textContent = sentence ?? "";
}

/**
 * Does `act` with the controls of `around` closed; says the server's no in words, by its code.
 * @param {Element} around
 * @param {Record<string, string>} words  the message's key for each code that may come
 * @param {() => Promise<void>} act
 */
export async function send(around, words, act) {
  const controls = Array.from(around.querySelectorAll("button"));
  fault(around, null);
  for (const control of controls) control.disabled = true;
  try {
    await act();
  } catch (error) {
    const code = error instanceof Named ? error.code : "unknown";
    fault(around, text(words[code] ?? "door.failed"));
    if (!(error instanceof Named)) console.error(error);
  } finally {
    for (const control of controls) control.disabled = false;
  }
}

/**
 * Calls `act` when a form is sent, if it is there and what is written in it is sound.
 * @param {string} id
 * @param {Record<string, string>} words
 * @param {(form: HTMLFormElement) => Promise<void>} act
 */
export function listen(id, words, act) {
  const form = document.getElementById(id);
  if (!(form instanceof HTMLFormElement)) return;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form, words, () => act(form));
  });
}
