// What an enemy, an old browser or a bad line may make of a proof: the verifier never throws, and
// never takes a changed file for a sound one.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { verifyProof } from '../io/web/assets/js/proof.js';
import { prove, signer, unitTree } from './prover.mjs';

const key = signer('lottery.example');
const witness = signer('witness.example');
const { proof, checkpoint } = prove(unitTree(7), 4, key);
const published = { checkpoint, vkey: key.vkey };

// The last line is by a key that the reader does not know: it is to be ignored, so its name and its
// base64 may become others. It must stay a signature line all the same.
const bytes = Buffer.from(proof + witness.line('whatever\n'));
const ignoredFrom = Buffer.byteLength(proof) + Buffer.byteLength('\u2014 ');
const ignored = (at) => at >= ignoredFrom && at < bytes.length - 1;

// Without the key, the operator's own signature is by an unknown key too.
const signed = bytes.indexOf('\u2014 ') + Buffer.byteLength('\u2014 ');
const unsigned = (at) => ignored(at) || (at >= signed && at < Buffer.byteLength(proof) - 1);

/** Each change at each place: none may pass, except where `free` says; there only its line is judged. */
async function change(make, given, free) {
  let survived = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    for (const changed of make(at)) {
      const verdict = await verifyProof(changed, given);
      const steps = verdict.steps.filter(({ state }) => state !== 'held').map(({ number }) => number);
      if (free(at)) assert.ok(steps.every((number) => number <= 2), `${at}: ${steps}`);
      else assert.equal(verdict.sound, false, `byte ${at}`);
      if (verdict.sound) survived += 1;
    }
  }
  // A test in which nothing survives would no longer show that unknown signatures are ignored.
  assert.ok(survived > 0);
}

const flips = (at) => [0x01, 0x20, 0x40, 0x80].map((mask) => {
  const changed = Uint8Array.from(bytes);
  changed[at] ^= mask;
  return changed;
});
const without = (at) => [Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)])];
const twice = (at) => [Buffer.concat([bytes.subarray(0, at + 1), bytes.subarray(at)])];

test('no byte can be changed', () => change(flips, published, ignored));
test('no byte can be changed with only the key published', () => change(flips, { vkey: key.vkey }, ignored));
test('no byte outside the signatures can be changed with only the checkpoint published', () => change(flips, { checkpoint }, unsigned));
test('no byte can be left out', () => change(without, published, ignored));

test('no byte can stand twice', () => change(twice, published, ignored));

test('no beginning of a proof is a proof', async () => {
  for (let end = 0; end < Buffer.byteLength(proof); end += 1) {
    assert.equal((await verifyProof(bytes.subarray(0, end), published)).sound, false, `${end} bytes`);
  }
});

test('nothing makes the verifier throw', async () => {
  const head = 'c2sp.org/tlog-proof@v1\nextra \nindex 0\n';
  const hostile = [
    undefined, null, 7, {}, [], new ArrayBuffer(8), new Uint8Array(1000), '\n', '\n\n', '\n\n\n\n', '\ud800', head, `${head}\n`, `${head}\n\n\n`,
    `${head}\n${'\n'.repeat(1000)}`, 'A'.repeat(2 ** 20), '\n'.repeat(2 ** 20), `${head}${'A\n'.repeat(400_000)}\n${checkpoint}`,
    `${head}\n${checkpoint}${'\u2014 a AAAA\n'.repeat(60_000)}`, `c2sp.org/tlog-proof@v1\nextra ${'A'.repeat(2 ** 19)}\nindex 4\n\n${checkpoint}`,
  ];
  for (const input of hostile) {
    const verdict = await verifyProof(input, published);
    assert.equal(verdict.sound, false);
    assert.equal(verdict.steps.length, 5);
    assert.ok(verdict.steps.every(({ faults }) => faults.length < 1000));
  }
  const chance = (seed) => Buffer.from(bytes).map((byte, at) => ((at * 7 + seed * 13) % 61 === 0 ? (byte * 31 + seed) % 256 : byte));
  for (let seed = 0; seed < 300; seed += 1) assert.equal((await verifyProof(chance(seed), published)).sound, false, `seed ${seed}`);
});

test('a file above the bound is not looked at', async () => {
  for (const input of ['A'.repeat(2 ** 20 + 1), 'é'.repeat(2 ** 19 + 1), Buffer.alloc(2 ** 20 + 1)]) {
    const { steps } = await verifyProof(input, published);
    assert.deepEqual(steps[0].faults, [{ code: 'too-long', limit: 2 ** 20 }]);
    assert.deepEqual(steps.slice(1).map(({ state }) => state), Array(4).fill('not checked'));
  }
});

/** Checks the proof in a world where one method of Web Crypto does not exist. */
async function lacking(method, given) {
  crypto.subtle[method] = async () => {
    throw new DOMException('not here', 'NotSupportedError');
  };
  try {
    return await verifyProof(proof, given);
  } finally {
    delete crypto.subtle[method];
  }
}

test('a browser without Ed25519 never says that a signature held', async () => {
  const alone = await lacking('importKey', { vkey: key.vkey });
  assert.equal(alone.steps[2].state, 'not checked');
  assert.deepEqual(alone.steps[2].notes, [{ code: 'ed25519-unavailable' }]);
  assert.deepEqual([alone.sound, alone.compared], [true, false]);

  const both = await lacking('importKey', published);
  assert.equal(both.steps[2].state, 'held');
  assert.deepEqual(both.steps[2].notes, [{ code: 'ed25519-unavailable' }]);
  assert.deepEqual([both.sound, both.compared], [true, true]);

  const foreign = await lacking('importKey', { vkey: witness.vkey });
  assert.equal(foreign.steps[2].state, 'failed');
});

test('a page without SHA-256 never says that a path held', async () => {
  const verdict = await lacking('digest', published);
  assert.deepEqual([verdict.sound, verdict.steps[4].state], [false, 'not checked']);
  assert.deepEqual(verdict.steps[4].notes, [{ code: 'sha256-unavailable' }]);
});

const folder = mkdtempSync(join(tmpdir(), 'proof-'));
after(() => rmSync(folder, { recursive: true }));

test('the command answers as the specification says', () => {
  const file = (name, content) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const good = file('good', proof);
  const bad = file('bad', proof.replace('index 4', 'index 5'));
  const note = file('checkpoint', checkpoint);
  const check = (expected, ...given) => {
    const program = fileURLToPath(new URL('proof.mjs', import.meta.url));
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...given], { encoding: 'utf8' });
    assert.equal(status, expected, `${given}: ${stdout}${stderr}`);
    return stdout;
  };
  assert.match(check(0, good, '--vkey', key.vkey), /3 published: held\n[^]*DUO\.V\.M/);
  check(0, good, '--checkpoint', note);
  check(0, good, '--in-itself');
  assert.match(check(2, good), /could have been made afterwards/);
  assert.match(check(1, bad, '--checkpoint', note), /5 path: failed\n {4}fault: root-differs/);
  check(1, bad, '--in-itself');
  check(2);
  check(2, join(folder, 'missing'));
  check(2, good, '--checkpoint', join(folder, 'missing'));
  check(2, good, '--unknown');
});
