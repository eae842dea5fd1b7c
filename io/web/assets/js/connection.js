// Whether the server can be reached. When it cannot, play stops and the page says so; what was
// asked is asked again until it is answered.

import { Unknown } from "./api.js";
import { after } from "./dom.js";

/** How long to wait before each repetition; the last one goes on for ever. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000];

/** @type {Set<(lost: boolean) => void>} */
const listeners = new Set();
let failing = 0;

/** Whether an answer is missing at this moment. */
export const isLost = () => failing > 0 || !navigator.onLine;

/**
 * Tells `listener` each time the connection is lost or found.
 * @param {(lost: boolean) => void} listener
 */
export function watch(listener) {
  listeners.add(listener);
}

/** @param {() => void} change */
function changing(change) {
  const before = isLost();
  change();
  if (isLost() !== before) for (const listener of listeners) listener(isLost());
}

let wasLost = !navigator.onLine;
for (const event of ["online", "offline"]) {
  addEventListener(event, () => {
    if (isLost() !== wasLost) for (const listener of listeners) listener(isLost());
    wasLost = isLost();
  });
}

/**
 * Asks until there is an answer, yes or a named no.
 * @template T
 * @param {() => Promise<T>} ask
 * @param {() => void} [onUnknown]  called the first time that no answer comes
 * @returns {Promise<T>}
 */
export async function untilAnswered(ask, onUnknown) {
  let counted = false;
  const settle = () => {
    if (counted) changing(() => failing--);
    counted = false;
  };
  for (let attempt = 0; ; attempt++) {
    try {
      const answer = await ask();
      settle();
      return answer;
    } catch (error) {
      if (!(error instanceof Unknown)) {
        settle();
        throw error;
      }
    }
    if (!counted) {
      changing(() => failing++);
      counted = true;
      onUnknown?.();
    }
    const pause_ms = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)];
    await Promise.race([after(pause_ms), foundAgain()]);
  }
}

/** When the browser believes that it is online again. */
const foundAgain = () =>
  new Promise((resolve) => addEventListener("online", resolve, { once: true }));
