// A second implementation of docs/spec/chance.md, written from that page, with Node's own
// cryptography. Run as a program it prints the test vectors.

import { createCipheriv, createHash, createHmac } from 'node:crypto';

const TRIES = 32768;
const WORD = 2n ** 32n;

/** HKDF-Extract: the shares in ascending order, salted with the beacon. */
export function extract(shares, beacon) {
  const joined = Buffer.concat([...shares].sort(Buffer.compare));
  return createHmac('sha256', beacon).update(joined).digest();
}

/** HKDF-Expand to one block of 32 bytes. */
export function purposeKey(extracted, purpose, gameHash, listHash) {
  const info = Buffer.concat([Buffer.from(`grille/v1/${purpose}/`), gameHash, listHash]);
  return createHmac('sha256', extracted).update(info).update(Buffer.from([1])).digest();
}

/** One stream of draws. */
export class Stream {
  constructor(key, index, attempt) {
    // Node's initial value is the 32-bit block counter, then the nonce.
    const initial = Buffer.alloc(16);
    initial.writeUInt32LE(attempt, 4);
    initial.writeBigUInt64LE(BigInt(index), 8);
    this.cipher = createCipheriv('chacha20', key, initial);
  }

  word() {
    return this.cipher.update(Buffer.alloc(4)).readUInt32LE(0);
  }

  below(n) {
    const uneven = WORD % BigInt(n);
    for (;;) {
      const product = BigInt(this.word()) * BigInt(n);
      if (product % WORD >= uneven) return Number(product / WORD);
    }
  }

  shuffle(items) {
    for (let i = items.length - 1; i >= 1; i -= 1) {
      const j = this.below(i + 1);
      [items[i], items[j]] = [items[j], items[i]];
    }
    return items;
  }
}

function choose(n, k) {
  let result = 1;
  for (let i = 1; i <= k; i += 1) result = (result * (n - i + 1)) / i;
  return result;
}

const bySize = [...Array(14)].map(() => []);
for (let bits = 0; bits < 8192; bits += 1) bySize[bits.toString(2).replaceAll('0', '').length].push(bits);
const letters = (bits, first) =>
  [...Array(13).keys()].filter((i) => (bits >> i) & 1).map((i) => String.fromCharCode(first + i)).join('');

/** The letters of set number `number` among the sets of `n` letters. */
export function letterSet(n, number) {
  for (let low = Math.max(0, n - 13); low <= Math.min(13, n); low += 1) {
    const [lows, highs] = [choose(13, low), choose(13, n - low)];
    if (number < lows * highs) {
      const lowBits = bySize[low][Math.floor(number / highs)];
      const highBits = bySize[n - low][number % highs];
      return letters(lowBits, 65) + letters(highBits, 78);
    }
    number -= lows * highs;
  }
  throw new RangeError('there is no such set');
}

/**
 * The letters of a unit, in tile order; `lotOf(letters)` is a judge that answers the unit's lot in
 * cents, or null above the pay list.
 */
export function unitLetters(stream, n, lotOf, cents) {
  const count = choose(26, n);
  for (let tries = 0; tries < TRIES; tries += 1) {
    const set = letterSet(n, stream.below(count));
    if (lotOf(set) === cents) return stream.shuffle([...set]).join('');
  }
  throw new Error('rule 14 is not reached by these vectors');
}

function vectors() {
  const empty = createHash('sha256').digest();
  const share = Buffer.alloc(32);
  share[31] = 1;
  const other = Buffer.alloc(32, 0x80);
  const one = extract([share], Buffer.alloc(0));
  const two = extract([other, share], Buffer.from('beacon'));
  const key = (extracted, purpose) => purposeKey(extracted, purpose, empty, empty);
  const hex = (bytes) => bytes.toString('hex');
  const purposes = ['deal', 'shape', 'face', 'letters', 'amount'];
  const below = new Stream(key(one, 'letters'), 0, 0);
  const words = new Stream(key(one, 'face'), 4294967296, 7);
  // Just above a power of two nearly half of all words are thrown away.
  const wide = new Stream(key(one, 'face'), 1, 0);
  return {
    keys: Object.fromEntries(purposes.map((purpose) => [purpose, hex(key(one, purpose))])),
    keys_two_shares_and_beacon: Object.fromEntries(purposes.map((p) => [p, hex(key(two, p))])),
    words_of_face_stream_4294967296_attempt_7: [...Array(70)].map(() => words.word()),
    below_1_2_3_of_letters_stream_0: [...Array(40).keys()].map((i) => below.below(i + 1)),
    below_2147483649_of_face_stream_1: [...Array(20)].map(() => wide.below(2147483649)),
    shuffle_of_0_to_19_with_deal_stream_0: new Stream(key(one, 'deal'), 0, 0).shuffle([...Array(20).keys()]),
    sets: [[14, 0], [14, 1], [14, 9657699], [14, 4828850], [18, 0], [18, 1562274], [18, 1000000], [1, 25], [26, 0], [16, 5311734]]
      .map(([n, number]) => ({ letters: n, number, set: letterSet(n, number) })),
  };
}

if (import.meta.url === `file://${process.argv[1]}`) {
  process.stdout.write(`${JSON.stringify(vectors(), null, 1)}\n`);
}

export { vectors };
