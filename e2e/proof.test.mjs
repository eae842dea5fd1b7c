// The browser's verifier of proofs: sound ones of many trees pass, and each kind of fault is named
// where docs/spec/verification.md puts it.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { verifyProof } from '../io/web/assets/js/proof.js';
import { BLOCK, checkpointText, head, leaf, prove, sha256, signer, thinTree, unitTree } from './prover.mjs';

const key = signer('lottery.example');
const other = signer('witness.example');
const tree = unitTree(7);
const INDEX = 4;
const sound = prove(tree, INDEX, key);
const published = { checkpoint: sound.checkpoint, vkey: key.vkey };
const text = checkpointText(7, tree.hash(0, 7));
const path = tree.path(INDEX);

/** `1 header` for each fault, in the order of the steps. */
const faultsOf = ({ steps }) => steps.flatMap(({ number, faults }) => faults.map(({ code }) => `${number} ${code}`));
const failed = ({ steps }) => steps.filter(({ state }) => state === 'failed').map(({ number }) => number);
const states = ({ steps }) => steps.map(({ state }) => state).join(', ');
const ALL_HELD = 'held, held, held, held, held';

async function accept(proof, given, name) {
  const verdict = await verifyProof(proof, given);
  assert.deepEqual(faultsOf(verdict), [], name);
  assert.equal(states(verdict), ALL_HELD, name);
  assert.ok(verdict.sound && verdict.compared, name);
  return verdict;
}

test('a sound proof says its unit', async () => {
  const { unit, origin, size, root, steps } = await accept(sound.proof, published);
  assert.deepEqual(steps.map(({ number, name }) => `${number} ${name}`), ['1 form', '2 checkpoint', '3 published', '4 text', '5 path']);
  assert.deepEqual(unit, {
    block: BLOCK, index: INDEX, salt: sha256('salt 4').toString('hex').slice(0, 32), letters: 'EVLOTASIRNUDMP',
    grids: [['..MASAI', 'DUO.V.M'], ['LIT...L', '..A..RE']],
  });
  assert.deepEqual([origin, size, root], [`lottery.example/${BLOCK}`, 7, tree.hash(0, 7).toString('base64')]);
});

test('every index of trees of 1 to 70 units', async () => {
  for (let size = 1; size <= 70; size += 1) {
    const units = unitTree(size);
    for (let index = 0; index < size; index += 1) {
      const { proof, checkpoint } = prove(units, index, key);
      await accept(Buffer.from(proof), { checkpoint, vkey: key.vkey }, `${index} of ${size}`);
    }
  }
});

test('trees of real blocks and at the edges of 32 bits', async () => {
  for (const size of [255, 256, 257, 65_537, 1_500_000, 3_000_000, 2 ** 31, 2 ** 31 + 1, 2 ** 32 - 1]) {
    const indices = [0, 1, Math.floor(size / 3), Math.floor(size / 2), 2 ** 31 - 1, 2 ** 31, size - 2, size - 1];
    for (const index of indices.filter((index) => index < size)) {
      const { proof, checkpoint } = prove(thinTree(size, index), index, key);
      await accept(proof, { checkpoint, vkey: key.vkey }, `${index} of ${size}`);
    }
  }
});

test('the key alone, the checkpoint alone, and nothing', async () => {
  await accept(sound.proof, { vkey: key.vkey });
  await accept(sound.proof, { checkpoint: sound.checkpoint });
  for (const given of [{}, undefined, null]) {
    const verdict = await verifyProof(sound.proof, given);
    assert.equal(states(verdict), 'held, held, not checked, held, held');
    assert.deepEqual(verdict.steps[2].notes, [{ code: 'nothing-published' }]);
    assert.deepEqual([verdict.sound, verdict.compared], [true, false]);
  }
});

test('signatures by unknown keys are ignored', async () => {
  const cosignature = `\u2014 ${other.name} ${Buffer.alloc(76, 7).toString('base64')}\n`;
  const sameName = signer(key.name).line(text);
  const sameId = `\u2014 another.example ${Buffer.concat([key.id, Buffer.alloc(64)]).toString('base64')}\n`;
  for (const line of [other.line(text), cosignature, sameName, sameId, other.line('something else\n'), '\u2014 clé.example AAAAAAA=\n']) {
    await accept(sound.proof + line, published, line);
    await accept(sound.proof.replace('\u2014', `${line}\u2014`), published, line);
  }
  await accept(sound.proof + other.line(text).repeat(15), published);
});

// Each row: what is wrong, the file (or what was published besides it), the faults.
const withText = (changed) => `${head(leaf(INDEX), INDEX, path)}\n${changed}\n${key.line(changed)}`;
const withLeaf = (data, index = INDEX) => `${head(data, index, path)}\n${sound.checkpoint}`;
const withHead = (from, to) => {
  assert.ok(sound.proof.includes(from), from);
  return sound.proof.replace(from, to);
};
const signature = key.line(text);
const encoded = Buffer.from(leaf(INDEX)).toString('base64');
const first = path[0].toString('base64');
const nonCanonical = first.replace(/.=$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}=`);
const grids = (...rows) => leaf(INDEX, { grids: rows });
const TEXT_FAULT = (code) => [`4 ${code}`, '5 root-differs'];
const CHANGED = (...codes) => [...codes.map((code) => `2 ${code}`), '3 text-differs'];

const BROKEN = [
  ['nothing', '', ['1 final-newline', '1 empty-line-missing', '1 header', '1 extra-missing', '1 index-missing', '2 checkpoint-missing']],
  ['another format', withHead('proof@v1', 'proof@v2'), ['1 header']],
  ['no header', withHead('c2sp.org/tlog-proof@v1\n', ''), ['1 header']],
  ['a byte order mark', `\ufeff${sound.proof}`, ['1 header']],
  ['a byte that is no UTF-8', Buffer.concat([Buffer.from(sound.proof.slice(0, 5)), Buffer.from([0xff]), Buffer.from(sound.proof.slice(5))]), ['1 not-utf8', '1 header']],
  ['a newline too few', sound.proof.slice(0, -1), ['1 final-newline', '2 checkpoint-final-newline']],
  ['a newline too many', `${sound.proof}\n`, ['2 text-lines', '2 signatures-missing', '3 text-differs', '3 signature-missing']],
  ['a line behind the signatures', `${sound.proof}more\n`, ['2 signature-malformed']],
  ['no extra', withHead(`extra ${encoded}\n`, ''), ['1 extra-missing']],
  ['extra twice', withHead('extra ', `extra ${encoded}\nextra `), ['1 index-missing', '1 path-malformed']],
  ['extra of URL base64', withHead(encoded, encoded.replace(/.$/, '_')), ['1 extra-malformed']],
  ['a space behind extra', withHead(`${encoded}\n`, `${encoded} \n`), ['1 extra-malformed']],
  ['no index', withHead('index 4\n', ''), ['1 index-missing']],
  ['index and extra changed about', withHead(`extra ${encoded}\nindex 4\n`, `index 4\nextra ${encoded}\n`), ['1 extra-missing', '1 path-malformed', '5 path-length']],
  ['an index with a zero in front', withHead('index 4', 'index 04'), ['1 index-malformed']],
  ['an index with a sign', withHead('index 4', 'index +4'), ['1 index-malformed']],
  ['an index of other digits', withHead('index 4', 'index \u0664'), ['1 index-malformed']],
  ['an index too large', withHead('index 4', 'index 7'), ['2 index-beyond-size', '4 index-differs']],
  ['an index of 40 digits', withHead('index 4', `index ${'4'.repeat(40)}`), ['2 index-beyond-size', '4 index-differs']],
  ['another index', withHead('index 4', 'index 5'), ['4 index-differs', '5 root-differs']],
  ['an index with another length of path', withHead('index 4', 'index 6'), ['4 index-differs', '5 path-length']],
  ['a hash not canonical', withHead(first, nonCanonical), ['1 path-malformed']],
  ['a hash without padding', withHead(first, first.slice(0, -1)), ['1 path-malformed']],
  ['a hash too short', withHead(first, 'AAAA'), ['1 path-malformed']],
  ['another hash', withHead(first, sha256('another').toString('base64')), ['5 root-differs']],
  ['hashes changed about', `${head(leaf(INDEX), INDEX, [path[1], path[0], path[2]])}\n${sound.checkpoint}`, ['5 root-differs']],
  ['a hash too few', `${head(leaf(INDEX), INDEX, path.slice(1))}\n${sound.checkpoint}`, ['5 path-length']],
  ['a hash too many', `${head(leaf(INDEX), INDEX, [...path, path[0]])}\n${sound.checkpoint}`, ['5 path-length']],
  // The signature line stands where the origin would; this key's has no `/`.
  ['no empty line before the checkpoint', sound.proof.replace('\n\n', '\n'), ['1 path-malformed', '2 signatures-missing', '2 text-lines', '2 origin-malformed', '2 root-malformed', '2 manifest-line', '2 size-malformed', '4 origin-without-block']],
  ['returns before the newlines', sound.proof.replaceAll('\n', '\r\n'), ['1 control-character', '1 empty-line-missing', '1 header', '1 extra-malformed', '1 index-malformed', '2 checkpoint-missing']],
  ['a return in a signature', `${sound.proof}${other.line(text).replace('\n', '\r\n')}`, ['1 control-character', '2 signature-malformed', '2 checkpoint-control-character']],
  ['no checkpoint', sound.proof.slice(0, -sound.checkpoint.length), ['2 checkpoint-missing']],

  ['no origin', withText(text.replace(/^.*\n/, '\n')), ['2 origin-malformed', '3 text-differs', '3 origin-of-another-key']],
  ['an origin without a block', withText(text.replace(`/${BLOCK}`, '')), ['2 origin-malformed', '3 text-differs', '3 origin-of-another-key', '4 origin-without-block']],
  ['the origin of another block', withText(text.replace(BLOCK, BLOCK.replace('5f', '5e'))), [...CHANGED(), '4 block-differs']],
  ['the origin of another operator', withText(text.replace('lottery', 'lotterie')), ['3 text-differs', '3 origin-of-another-key']],
  ['a size with a zero in front', withText(text.replace('\n7\n', '\n07\n')), CHANGED('size-malformed')],
  ['a size of none', withText(text.replace('\n7\n', '\n0\n')), CHANGED('size-out-of-range')],
  ['a size of 2^32', withText(text.replace('\n7\n', `\n${2 ** 32}\n`)), CHANGED('size-out-of-range')],
  ['another size', withText(text.replace('\n7\n', '\n8\n')), CHANGED()],
  ['another root', withText(checkpointText(7, sha256('x'))), [...CHANGED(), '5 root-differs']],
  ['a root too short', withText(checkpointText(7, Buffer.alloc(31))), CHANGED('root-malformed')],
  ['no manifest line', withText(text.replace(/grille-.*\n/, '')), CHANGED('text-lines', 'manifest-line')],
  ['a manifest hash in capitals', withText(text.replace(/6f/g, '6F')), CHANGED('manifest-line')],
  ['a line too many in the text', withText(`${text}more\n`), CHANGED('text-lines')],
  ['no signature', withHead(signature, ''), ['2 signatures-missing', '3 signature-missing']],
  ['a hyphen for the dash', withHead('\u2014', '-'), ['2 signature-malformed', '3 signature-missing']],
  ['an en dash for the dash', withHead('\u2014', '\u2013'), ['2 signature-malformed', '3 signature-missing']],
  ['a space too many in a signature', withHead('\u2014 ', '\u2014  '), ['2 signature-malformed', '3 signature-missing']],
  ['a no-break space in a name', sound.proof + other.line(text).replace('witness', 'wit\u00a0ness'), ['2 signature-malformed']],
  ['another key signed', withHead(signature, other.line(text)), ['3 signature-missing']],
  ['another key of the name signed', withHead(signature, signer(key.name).line(text)), ['3 signature-missing']],
  ['another text was signed', withHead(signature, key.line(`${text}more\n`)), ['3 signature-wrong']],
  ['one of two signatures is wrong', sound.proof + key.line('something else\n'), ['3 signature-wrong']],
  ['a signature too long', withHead(signature, `\u2014 ${key.name} ${Buffer.concat([key.id, Buffer.alloc(65)]).toString('base64')}\n`), ['3 signature-wrong']],

  ['another version of the text', withLeaf(leaf(INDEX, { header: 'grille/unit/v2' })), TEXT_FAULT('leaf-header')],
  ['the text of another block', withLeaf(leaf(INDEX, { block: BLOCK.replace('5f', '5e') })), TEXT_FAULT('block-differs')],
  ['a block that is none', withLeaf(leaf(INDEX, { block: 'Block' })), ['4 leaf-block-malformed', ...TEXT_FAULT('block-differs')]],
  ['a block of too long a game', withLeaf(leaf(INDEX, { block: `${'a'.repeat(41)}-5f0c9be30a4b1f7e` })), ['4 leaf-block-malformed', ...TEXT_FAULT('block-differs')]],
  ['the text of another index', withLeaf(leaf(5)), TEXT_FAULT('index-differs')],
  ['a text index with a zero in front', withLeaf(leaf(INDEX, { index: '04' })), ['4 leaf-index-malformed', ...TEXT_FAULT('index-differs')]],
  ['a salt in capitals', withLeaf(leaf(INDEX, { salt: 'A'.repeat(32) })), TEXT_FAULT('leaf-salt-malformed')],
  ['a salt too short', withLeaf(leaf(INDEX, { salt: 'a'.repeat(30) })), TEXT_FAULT('leaf-salt-malformed')],
  ['small letters', withLeaf(leaf(INDEX, { letters: 'evlotasirnudmp' })), TEXT_FAULT('leaf-letters-malformed')],
  ['no letters', withLeaf(leaf(INDEX, { letters: '' })), TEXT_FAULT('leaf-letters-malformed')],
  ['no grid', withLeaf(grids()), TEXT_FAULT('leaf-grid-empty')],
  ['a cell that is none', withLeaf(grids(['AB#'])), TEXT_FAULT('leaf-row-malformed')],
  ['a grid that is no rectangle', withLeaf(grids(['ABC', 'DE'])), TEXT_FAULT('leaf-grid-not-rectangular')],
  ['grids of two sizes', withLeaf(grids(['ABC'], ['DE'])), TEXT_FAULT('leaf-grid-size-differs')],
  ['an empty line too many', withLeaf(`${leaf(INDEX)}\n`), TEXT_FAULT('leaf-grid-empty')],
  ['a text without its last newline', withLeaf(leaf(INDEX).slice(0, -1)), TEXT_FAULT('leaf-final-newline')],
  ['a text with a return', withLeaf(leaf(INDEX).replace(/\n/, '\r\n')), TEXT_FAULT('leaf-header')],
  ['a text not in ASCII', withLeaf(leaf(INDEX).replace('MASAI', 'MASA\u0130')), ['4 leaf-not-ascii', ...TEXT_FAULT('leaf-row-malformed')]],
  ['a text too long', withLeaf(grids(Array(6000).fill('ABCDEFGHIJK'))), TEXT_FAULT('leaf-too-long')],
  ['another cell', withLeaf(leaf(INDEX).replace('MASAI', 'MASAO')), ['5 root-differs']],
];

test('each kind of fault is named', async () => {
  assert.equal(new Set(BROKEN.map(([name]) => name)).size, BROKEN.length);
  for (const [name, proof, expected] of BROKEN) {
    const verdict = await verifyProof(proof, published);
    assert.equal(verdict.sound, false, name);
    assert.deepEqual([...new Set(faultsOf(verdict))], expected, name);
  }
});

test('what an earlier fault hides is not checked', async () => {
  const check = async (proof, expected) => assert.equal(states(await verifyProof(proof, published)), expected);
  await check('', 'failed, failed, not checked, not checked, not checked');
  await check(withHead('extra ', 'extra !'), 'failed, held, held, not checked, not checked');
  await check(withHead('index ', 'index -'), 'failed, not checked, held, not checked, not checked');
  await check(withHead(first, nonCanonical), 'failed, held, held, held, not checked');
  await check(withText(text.replace('\n7\n', '\n7.\n')), 'held, failed, failed, held, not checked');
});

test('a fault of what was published is a fault of step 3', async () => {
  const rows = [
    ['another checkpoint', { checkpoint: `${text.replace('\n7\n', '\n8\n')}\n${signature}` }, 'text-differs'],
    ['no checkpoint', { checkpoint: text }, 'published-checkpoint-malformed'],
    ['an empty checkpoint', { checkpoint: '' }, 'published-checkpoint-malformed'],
    ['a checkpoint of another kind', { checkpoint: 7 }, 'published-checkpoint-malformed'],
    ['no key', { vkey: '' }, 'vkey-malformed'],
    ['a key of another kind', { vkey: {} }, 'vkey-malformed'],
    ['a key with a newline', { vkey: `${key.vkey}\n` }, 'vkey-malformed'],
    ['a key of another type', { vkey: key.vkey.replace(/[+]A[^+]/, '+BA') }, 'vkey-malformed'],
    ['a key with another id', { vkey: key.vkey.replace(/[+][0-9a-f]{8}/, '+00000000') }, 'vkey-id-differs, signature-missing'],
    ['another key', { vkey: other.vkey }, 'origin-of-another-key, signature-missing'],
  ];
  for (const [name, given, expected] of rows) {
    const verdict = await verifyProof(sound.proof, given);
    assert.deepEqual(failed(verdict), [3], name);
    assert.equal(verdict.steps[2].faults.map(({ code }) => code).join(', '), expected, name);
  }
});

test('a fault says where it is', async () => {
  const faults = async (proof, step) => (await verifyProof(proof, published)).steps[step - 1].faults;
  assert.deepEqual(await faults(withHead(first, nonCanonical), 1), [{ code: 'path-malformed', line: 4, why: 'base64-not-canonical' }]);
  assert.deepEqual(await faults(withHead('index 4', 'index 7'), 2), [{ code: 'index-beyond-size', index: '7', size: 7 }]);
  assert.deepEqual(await faults(sound.proof + key.line('x\n'), 3), [{ code: 'signature-wrong', line: 7 }]);
  assert.deepEqual(await faults(withLeaf(grids(['AB', 'C#'])), 4), [{ code: 'leaf-row-malformed', line: 7 }]);
  assert.deepEqual(await faults(withHead('index 4', 'index 6'), 5), [{ code: 'path-length', expected: 2, found: 3 }]);
  const many = await faults(withHead(first, 'x\n'.repeat(250) + first), 1);
  assert.deepEqual([many.length, many.at(-1)], [101, { code: 'more-faults', of: 'path-malformed', count: 250 }]);
});
