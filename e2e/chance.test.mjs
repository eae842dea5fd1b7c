// The vectors of docs/spec/chance.md are what the second implementation computes; the Rust tests
// read the same file. And the second implementation redoes the letters of made units from their
// grids, their lot and the key alone.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { Stream, extract, purposeKey, unitLetters, vectors } from './chance.mjs';
import { GAMES, lotOf, runsOf } from './judge.mjs';

const file = (path) => readFileSync(new URL(`../${path}`, import.meta.url));

test('the vectors are what the second implementation computes', () => {
  assert.deepEqual(JSON.parse(file('docs/spec/vectors/chance.json')), vectors());
});

const grille = process.env.GRILLE_BIN;
for (const id of Object.keys(GAMES)) {
  test(`the letters of ${id} follow from grids, lot and key`, { skip: grille ? false : 'GRILLE_BIN names no program' }, () => {
    const key = '5eed'.repeat(16);
    const hash = (path) => createHash('sha256').update(file(path)).digest();
    const extracted = extract([Buffer.from(key, 'hex')], Buffer.alloc(0));
    const streams = purposeKey(extracted, 'letters', hash(`games/${id}.toml`), hash('lexicon/fr.txt'));
    const out = execFileSync(grille, ['unit', id, '--count', '60', '--key', key, '--format', 'json']);
    const units = out.toString().trim().split('\n').map((line) => JSON.parse(line));
    assert.equal(units.length, 60);
    for (const unit of units) {
      const words = unit.grids.map((grid) => runsOf(grid));
      const lot = (set) => lotOf(GAMES[id], words.map((grid) => grid.filter((word) => [...word].every((c) => set.includes(c))).length));
      const stream = new Stream(streams, unit.index, 0);
      assert.equal(unitLetters(stream, GAMES[id].letterCount, lot, unit.prize_cents), unit.letters, `unit ${unit.index}`);
    }
  });
}
