// A second implementation of docs/spec/block.md, written from that page, with Node's own
// cryptography. Run as a program it compares the vectors of docs/spec/vectors with what it
// computes, and writes them when told `--write`.

import { createCipheriv, createHash, createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

import { Stream, extract, purposeKey } from './chance.mjs';

export const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};
export const hex = (bytes) => Buffer.from(bytes).toString('hex');
export const base64 = (bytes) => Buffer.from(bytes).toString('base64');
const lines = (...list) => list.map((line) => `${line}\n`).join('');

/** Rule 1: the text of a share's file. */
export const shareFile = (share) => lines('grille share v1', hex(share));

/** Rules 2 and 4: the hashes of the shares, ascending. */
export const shareHashes = (shares) => shares.map((share) => hex(sha256(share))).sort();

/** Rule 2: the text whose hash names the block. */
export function blockText({ game_toml, lexicon_txt, shares, beacon, paper }) {
  return lines(
    'grille/block/v1',
    `game ${hex(sha256(game_toml))}`,
    `lexicon ${hex(sha256(lexicon_txt))}`,
    ...shareHashes(shares).map((hash) => `share ${hash}`),
    ...(beacon ? [`beacon ${beacon.round} ${hex(beacon.value)}`] : []),
    ...(paper ? [`paper ${paper.game_code} ${paper.first_book} ${paper.book_tickets}`] : []),
  );
}

/** Rule 2: the block id. */
export const blockId = (source) => `${source.game}-${hex(sha256(blockText(source))).slice(0, 16)}`;

/** The key of a purpose of chance.md, from a block's sources. */
export function keyOf(source, purpose) {
  const extracted = extract(source.shares, source.beacon ? source.beacon.value : Buffer.alloc(0));
  return purposeKey(extracted, purpose, sha256(source.game_toml), sha256(source.lexicon_txt));
}

/** Rule 6: the salt of a unit. */
export function saltOf(saltKey, index) {
  const stream = new Stream(saltKey, index, 0);
  const salt = Buffer.alloc(16);
  for (let i = 0; i < 4; i += 1) salt.writeUInt32LE(stream.word(), 4 * i);
  return salt;
}

/** Ticket.md, rule 3: Damm's table of order 10, a row a running digit. */
const DAMM = [
  '0317598642', '7092154863', '4206871359', '1750983426', '6123045978',
  '3674209581', '5869720134', '8945362017', '9438617205', '2581436790',
];

/** Ticket.md, rules 1 to 4: the identification number of ticket `index` of a block. */
export function identificationOf(paper, index) {
  const book = String(paper.first_book + Math.floor(index / paper.book_tickets)).padStart(7, '0');
  const ticket = String(index % paper.book_tickets).padStart(3, '0');
  const digits = [...`${paper.game_code}${book}${ticket}`].map(Number);
  const check = digits.reduce((running, digit) => Number(DAMM[running][digit]), 0);
  return `${paper.game_code}-${book}-${ticket}-${check}`;
}

/** Ticket.md, rule 5: the 80 bits of a ticket's validation code. */
export function codeOf(codeKey, index) {
  const stream = new Stream(codeKey, index, 0);
  const words = Buffer.alloc(12);
  for (let i = 0; i < 3; i += 1) words.writeUInt32LE(stream.word(), 4 * i);
  return words.subarray(0, 10);
}

/** Ticket.md, rules 6 and 7: the characters of a validation code, in groups of four. */
export function codeText(code) {
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const bits = [...code].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const symbols = [...Array(16).keys()].map((i) => parseInt(bits.slice(5 * i, 5 * i + 5), 2));
  // Products in the field are taken from the powers of x, not by shifting as the others do.
  const powers = [1];
  while (powers.length < 31) {
    const next = 2 * powers.at(-1);
    powers.push(next > 31 ? next ^ 0b100101 : next);
  }
  const times = (a, i) => (a === 0 ? 0 : powers[(powers.indexOf(a) + i) % 31]);
  const check = symbols.reduce((sum, symbol, i) => sum ^ times(symbol, i + 1), 0);
  return [...symbols, check].map((symbol) => alphabet[symbol]).join('').replace(/.{4}/g, '$& ');
}

/** Rule 5: the leaf data of a unit; a grid is its rows. */
export function leafData(block, index, salt, unit, paper) {
  const grids = unit.grids.map((rows) => lines(...rows)).join('\n');
  const number = paper ? lines('', identificationOf(paper, index)) : '';
  return lines('grille/unit/v1', block, index, hex(salt), unit.letters) + grids + number;
}

export const leafHash = (data) => sha256(Buffer.from([0]), data);
export const nodeHash = (left, right) => sha256(Buffer.from([1]), left, right);

function split(n) {
  let k = 1;
  while (2 * k < n) k *= 2;
  return k;
}

/** Rule 8: the root of a list of leaf hashes. */
export function rootOf(hashes) {
  if (hashes.length === 1) return hashes[0];
  const k = split(hashes.length);
  return nodeHash(rootOf(hashes.slice(0, k)), rootOf(hashes.slice(k)));
}

/** Rule 21: the inclusion path of leaf `m`, from its sibling up (RFC 6962, section 2.1.1). */
export function pathOf(m, hashes) {
  if (hashes.length === 1) return [];
  const k = split(hashes.length);
  return m < k
    ? [...pathOf(m, hashes.slice(0, k)), rootOf(hashes.slice(k))]
    : [...pathOf(m - k, hashes.slice(k)), rootOf(hashes.slice(0, k))];
}

/** Rule 22, as verification.md words it: how long the path of index `m` in `n` leaves is. */
export function pathLength(m, n) {
  const apart = BigInt(m) ^ (BigInt(n) - 1n);
  const inner = apart === 0n ? 0 : apart.toString(2).length;
  const border = (BigInt(m) >> BigInt(inner)).toString(2).replaceAll('0', '').length;
  return { inner, border };
}

/** Rules 9 and 10: the name of a tile or, with the level `entries`, of a bundle. */
export function tileName(level, number, width) {
  const groups = [];
  for (let rest = number; groups.length === 0 || rest > 0; rest = Math.floor(rest / 1000)) {
    groups.unshift(String(rest % 1000).padStart(3, '0'));
  }
  const path = groups.map((group, i) => (i + 1 < groups.length ? `x${group}` : group)).join('/');
  return `tile/${level}/${path}${width < 256 ? `.p/${width}` : ''}`;
}

/** Rule 9: every tile of a tree, by name. */
export function tilesOf(hashes) {
  const tiles = {};
  let whole = hashes;
  for (let level = 0; whole.length > 0; level += 1) {
    const above = [];
    for (let first = 0; first < whole.length; first += 256) {
      const tile = whole.slice(first, first + 256);
      tiles[tileName(level, first / 256, tile.length)] = Buffer.concat(tile);
      if (tile.length === 256) above.push(rootOf(tile));
    }
    whole = above;
  }
  return tiles;
}

/** Rule 10: every bundle of a list of leaf data, by name. */
export function bundlesOf(leaves) {
  const bundles = {};
  for (let first = 0; first < leaves.length; first += 256) {
    const entries = leaves.slice(first, first + 256).map((leaf) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(Buffer.byteLength(leaf));
      return Buffer.concat([length, Buffer.from(leaf)]);
    });
    bundles[tileName('entries', first / 256, entries.length)] = Buffer.concat(entries);
  }
  return bundles;
}

/** Rule 4: the bytes of manifest.json. */
export function manifestOf(source, units, root) {
  const manifest = {
    format: 'grille/block/v1',
    block: blockId(source),
    game: source.game,
    game_version: source.game_version,
    game_sha256: hex(sha256(source.game_toml)),
    lexicon_sha256: hex(sha256(source.lexicon_txt)),
    units,
    share_sha256: shareHashes(source.shares),
    beacon: source.beacon ? { round: source.beacon.round, value: hex(source.beacon.value) } : null,
    ...(source.paper ? { paper: source.paper } : {}),
    root: hex(root),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** An operator's key, from its name and the seed of RFC 8032. */
export class Operator {
  constructor(name, seed) {
    // The fixed bytes are what PKCS #8 writes before the seed of an Ed25519 key (RFC 8410).
    const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
    this.name = name;
    this.seed = seed;
    this.secret = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
    this.publicKey = Buffer.from(createPublicKey(this.secret).export({ format: 'jwk' }).x, 'base64url');
    this.id = sha256(`${name}\n`, Buffer.from([1]), this.publicKey).subarray(0, 4);
  }

  /** Rule 15. */
  file() {
    return lines('grille signing key v1', this.name, hex(this.seed));
  }

  /** Rule 14. */
  verifierKey() {
    return `${this.name}+${hex(this.id)}+${base64(Buffer.concat([Buffer.from([1]), this.publicKey]))}`;
  }

  /** Rule 13, with the newline; other values of `id` and `signature` serve for forgeries. */
  line(text, { id = this.id, signature = sign(null, Buffer.from(text), this.secret) } = {}) {
    return `\u2014 ${this.name} ${base64(Buffer.concat([id, signature]))}\n`;
  }
}

/** Rule 11: the signed text of a checkpoint. */
export function checkpointText(origin, units, root, manifest) {
  return lines(origin, units, base64(root), `grille-manifest ${hex(sha256(manifest))}`);
}

/** Rules 11 to 13: a checkpoint. */
export function checkpointOf(operator, block, units, root, manifest) {
  const text = checkpointText(`${operator.name}/${block}`, units, root, manifest);
  return `${text}\n${operator.line(text)}`;
}

/** Rule 17: what a record seals. */
export const plainText = (salt, unit, code = Buffer.alloc(0)) => Buffer.concat([
  salt, Buffer.from(unit.letters + unit.grids.flat().join('')), code,
]);

/** Rule 19: the key of one record. */
export function recordKey(sellingKey, index) {
  const number = Buffer.alloc(8);
  number.writeBigUInt64LE(BigInt(index));
  return createHmac('sha256', sellingKey)
    .update('grille/v1/record/').update(number).update(Buffer.from([1])).digest();
}

/** Rule 18: a record. */
export function recordOf(key, block, index, plain) {
  const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), { authTagLength: 16 });
  cipher.setAAD(Buffer.from(`${block}/${index}`), { plaintextLength: plain.length });
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Rule 21: a proof. */
export function proofOf(leaf, index, path, checkpoint) {
  const head = ['c2sp.org/tlog-proof@v1', `extra ${base64(leaf)}`, `index ${index}`, ...path.map(base64), ''];
  return lines(...head) + checkpoint;
}

/**
 * A small unit of grids of five by five: told apart by its index, and like nothing that a shipped
 * game would deal.
 */
export function smallUnit(index, letters, grids) {
  const cell = (place) => (place % 7 === 3 ? '.' : String.fromCharCode(65 + ((place * 5 + index * 11) % 26)));
  const rows = (grid) => [0, 1, 2, 3, 4].map((row) => [0, 1, 2, 3, 4].map((column) => cell(25 * grid + 5 * row + column)).join(''));
  const letter = (place) => String.fromCharCode(65 + ((place * 7 + index) % 26));
  return { letters: [...Array(letters).keys()].map(letter).join(''), grids: [...Array(grids).keys()].map(rows) };
}

/** Everything that a block's sources and units give, short of its signature. */
export function makeBlock(source, units) {
  const block = blockId(source);
  const saltKey = keyOf(source, 'salt');
  const salts = units.map((_, index) => saltOf(saltKey, index));
  const leaves = units.map((unit, index) => leafData(block, index, salts[index], unit, source.paper));
  const hashes = leaves.map((leaf) => leafHash(leaf));
  const root = rootOf(hashes);
  return { block, saltKey, salts, leaves, hashes, root, manifest: manifestOf(source, units.length, root) };
}

export const operator = new Operator('lottery.example', Buffer.from([...Array(32).keys()]));

// A whole game file: a reader that asks more of one than game.md does has to be content too.
const smallGame = (id, version, units, letters, grids) => lines(
  `id = "${id}"`, `version = ${version}`, `name = { fr = "${id}", en = "${id}" }`, 'channel = "retail"', 'currency = "EUR"',
  'price_cents = 100', `block_units = ${units}`, '', '[crossword]', `letters = ${letters}`, `grids = ${grids}`,
  'words_per_grid = 2', 'rows = 5', 'columns = 5', 'word_length = { min = 2, max = 3 }', 'lexicon = "small"',
  'combine = "sum"', '', '[[crossword.pays]]', 'words = 1', 'cents = 100', '', '[[prize]]', 'count = 1', 'cents = 100',
);
const share = (text) => sha256(`share ${text}`);

/** One grid, one share, no beacon. */
export const plainSource = {
  game: 'petit-cinq', game_version: 1, game_toml: smallGame('petit-cinq', 1, 5, 6, 1), lexicon_txt: lines('MOT', 'OR'),
  shares: [share('one')], beacon: null,
};

/** Two grids, a beacon, and shares whose own order is not that of their hashes. */
export const sharedSource = {
  game: 'deux-cinq', game_version: 12, game_toml: smallGame('deux-cinq', 12, 3, 9, 2), lexicon_txt: lines('AS', 'ET', 'LES 3'),
  shares: [share('two'), share('three'), share('four')],
  beacon: { round: 'drand/4242:"q"\\', value: Buffer.from('00ff10beac07', 'hex') },
};

/** Printed, with a book that is not the emission's first; one grid. */
export const paperSource = {
  game: 'papier-cinq', game_version: 3, game_toml: smallGame('papier-cinq', 3, 6, 6, 1), lexicon_txt: lines('MOT', 'OR'),
  shares: [share('five')], beacon: null, paper: { game_code: '31702', first_book: 12345, book_tickets: 2 },
};

const hexAll = (files) => Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hex(bytes)]));
const hashAll = (files) => Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, hex(sha256(bytes))]));

function blockVector(source, letters, grids, count) {
  const units = [...Array(count).keys()].map((index) => smallUnit(index, letters, grids));
  const made = makeBlock(source, units);
  const sellingKey = keyOf(source, 'seal');
  const codeKey = keyOf(source, 'code');
  const checkpoint = checkpointOf(operator, made.block, count, made.root, made.manifest);
  return {
    game: source.game,
    game_version: source.game_version,
    game_toml: source.game_toml,
    lexicon_txt: source.lexicon_txt,
    shares: source.shares.map(hex),
    beacon: source.beacon && { round: source.beacon.round, value: hex(source.beacon.value) },
    ...(source.paper ? { paper: source.paper, code_key: hex(codeKey) } : {}),
    share_files_in_disclosed_order: [...source.shares]
      .sort((a, b) => Buffer.compare(sha256(a), sha256(b))).map(shareFile),
    block_text: blockText(source),
    block: made.block,
    salt_key: hex(made.saltKey),
    selling_key: hex(sellingKey),
    selling_key_file: lines('grille selling key v1', made.block, hex(sellingKey)),
    units: units.map((unit, index) => {
      const key = recordKey(sellingKey, index);
      const code = source.paper && codeOf(codeKey, index);
      const plain = plainText(made.salts[index], unit, code);
      return {
        ...unit,
        ...(code ? { identification: identificationOf(source.paper, index), code: hex(code), code_text: codeText(code) } : {}),
        salt: hex(made.salts[index]),
        leaf_data: made.leaves[index],
        leaf_hash: hex(made.hashes[index]),
        record_key: hex(key),
        record: hex(recordOf(key, made.block, index, plain)),
        proof: proofOf(made.leaves[index], index, pathOf(index, made.hashes), checkpoint),
      };
    }),
    root: hex(made.root),
    manifest: made.manifest,
    manifest_sha256: hex(sha256(made.manifest)),
    checkpoint,
    tiles: hexAll(tilesOf(made.hashes)),
    bundles: hexAll(bundlesOf(made.leaves)),
  };
}

function treeVector(count) {
  const leaves = [...Array(count).keys()].map(String);
  const hashes = leaves.map((leaf) => leafHash(leaf));
  const indices = [...new Set([0, 1, Math.floor(count / 2), count - 2, count - 1])].filter((index) => index >= 0 && index < count);
  return {
    leaves: count,
    root: hex(rootOf(hashes)),
    tiles_sha256: hashAll(tilesOf(hashes)),
    bundles_sha256: hashAll(bundlesOf(leaves)),
    paths: indices.map((index) => ({ index, path: pathOf(index, hashes).map(hex) })),
  };
}

export function vectors() {
  const names = [[0, 0, 256], [0, 0, 1], [1, 22, 227], [0, 999, 256], [0, 1000, 255], [2, 0, 45], [0, 1234067, 256], ['entries', 5859, 96], ['entries', 16777215, 255]];
  const lengths = [[0, 1], [2, 3], [3, 600], [599, 600], [1499999, 1500000], [1, 1500000], [1474560, 1500000], [4294967293, 4294967295]];
  return {
    note: 'The units are small ones made by hand: grids of five by five that no shipped game would deal, so neither '
      + 'their words nor their amounts mean anything. Leaf i of a tree of `trees` is i in '
      + 'decimal, as ASCII. Bytes are hexadecimal, texts are given as they are. Never use these keys.',
    operator: {
      name: operator.name,
      seed: hex(operator.seed),
      public_key: hex(operator.publicKey),
      key_id: hex(operator.id),
      verifier_key: operator.verifierKey(),
      signing_key_file: operator.file(),
    },
    blocks: [blockVector(plainSource, 6, 1, 5), blockVector(sharedSource, 9, 2, 3), blockVector(paperSource, 6, 1, 6)],
    trees: [1, 2, 3, 5, 8, 255, 256, 257, 600].map(treeVector),
    tile_names: names.map(([level, number, width]) => ({ level, number, width, name: tileName(level, number, width) })),
    path_lengths: lengths.map(([index, leaves]) => {
      const { inner, border } = pathLength(index, leaves);
      return { index, leaves, length: inner + border };
    }),
  };
}

export const jsonText = (value) => `${JSON.stringify(value, null, 1)}\n`;

async function run() {
  // The proofs build on this module, so they can only be loaded once it stands.
  const { proofVectors } = await import('./proofs.mjs');
  for (const [name, value] of [['block', vectors()], ['proof', proofVectors()]]) {
    const file = new URL(`../docs/spec/vectors/${name}.json`, import.meta.url);
    if (process.argv.includes('--write')) {
      writeFileSync(file, jsonText(value));
    } else if (readFileSync(file, 'utf8') !== jsonText(value)) {
      process.stderr.write(`docs/spec/vectors/${name}.json is not what the second implementation computes\n`);
      process.exitCode = 1;
    }
  }
}

if (import.meta.url === `file://${process.argv[1]}`) run();
