#!/usr/bin/env node
// Checks one unit's proof with the page's verifier, for those who have Node and no browser.
//
//   node proof.mjs FILE [--checkpoint FILE] [--vkey VKEY] [--in-itself]
//
// Exit status, as docs/spec/verification.md says: 0 every step held and something published was
// compared, 1 a step failed, 2 could not look, or nothing published was compared.

import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { verifyProof } from '../io/web/assets/js/proof.js';

/** @typedef {import('../io/web/assets/js/proof.js').Verdict} Verdict */

const USAGE = 'node proof.mjs FILE [--checkpoint FILE] [--vkey VKEY] [--in-itself]';

const OPTIONS = /** @type {const} */ ({
  checkpoint: { type: 'string' },
  vkey: { type: 'string' },
  'in-itself': { type: 'boolean' },
});

/**
 * A file's text may hold anything, a terminal's control characters too.
 * @param {unknown} value
 */
const plain = (value) => String(value).replace(/[^ -~]/gu, '?');

/** @param {import('../io/web/assets/js/step.js').Finding} finding */
function sentence({ code, ...parameters }) {
  const rest = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return plain([code, ...rest].join(', '));
}

/** @param {Verdict} verdict */
function print({ steps, unit, origin, size, root }) {
  for (const { number, name, state, faults, notes } of steps) {
    console.log(`${number} ${name}: ${state}`);
    for (const fault of faults) console.log(`    fault: ${sentence(fault)}`);
    for (const note of notes) console.log(`    not checked: ${sentence(note)}`);
  }
  console.log(`origin ${plain(origin)}\nsize ${plain(size)}\nroot ${plain(root)}`);
  if (!unit) return;
  console.log(`unit ${unit.index} of ${unit.block}\nletters ${unit.letters}`);
  for (const grid of unit.grids) console.log(`\n${grid.join('\n')}`);
}

async function main() {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) throw new Error(`usage: ${USAGE}`);
  const { vkey } = values;
  const checkpoint = values.checkpoint === undefined ? undefined : readFileSync(values.checkpoint, 'utf8');
  const verdict = await verifyProof(readFileSync(file), { checkpoint, vkey });
  print(verdict);
  if (verdict.steps.some(({ state }) => state === 'failed')) return 1;
  if (!verdict.sound) return 2;
  if (verdict.compared) return 0;
  console.log('Nothing published was compared: this proof is sound in itself only, and could have been made afterwards.');
  return values['in-itself'] ? 0 : 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
