// The purchase. Its id is made when the page offers it, lives in sessionStorage, serves both
// buttons, and is replaced only after a receipt or a named refusal. So a second press, a reload or
// a lost answer buys nothing more.

import * as api from "./api.js";
import { newId } from "./command.js";
import { untilAnswered } from "./connection.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {{ play: Play } | { refused: string, play_id?: string }} Receipt */

const KEY = "grille.purchase";

/** The id of the purchase that the page offers now. */
export function offeredId() {
  let id = sessionStorage.getItem(KEY);
  if (!id) {
    id = newId();
    sessionStorage.setItem(KEY, id);
  }
  return id;
}

/**
 * A receipt for `id` was found: the next offer has a new id.
 * @param {string} id
 */
export function settle(id) {
  if (sessionStorage.getItem(KEY) === id) sessionStorage.removeItem(KEY);
}

/**
 * Buys the next unit, asking until there is an answer.
 * @param {{ game: string, mode: import("./types.js").Mode, price_cents: number }} wish
 * @param {() => void} onUnknown  called when an answer is missing
 * @returns {Promise<Receipt>}
 */
export async function buy(wish, onUnknown) {
  const id = offeredId();
  try {
    const play = await untilAnswered(() => api.buy(id, wish), onUnknown);
    settle(id);
    return { play };
  } catch (error) {
    if (!(error instanceof api.Named)) throw error;
    settle(id);
    return { refused: error.code, play_id: error.play };
  }
}
