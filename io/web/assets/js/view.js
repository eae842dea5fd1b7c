// Keeps the server's picture of what is uncovered, without a message for each tile: while one is
// on its way, the next waits and takes everything along.

import * as api from "./api.js";
import { untilAnswered } from "./connection.js";

/**
 * @param {string} playId
 * @returns {{ save: (uncovered: Iterable<number>) => void, saved: () => Promise<void> }}
 */
export function viewOf(playId) {
  /** @type {number[] | null} */
  let waiting = null;
  /** @type {Promise<void> | null} */
  let sending = null;

  async function send() {
    while (waiting) {
      const uncovered = waiting;
      waiting = null;
      await untilAnswered(() => api.saveView(playId, uncovered));
    }
    sending = null;
  }
  return {
    save(uncovered) {
      waiting = [...uncovered];
      // A named no cannot be mended by asking again, and a view moves no money.
      sending ??= send().catch(() => {
        sending = null;
      });
    },
    async saved() {
      await sending;
    },
  };
}
