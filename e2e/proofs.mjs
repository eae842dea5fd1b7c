// The steps of docs/spec/verification.md, "A proof", written from that page, and the vectors that
// a verifier of proofs is held against: sound ones and broken ones, each broken in one way.

import { createPublicKey, verify } from 'node:crypto';

import {
  Operator, base64, checkpointOf, checkpointText, keyOf, leafData, leafHash, manifestOf, nodeHash, operator, pathLength,
  pathOf, plainSource, proofOf, rootOf, saltOf, sha256, sharedSource, smallUnit, blockId,
} from './block.mjs';

/** The bytes of canonical base64, else null. */
function bytesOf(text) {
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && base64(bytes) === text ? bytes : null;
}

const DECIMAL = /^(0|[1-9][0-9]*)$/;

/** Step 1: the parts of a proof, else null. */
function readProof(text) {
  const end = text.indexOf('\n\n');
  if (end < 0) return null;
  const [version, extra, index, ...path] = text.slice(0, end).split('\n');
  const hashes = path.map(bytesOf);
  const sound = version === 'c2sp.org/tlog-proof@v1' && extra?.startsWith('extra ') && bytesOf(extra.slice(6))
    && index?.startsWith('index ') && DECIMAL.test(index.slice(6)) && hashes.every((hash) => hash?.length === 32);
  if (!sound) return null;
  return { leaf: bytesOf(extra.slice(6)), index: BigInt(index.slice(6)), path: hashes, checkpoint: text.slice(end + 2) };
}

/** A signed note as far as it can be read: its text and its signature lines, else null. */
function readNote(note) {
  const end = note.indexOf('\n\n');
  const lines = note.slice(end + 2).split('\n');
  if (end < 0 || lines.pop() !== '' || lines.length === 0) return null;
  const signatures = lines.map((line) => {
    const [, name, body] = /^\u2014 ([^\s+]+) (\S+)$/u.exec(line) ?? [];
    const bytes = body && bytesOf(body);
    return bytes && bytes.length > 4 ? { name, id: bytes.subarray(0, 4), signature: bytes.subarray(4) } : null;
  });
  return signatures.includes(null) ? null : { text: note.slice(0, end + 1), signatures };
}

/** Step 2: what a checkpoint's text states, else null. */
function readText(text) {
  const match = /^([^\n+ ]+\/[^\n/+ ]+)\n([1-9][0-9]*)\n(\S+)\ngrille-manifest ([0-9a-f]{64})\n$/.exec(text);
  const root = match && bytesOf(match[3]);
  return root?.length === 32 ? { origin: match[1], units: BigInt(match[2]), root } : null;
}

/** Step 3: whether the note is the published one, signed by the published key. */
function isPublished(note, published) {
  // The base64 of a key may hold a plus sign itself.
  const [, name, id, body] = /^([^+]+)\+([^+]+)\+(.+)$/.exec(published.vkey);
  const point = bytesOf(body).subarray(1);
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: point.toString('base64url') }, format: 'jwk' });
  const own = note.signatures.filter((line) => line.name === name && line.id.toString('hex') === id);
  const signed = own.length > 0 && own.every((line) => verify(null, Buffer.from(note.text), key, line.signature));
  return note.text === readNote(published.checkpoint).text && signed && note.text.startsWith(`${name}/`);
}

/** Step 4: the block id and the index of a unit's text, else null. */
function readLeaf(leaf) {
  const text = leaf.toString('latin1');
  const match = /^grille\/unit\/v1\n(.+)\n(.+)\n[0-9a-f]{32}\n[A-Z]{1,26}\n([A-Z.\n]+)\n(?:\n[0-9]{5}-[0-9]{7}-[0-9]{3}-[0-9]\n)?$/.exec(text);
  if (!match || !DECIMAL.test(match[2])) return null;
  const grids = match[3].split('\n\n').map((grid) => grid.split('\n'));
  const [rows, columns] = [grids[0].length, grids[0][0].length];
  const even = columns > 0 && grids.every((grid) => grid.length === rows && grid.every((row) => row.length === columns));
  return even ? { block: match[1], index: BigInt(match[2]) } : null;
}

/** Step 5: whether the path leads from the leaf to the root. */
function leads({ leaf, index, path }, { units, root }) {
  const { inner, border } = pathLength(index, units);
  if (path.length !== inner + border) return false;
  const top = path.reduce((hash, other, i) => {
    const left = i >= inner || (index >> BigInt(i)) & 1n;
    return left ? nodeHash(other, hash) : nodeHash(hash, other);
  }, leafHash(leaf));
  return top.equals(root);
}

/** The steps that fail; a step that cannot be done because of an earlier fault is left out. */
export function failedSteps(text, published) {
  const proof = readProof(text);
  if (!proof) return [1];
  const note = readNote(proof.checkpoint);
  const stated = note && readText(note.text);
  const unit = readLeaf(proof.leaf);
  const failed = [];
  if (!stated || proof.index >= stated.units) failed.push(2);
  if (note && !isPublished(note, published)) failed.push(3);
  const block = stated && stated.origin.slice(stated.origin.lastIndexOf('/') + 1);
  if (!unit || unit.index !== proof.index || (stated && unit.block !== block)) failed.push(4);
  if (stated && proof.index < stated.units && !leads(proof, stated)) failed.push(5);
  return failed;
}

const SOUND = 11;

/** Leaves that the operator committed to although they are no unit's text. */
const BAD_LEAVES = {
  'salt in upper case': (text) => text.replace(/^[0-9a-f]{32}$/m, (salt) => salt.toUpperCase()),
  'salt of 31 digits': (text) => text.replace(/^([0-9a-f]{31})[0-9a-f]$/m, '$1'),
  'letters in lower case': (text) => text.replace(/^[A-Z]{9}$/m, (letters) => letters.toLowerCase()),
  'letters missing': (text) => text.replace(/^[A-Z]{9}\n/m, '\n'),
  'letters apart by spaces': (text) => text.replace(/^[A-Z]{9}$/m, (letters) => [...letters].join(' ')),
  'cell in lower case': (text) => text.replace(/[A-Z]\n$/, 'a\n'),
  'cell that is a space': (text) => text.replace(/[A-Z]\n$/, ' \n'),
  'cell outside of ASCII': (text) => text.replace(/[A-Z]\n$/, '\u00c9\n'),
  'ragged row': (text) => text.replace(/.\n$/, '\n'),
  'grids of two sizes': (text) => text.replace(/\n.{5}\n$/, '\n'),
  'no grid': (text) => text.split('\n').slice(0, 5).join('\n').concat('\n'),
  'two empty lines between grids': (text) => text.replace('\n\n', '\n\n\n'),
  'empty line at the end': (text) => `${text}\n`,
  'last newline missing': (text) => text.slice(0, -1),
  'lines that end with CRLF': (text) => text.replaceAll('\n', '\r\n'),
  'other version of the text': (text) => text.replace('unit/v1', 'unit/v2'),
  'index with a leading zero': (text) => text.replace(/\n([0-9]+)\n/, '\n0$1\n'),
  'index of another unit': (text) => text.replace(/\n[0-9]+\n/, '\n3\n'),
  'block id of another block': (text) => text.replace(/deux-cinq-[0-9a-f]{16}/, blockId(plainSource)),
};

/** The block of the proofs, and what is needed to break them. */
function makeStage() {
  const source = sharedSource;
  const block = blockId(source);
  const changes = [...Array(SOUND).fill((text) => text), ...Object.values(BAD_LEAVES), (text) => text];
  const saltKey = keyOf(source, 'salt');
  const leaves = changes.map((change, index) => Buffer.from(change(leafData(block, index, saltOf(saltKey, index), smallUnit(index, 9, 2)))));
  const hashes = leaves.map((leaf) => leafHash(leaf));
  const root = rootOf(hashes);
  const manifest = manifestOf(source, leaves.length, root);
  const checkpoint = checkpointOf(operator, block, leaves.length, root, manifest);
  const path = (index) => pathOf(index, hashes);
  const proof = (index, parts = {}) => {
    const { leaf, line, way, note } = { leaf: leaves[index], line: index, way: path(index), note: checkpoint, ...parts };
    return proofOf(leaf, line, way, note);
  };
  return { block, leaves, hashes, root, manifest, checkpoint, path, proof };
}

function brokenForms({ proof, leaves }) {
  const good = proof(3);
  const [version, extra, index, first, ...rest] = good.split('\n');
  const again = (...head) => [...head, ...rest].join('\n');
  // Four bits of the last digit before one sign of padding are used, so the next digit of the
  // alphabet says the same bytes.
  const next = (text) => text.replace(/(.)=$/, (_, digit) => `${String.fromCharCode(digit.charCodeAt(0) + 1)}=`);
  const unpadded = leaves.findIndex((leaf) => base64(leaf).endsWith('='));
  return {
    'extra missing': again(version, index, first),
    'extra empty': again(version, 'extra ', index, first),
    'extra after index': again(version, index, extra, first),
    'extra twice': again(version, extra, extra, index, first),
    'extra without padding': proof(unpadded).replace(/^(extra [^=\n]+)=+$/m, '$1'),
    'extra with a space at its end': again(version, `${extra} `, index, first),
    'index missing': again(version, extra, first),
    'index with a leading zero': again(version, extra, 'index 03', first),
    'index with a sign': again(version, extra, 'index +3', first),
    'index in hexadecimal': again(version, extra, 'index 0x3', first),
    'index empty': again(version, extra, 'index ', first),
    'path in base64 that is not canonical': again(version, extra, index, next(first)),
    'path in base64url': again(version, extra, index, first.replace(/^../, '-_')),
    'path in hexadecimal': again(version, extra, index, Buffer.from(first, 'base64').toString('hex')),
    'path hash of 31 bytes': again(version, extra, index, base64(Buffer.from(first, 'base64').subarray(1))),
    'other version of the proof': again('c2sp.org/tlog-proof@v2', extra, index, first),
    'byte order mark': `\ufeff${good}`,
    'empty line at the beginning': `\n${good}`,
    'lines that end with CRLF': good.replaceAll('\n', '\r\n'),
    'empty line missing before the checkpoint': good.replace('\n\n', '\n'),
  };
}

function brokenPaths({ proof, path, leaves, hashes }) {
  const way = path(3);
  const flipped = Buffer.from(way[2]);
  flipped[31] ^= 1;
  const last = leaves.length;
  const beyond = leafData(blockId(sharedSource), last, Buffer.alloc(16), smallUnit(last, 9, 2));
  const huge = 2n ** 64n - 1n;
  const far = leafData(blockId(sharedSource), huge, Buffer.alloc(16), smallUnit(0, 9, 2));
  return {
    'index of another unit': proof(3, { line: 2 }),
    'extra of another unit': proof(3, { leaf: leaves[4] }),
    'index and path of another unit': proof(3, { line: 4, way: path(4) }),
    'extra changed in one cell': proof(3, { leaf: Buffer.from(leaves[3].toString().replace(/.\n$/, '.\n')) }),
    'index equal to the number of units': proof(3, { leaf: beyond, line: last }),
    'index of 64 bits': proof(3, { leaf: far, line: huge }),
    'path without its first hash': proof(3, { way: way.slice(1) }),
    'path without its last hash': proof(3, { way: way.slice(0, -1) }),
    'path empty': proof(3, { way: [] }),
    'path with its last hash twice': proof(3, { way: [...way, way.at(-1)] }),
    'path with the root at its end': proof(3, { way: [...way, rootOf(hashes)] }),
    'path with one bit flipped': proof(3, { way: way.with(2, flipped) }),
    'path from the root down': proof(3, { way: [...way].reverse() }),
    'path of another unit': proof(3, { way: path(7) }),
    'path too long at the right edge': proof(last - 1, { way: [...path(last - 1), leafHash('')] }),
    'path too short at the right edge': proof(last - 1, { way: path(last - 1).slice(0, -1) }),
    'inner node as leaf': proof(0, { leaf: Buffer.concat([hashes[0], hashes[1]]), way: path(0).slice(1) }),
    'inner node with its prefix as leaf': proof(0, { leaf: Buffer.concat([Buffer.from([1]), hashes[0], hashes[1]]), way: path(0).slice(1) }),
    'sibling as its own leaf': proof(0, { leaf: leaves[1] }),
  };
}

/** Proofs by way of another block that the same key signed. */
function brokenBlocks({ proof, leaves }) {
  const block = blockId(plainSource);
  const others = [...Array(5).keys()].map((index) => leafData(block, index, saltOf(keyOf(plainSource, 'salt'), index), smallUnit(index, 6, 1)));
  const hashes = others.map((leaf) => leafHash(leaf));
  const root = rootOf(hashes);
  const checkpoint = checkpointOf(operator, block, 5, root, manifestOf(plainSource, 5, root));
  return {
    'proof of another block': proofOf(others[3], 3, pathOf(3, hashes), checkpoint),
    'extra of another block': proof(3, { leaf: others[3] }),
    'checkpoint of another block': proof(3, { note: checkpoint }),
    'extra and index of another block with its path': proof(3, { leaf: others[3], way: pathOf(3, hashes) }),
    'leaf of the block in a tree of one': proof(0, {
      way: [], note: checkpointOf(operator, blockId(sharedSource), 1, leafHash(leaves[0]), manifestOf(sharedSource, 1, leafHash(leaves[0]))),
    }),
  };
}

function brokenNotes({ proof, block, leaves, root, manifest, checkpoint }) {
  const by = (note) => proof(3, { note });
  const signed = (text, who = operator) => by(`${text}\n${who.line(text)}`);
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const forger = new Operator(operator.name, sha256('forger'));
  const namesake = new Operator('casino.example', operator.seed);
  const line = operator.line(text);
  const bytes = Buffer.from(line.split(' ')[2], 'base64');
  const resigned = (change) => {
    const signature = Buffer.from(bytes.subarray(4));
    change(signature);
    return by(`${text}\n${operator.line(text, { signature })}`);
  };
  const [origin, units, top, last] = text.split('\n');
  const text4 = (...lines) => `${lines.join('\n')}\n`;
  return {
    'signature with one bit flipped': resigned((signature) => { signature[0] ^= 1; }),
    'signature with the order of the group added': resigned(addOrder),
    'signature of zeros': resigned((signature) => signature.fill(0)),
    'signature cut short': by(`${text}\n${operator.line(text, { signature: bytes.subarray(4, 67) })}`),
    'right signature and a wrong one of the same key': by(checkpoint + operator.line(`${text}\n`)),
    'signature of another text': by(`${text}\n${operator.line(`${text}\n`)}`),
    'other key of the same name': signed(text, forger),
    'other key with the id of the published one': by(`${text}\n${forger.line(text, { id: operator.id })}`),
    'same key under another name': signed(text, namesake),
    'key id of another key': by(`${text}\n${operator.line(text, { id: forger.id })}`),
    'origin of another name, signed': signed(checkpointText(`casino.example/${block}`, units, root, manifest)),
    'number of units changed': by(checkpoint.replace(`\n${units}\n`, `\n${leaves.length - 1}\n`)),
    'number of units that asks for another path': by(checkpoint.replace(`\n${units}\n`, '\n12\n')),
    'number of units changed, signed': signed(text4(origin, leaves.length + 1, top, last)),
    'number of units with a leading zero, signed': signed(text4(origin, `0${units}`, top, last)),
    'number of units zero, signed': signed(text4(origin, 0, top, last)),
    'root changed': by(checkpoint.replace(top, base64(leafHash('')))),
    'root changed, signed': signed(text4(origin, units, base64(leafHash('')), last)),
    'root in hexadecimal, signed': signed(text4(origin, units, root.toString('hex'), last)),
    'manifest line changed': by(checkpoint.replace(last, `grille-manifest ${sha256('').toString('hex')}`)),
    'manifest line changed, signed': signed(text4(origin, units, top, `grille-manifest ${sha256('').toString('hex')}`)),
    'manifest line missing, signed': signed(text4(origin, units, top)),
    'manifest line in upper case, signed': signed(text4(origin, units, top, `grille-manifest ${last.slice(16).toUpperCase()}`)),
    'fifth line, signed': signed(text4(origin, units, top, last, 'more')),
    'checkpoint missing': by(''),
    'checkpoint with CRLF': by(checkpoint.replaceAll('\n', '\r\n')),
    'signature line missing': by(`${text}\n`),
    'signature line with a hyphen': by(checkpoint.replace('\u2014', '-')),
    'signature line in base64 that is not canonical': by(checkpoint.replace(/(.)=\n$/, (_, digit) => `${String.fromCharCode(digit.charCodeAt(0) + 1)}=\n`)),
    'line after the signatures': by(`${checkpoint}more\n`),
  };
}

/** Adds the order of the group to a signature's number: a verifier of RFC 8032 must refuse it. */
function addOrder(signature) {
  let carry = 2n ** 252n + 27742317777372353535851937790883648493n;
  for (let i = 32; i < 64; i += 1) {
    carry += BigInt(signature[i]);
    signature[i] = Number(carry & 255n);
    carry >>= 8n;
  }
}

export function proofVectors() {
  const stage = makeStage();
  const published = { vkey: operator.verifierKey(), checkpoint: stage.checkpoint };
  const witness = new Operator('witness.example', sha256('witness'));
  const text = stage.checkpoint.slice(0, stage.checkpoint.indexOf('\n\n') + 1);
  const units = [...Array(SOUND).keys(), stage.leaves.length - 1];
  const sound = Object.fromEntries(units.map((index) => [`unit ${index}`, stage.proof(index)]));
  sound['second signature, of a witness'] = stage.proof(3, { note: stage.checkpoint + witness.line(text) });
  sound['first signature, of a witness'] = stage.proof(3, { note: `${text}\n${witness.line(text)}${operator.line(text)}` });
  const leaves = Object.keys(BAD_LEAVES).map((name, i) => [`unit's text: ${name}`, stage.proof(SOUND + i)]);
  const broken = { ...brokenForms(stage), ...brokenPaths(stage), ...brokenBlocks(stage), ...brokenNotes(stage), ...Object.fromEntries(leaves) };
  return {
    note: 'All proofs are checked against `checkpoint` and `vkey`. `steps` are the steps of docs/spec/verification.md, '
      + '"A proof", that must fail and be reported. Where 1 or 2 is among them a verifier may report other steps too, as far '
      + 'as it can still read the file; otherwise no other step fails. The units are small ones made by hand, and this '
      + 'operator committed to some leaves that are no unit\'s text.',
    ...published,
    sound: Object.entries(sound).map(([name, proof]) => ({ name, proof })),
    broken: Object.entries(broken).map(([name, proof]) => ({ name, proof, steps: failedSteps(proof, published) })),
  };
}
