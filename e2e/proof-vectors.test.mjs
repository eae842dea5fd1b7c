// The shared vectors of proofs: the browser's verifier accepts what is sound and finds, in each
// broken proof, at least the steps that must fail.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

import { verifyProof } from '../io/web/assets/js/proof.js';

const folder = new URL('../docs/spec/vectors/', import.meta.url);
const files = readdirSync(folder).filter((name) => /^proof.*\.json$/.test(name));

test('there are vectors of proofs', () => assert.ok(files.includes('proof.json'), 'docs/spec/vectors/proof.json is missing'));

for (const name of files) {
  const { vkey, checkpoint, sound, broken } = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));

  test(`${name}: what is sound is accepted`, async () => {
    assert.ok(sound.length > 0);
    for (const { name, proof } of sound) {
      for (const published of [{ vkey, checkpoint }, { vkey }, { checkpoint }]) {
        const { steps, sound, compared } = await verifyProof(proof, published);
        assert.ok(sound && compared, `${name}: ${JSON.stringify(steps)}`);
      }
    }
  });

  test(`${name}: what is broken is refused, by the right steps`, async () => {
    assert.ok(broken.length > 0);
    for (const { name, proof, steps: expected } of broken) {
      const { steps, sound } = await verifyProof(proof, { vkey, checkpoint });
      const failed = steps.filter(({ state }) => state === 'failed').map(({ number }) => number);
      assert.equal(sound, false, name);
      assert.ok(expected.every((number) => failed.includes(number)), `${name}: ${failed} failed, ${expected} must`);
    }
  });
}
