// A form: what was written goes to the server as JSON, and a no is said beside the button.

import { door } from "./addresses.js";
import { Named, Unknown } from "./api.js";
import { text } from "./messages.js";

/**
 * What a field of a form holds.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export const value = (form, name) => String(new FormData(form).get(name) ?? "");

/** What was written is no amount. */
export class NoAmount extends Error {}

/**
 * An amount in euros that was written with a comma or a point, in cents.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function cents(form, name) {
  const written = /^(\d{1,8})(?:[.,](\d{1,2}))?$/.exec(value(form, name).trim());
  if (!written) throw new NoAmount(name);
  return Number(written[1]) * 100 + Number((written[2] ?? "").padEnd(2, "0"));
}

/**
 * Says that it was done.
 * @param {Element} around
 * @param {string} sentence
 */
export function done(around, sentence) {
  const place = around.querySelector(".form-done");
  if (!(place instanceof HTMLElement)) throw new Error("the form has a place for what was done");
  place.hidden = false;
  place.textContent = sentence;
}

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
    if (error instanceof NoAmount) return fault(around, text("money.amount_wrong"));
    const code = error instanceof Named ? error.code : "unknown";
    // A session ends by itself after a while: the door leads back here.
    if (code === "not_signed_in") return location.assign(door());
    fault(around, text(words[code] ?? "door.failed"));
    if (!(error instanceof Named || error instanceof Unknown)) throw error;
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
