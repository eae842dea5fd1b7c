// What the published formats write only in one way: base64, decimals, hashes. Each reader takes
// that one way and no other, so that two different files never say the same thing.

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

/** Block sizes end below 2^32 (game.md, rule 2). */
const MAX_DIGITS = 10;

/**
 * The bytes of canonical base64, or the code of what is wrong with it.
 * @param {string} text
 * @returns {Bytes | "base64-malformed" | "base64-not-canonical"}
 */
export function base64(text) {
  let binary;
  try {
    binary = atob(text);
  } catch {
    return "base64-malformed";
  }
  // `atob` forgives white space, missing padding and unused bits; writing it again shows all three.
  if (btoa(binary) !== text) return "base64-not-canonical";
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * A hash in canonical base64, or the code of what is wrong with it.
 * @param {string} text
 * @returns {Bytes | "base64-malformed" | "base64-not-canonical" | "hash-length"}
 */
export function hash(text) {
  const bytes = base64(text);
  if (typeof bytes === "string") return bytes;
  return bytes.length === 32 ? bytes : "hash-length";
}

/**
 * A decimal without sign or leading zero. One of more digits than any format needs is `Infinity`:
 * it is well written, but beyond every bound.
 * @param {string} text
 * @returns {number | null}
 */
export function decimal(text) {
  if (!/^(0|[1-9][0-9]*)$/.test(text)) return null;
  return text.length > MAX_DIGITS ? Infinity : Number(text);
}
