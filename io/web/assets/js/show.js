// When Auto shows what. The whole of it follows from a unit's name and its number of tiles: neither
// the letters, nor the grid, nor the gain can be seen from here.

import { orderOf } from "./chance.js";

/** From one tile to the next. */
export const PACE_MS = 420;

/** From the last tile to the result, whatever it is: time for any word to light up. */
export const SETTLE_MS = 1_300;

/**
 * The tiles in the order in which Auto uncovers them.
 * @param {string} name   of the unit
 * @param {number} tiles  how many it has
 */
export const order = (name, tiles) => orderOf(name, tiles);

/**
 * Which tile Auto uncovers next, or null when none is left.
 * @param {string} name
 * @param {number} tiles
 * @param {Set<number>} open  the tiles that are uncovered
 */
export const next = (name, tiles, open) => order(name, tiles).find((tile) => !open.has(tile)) ?? null;
