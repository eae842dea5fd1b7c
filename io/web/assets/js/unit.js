// A unit as the page shows it: cells, and the words that can be read with some letters. What it
// finds is only shown; the result of a unit is the server's, fixed since the sale.

/** @typedef {import("./types.js").Play} Play */
/** @typedef {{ letter: string | null }} Cell */
/** @typedef {{ text: string, cells: number[] }} Word */

/**
 * The cells of a grid, row by row; a grey one has no letter.
 * @param {string[]} rows
 * @returns {Cell[]}
 */
export const cells = (rows) =>
  rows.flatMap((row) => Array.from(row, (mark) => ({ letter: mark === "." ? null : mark })));

/**
 * Every unbroken run of two letters or more: across first, then down.
 * @param {string[]} rows
 * @returns {Word[]}
 */
export function words(rows) {
  const width = rows[0]?.length ?? 0;
  const across = rows.map((_, row) => Array.from({ length: width }, (_, column) => row * width + column));
  const down = Array.from({ length: width }, (_, column) => rows.map((_, row) => row * width + column));
  const all = cells(rows);
  /** @type {Word[]} */
  const found = [];
  for (const line of [...across, ...down]) {
    /** @type {number[]} */
    let run = [];
    for (const place of [...line, -1]) {
      if (place >= 0 && all[place].letter !== null) {
        run.push(place);
        continue;
      }
      if (run.length >= 2) found.push({ text: run.map((cell) => all[cell].letter).join(""), cells: run });
      run = [];
    }
  }
  return found;
}

/**
 * Whether `word` can be read with `letters`.
 * @param {Word} word
 * @param {Set<string>} letters
 */
export const isComplete = (word, letters) => Array.from(word.text).every((letter) => letters.has(letter));
