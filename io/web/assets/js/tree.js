// The tree of RFC 6962, section 2.1, as far as one proof needs it (block.md, rules 8 and 22).

/** @typedef {import("./strict.js").Bytes} Bytes */

/**
 * SHA-256 of the parts, one after the other.
 * @param {(Bytes | number[])[]} parts
 * @returns {Promise<Bytes>}
 */
export async function sha256(...parts) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    joined.set(part, end);
    end += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined));
}

/**
 * How many hashes a path has; all of them stand left of the running hash after the first `inner`.
 * @param {number} index  below `size`
 * @param {number} size   1 to 2^32 − 1
 */
export function pathShape(index, size) {
  // `clz32` reads its number as 32 bits without sign, as the shift by 32 would not.
  const inner = 32 - Math.clz32(index ^ (size - 1));
  let border = 0;
  for (let rest = Math.floor(index / 2 ** inner); rest > 0; rest = Math.floor(rest / 2)) border += rest % 2;
  return { inner, length: inner + border };
}

/**
 * The root that the leaf's data and the path lead to.
 * @param {Bytes} data
 * @param {Bytes[]} path  of the length that `pathShape` says
 * @param {number} index
 * @param {number} size
 */
export async function rootOf(data, path, index, size) {
  const { inner } = pathShape(index, size);
  let running = await sha256([0], data);
  for (const [level, sibling] of path.entries()) {
    const left = level >= inner || Math.floor(index / 2 ** level) % 2 === 1;
    running = await (left ? sha256([1], sibling, running) : sha256([1], running, sibling));
  }
  return running;
}

/**
 * @param {Bytes} one
 * @param {Bytes} other
 */
export const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
