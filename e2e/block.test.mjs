// The vectors of docs/spec/block.md are what the second implementation computes; the Rust tests
// read the same files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { jsonText, vectors } from './block.mjs';
import { failedSteps, proofVectors } from './proofs.mjs';

const file = (name) => readFileSync(new URL(`../docs/spec/vectors/${name}.json`, import.meta.url), 'utf8');

test('the vectors of a block are what the second implementation computes', () => {
  assert.equal(file('block'), jsonText(vectors()));
});

test('the vectors of proofs are what the second implementation computes', () => {
  assert.equal(file('proof'), jsonText(proofVectors()));
});

test('sound proofs fail no step, every broken one is another text and fails one', () => {
  const { sound, broken, ...published } = JSON.parse(file('proof'));
  for (const { name, proof } of sound) assert.deepEqual(failedSteps(proof, published), [], name);
  for (const { name, steps } of broken) assert.notEqual(steps.length, 0, name);
  assert.equal(new Set([...sound, ...broken].map(({ proof }) => proof)).size, sound.length + broken.length);
});

test('the proofs of the blocks of block.json are sound', () => {
  const { operator, blocks } = JSON.parse(file('block'));
  for (const { units, checkpoint } of blocks) {
    for (const { proof } of units) assert.deepEqual(failedSteps(proof, { vkey: operator.verifier_key, checkpoint }), []);
  }
});
