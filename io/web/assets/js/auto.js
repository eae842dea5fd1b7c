// Auto: the tiles uncover by themselves, one after another, at one pace.

import { after } from "./dom.js";
import { PACE_MS } from "./show.js";

/**
 * Uncovers until `next` has nothing more to give or the returned function stops it.
 * @param {() => number | null} next       the tile to uncover, if there is one
 * @param {(tile: number) => void} uncover
 * @param {() => boolean} paused           while true, nothing is uncovered
 * @returns {() => void}
 */
export function run(next, uncover, paused) {
  let stopped = false;
  (async () => {
    for (;;) {
      await after(PACE_MS);
      if (stopped) return;
      if (paused()) continue;
      const tile = next();
      if (tile === null) return;
      uncover(tile);
    }
  })();
  return () => {
    stopped = true;
  };
}
