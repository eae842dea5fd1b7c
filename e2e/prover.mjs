// Makes proofs of docs/spec/block.md for the tests of the verifier, with Node's own cryptography.
// It shares nothing with the verifier: paths come from the recursion of RFC 6962, not from the
// bits of an index.

import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';

export const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts.map((part) => Buffer.from(part)))).digest();

export const BLOCK = 'mots-croises-5f0c9be30a4b1f7e';

/** What stands before the seed in an Ed25519 key of PKCS 8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
let keys = 0;

/** Another signing key of a name at each call, the same ones in each run: what fails fails again. */
export function signer(name) {
  const der = Buffer.concat([PKCS8, sha256(`${name} ${keys++}`)]);
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const publicKey = createPublicKey(privateKey);
  const point = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const id = sha256(name, [0x0a, 1], point).subarray(0, 4);
  const vkey = `${name}+${id.toString('hex')}+${Buffer.from([1, ...point]).toString('base64')}`;
  const line = (text) => `\u2014 ${name} ${Buffer.concat([id, sign(null, Buffer.from(text), privateKey)]).toString('base64')}\n`;
  return { name, id, vkey, line };
}

/** The text of unit `index`; parts may be changed. */
export function leaf(index, change = {}) {
  const salt = sha256(`salt ${index}`).toString('hex').slice(0, 32);
  const parts = { header: 'grille/unit/v1', block: BLOCK, index, salt, letters: 'EVLOTASIRNUDMP', ...change };
  const grids = change.grids ?? [['..MASAI', 'DUO.V.M'], ['LIT...L', '..A..RE']];
  return [parts.header, parts.block, parts.index, parts.salt, parts.letters].join('\n') + `\n${grids.map((rows) => rows.map((row) => `${row}\n`).join('')).join('\n')}`;
}

/** A tree over leaves: the hash of the range, and the path of one leaf in it. */
export class Tree {
  /** `hashes(from, to)` may answer for a whole range, so that a large tree need not be built. */
  constructor(size, hashes) {
    this.size = size;
    this.hashes = hashes;
    this.known = new Map();
  }

  static split(length) {
    let power = 1;
    while (power * 2 < length) power *= 2;
    return power;
  }

  hash(from, to) {
    const name = `${from} ${to}`;
    if (!this.known.has(name)) this.known.set(name, this.hashes(from, to) ?? this.node(from, to));
    return this.known.get(name);
  }

  node(from, to) {
    const middle = from + Tree.split(to - from);
    return sha256([1], this.hash(from, middle), this.hash(middle, to));
  }

  path(index, from = 0, to = this.size) {
    if (to - from === 1) return [];
    const middle = from + Tree.split(to - from);
    return index < middle
      ? [...this.path(index, from, middle), this.hash(middle, to)]
      : [...this.path(index, middle, to), this.hash(from, middle)];
  }
}

/** The tree of the units of `leaf`. */
export const unitTree = (size) => new Tree(size, (from, to) => (to - from === 1 ? sha256([0], leaf(from)) : undefined));

/** A tree too large to build: ranges without the leaf have an arbitrary hash. */
export const thinTree = (size, index) => new Tree(size, (from, to) => {
  if (index < from || index >= to) return sha256(`range ${from} ${to}`);
  return to - from === 1 ? sha256([0], leaf(index)) : undefined;
});

export function checkpointText(size, root, change = {}) {
  const parts = { origin: `lottery.example/${BLOCK}`, size, root: root.toString('base64'), manifest: `grille-manifest ${'6f'.repeat(32)}`, ...change };
  return `${[parts.origin, parts.size, parts.root, parts.manifest].join('\n')}\n`;
}

/** The lines of a proof, before the checkpoint. */
export function head(data, index, path) {
  const hashes = path.map((hash) => `${hash.toString('base64')}\n`).join('');
  return `c2sp.org/tlog-proof@v1\nextra ${Buffer.from(data).toString('base64')}\nindex ${index}\n${hashes}`;
}

/** A sound proof and what was published about it. */
export function prove(tree, index, key) {
  const text = checkpointText(tree.size, tree.hash(0, tree.size));
  const checkpoint = `${text}\n${key.line(text)}`;
  return { proof: `${head(leaf(index), index, tree.path(index))}\n${checkpoint}`, checkpoint, vkey: key.vkey };
}
