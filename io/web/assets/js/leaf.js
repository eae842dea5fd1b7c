// A unit's text, the leaf of the tree (block.md, rule 5), judged as far as the text itself goes:
// the number of letters, grids and words is the game file's matter.

import { decimal } from "./strict.js";

/**
 * @typedef {import("./strict.js").Bytes} Bytes
 * @typedef {import("./step.js").Step} Step
 *
 * @typedef {object} Leaf
 * @property {string} block
 * @property {number} index      from 0
 * @property {string} salt       hex
 * @property {string} letters    in order
 * @property {string[][]} grids  rows of A–Z and `.` for grey
 * @property {string} [identification]  of a paper ticket
 */

/** Block.md, rule 7. */
const MAX_BYTES = 65_535;

/** A game's id of 1 to 40 characters, a hyphen, the first 16 digits of a hash (block.md, rule 2). */
const BLOCK = /^(?=.{18,57}$)[a-z][a-z0-9]*(-[a-z0-9]+)*-[0-9a-f]{16}$/;

/** The number of a paper ticket, which stands behind an empty line (ticket.md, rule 4). */
const IDENTIFICATION = /^[0-9]{5}-[0-9]{7}-[0-9]{3}-[0-9]$/;

/**
 * The unit is null where the text has any fault; block and index are as they stand.
 * @param {Bytes} data
 * @param {Step} step
 * @returns {{ unit: Leaf | null, block: string, indexText: string }}
 */
export function readLeaf(data, step) {
  let sound = true;
  /** @type {Step["fail"]} */
  const fail = (code, parameters) => {
    sound = false;
    step.fail(code, parameters);
  };
  if (data.length > MAX_BYTES) fail("leaf-too-long", { limit: MAX_BYTES, found: data.length });
  if (data.some((byte) => byte > 0x7f)) fail("leaf-not-ascii");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else fail("leaf-final-newline");

  const [header = "", block = "", indexText = "", salt = "", letters = "", ...rows] = lines;
  if (header !== "grille/unit/v1") fail("leaf-header");
  if (!BLOCK.test(block)) fail("leaf-block-malformed");
  const index = decimal(indexText);
  if (index === null) fail("leaf-index-malformed");
  if (!/^[0-9a-f]{32}$/.test(salt)) fail("leaf-salt-malformed");
  if (!/^[A-Z]+$/.test(letters)) fail("leaf-letters-malformed");
  const last = rows.at(-1) ?? "";
  const identification = rows.length > 2 && rows.at(-2) === "" && IDENTIFICATION.test(last) ? last : null;
  const grids = readGrids(identification === null ? rows : rows.slice(0, -2), fail);
  const number = identification === null ? {} : { identification };
  const unit = { block, index: index ?? 0, salt, letters, grids, ...number };
  return { unit: sound && index !== null ? unit : null, block, indexText };
}

/**
 * The grids, parted by single empty lines.
 * @param {string[]} rows
 * @param {Step["fail"]} fail
 */
function readGrids(rows, fail) {
  /** @type {string[][]} */
  const grids = [[]];
  for (const [at, row] of rows.entries()) {
    if (row === "") grids.push([]);
    else grids.at(-1)?.push(row);
    if (row !== "" && !/^[A-Z.]+$/.test(row)) fail("leaf-row-malformed", { line: at + 6 });
  }
  const [first] = grids;
  const height = first?.length ?? 0;
  const width = first?.[0]?.length ?? 0;
  for (const [at, grid] of grids.entries()) {
    if (grid.length === 0) fail("leaf-grid-empty", { grid: at });
    else if (grid.some((row) => row.length !== grid[0]?.length)) fail("leaf-grid-not-rectangular", { grid: at });
    else if (grid.length !== height || grid[0]?.length !== width) fail("leaf-grid-size-differs", { grid: at });
  }
  return grids;
}
