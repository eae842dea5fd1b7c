// A block's signed commitment (block.md, rules 11 to 14), and its comparison with what was
// published before the sale.

import { base64, decimal, hash } from "./strict.js";
import { same, sha256 } from "./tree.js";

/**
 * @typedef {import("./strict.js").Bytes} Bytes
 * @typedef {import("./step.js").Step} Step
 *
 * @typedef {object} Signature
 * @property {number} line   of the note, from 1
 * @property {string} name   of the key
 * @property {Bytes} id      of the key, four bytes
 * @property {Bytes} bytes   what follows the key's id
 *
 * What could be read of a checkpoint; a part is null where it could not.
 * @typedef {object} Checkpoint
 * @property {string | null} text     its signed part, with the last newline
 * @property {string | null} origin
 * @property {string | null} key      the operator's key's name, as the origin says
 * @property {string | null} block    the block id, as the origin says
 * @property {number | null} size     number of units
 * @property {Bytes | null} root
 * @property {string | null} rootText
 * @property {Signature[]} signatures
 *
 * @typedef {{ checkpoint?: string, vkey?: string }} Published
 */

/** The most units of a block (game.md, rule 2). */
const MAX_SIZE = 2 ** 32 - 1;

/** A key's name has no space and no plus (rule 14); a note's name no Unicode space either. */
const NAME = /^[^\p{White_Space}+]+$/u;

/** The text is ours and so ASCII; names in signatures may be anyone's. */
const ORIGIN_NAME = /^[!-*,-~]+$/;

/**
 * Where the signed text of a note ends: the last empty line parts it from the signatures.
 * @param {string} note
 */
function textOf(note) {
  const end = note.lastIndexOf("\n\n");
  return end < 0 ? null : note.slice(0, end + 1);
}

/**
 * Reads a checkpoint, as far as it goes.
 * @param {string} note
 * @param {Step} step
 * @returns {Checkpoint}
 */
export function readCheckpoint(note, step) {
  if (!note.endsWith("\n")) step.fail("checkpoint-final-newline");
  const text = textOf(note);
  if (text === null) step.fail("signatures-missing");
  const lines = (text ?? note).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length !== 4) step.fail("text-lines", { expected: 4, found: lines.length });
  const [origin = "", size = "", root = "", manifest = ""] = lines;
  const parts = readOrigin(origin, step);
  const rootBytes = readRoot(root, step);
  if (!/^grille-manifest [0-9a-f]{64}$/.test(manifest)) step.fail("manifest-line");
  return {
    text,
    origin: origin === "" ? null : origin,
    ...parts,
    size: readSize(size, step),
    root: rootBytes,
    rootText: rootBytes === null ? null : root,
    signatures: text === null ? [] : readSignatures(note, text, step),
  };
}

/**
 * @param {string} origin
 * @param {Step} step
 */
function readOrigin(origin, step) {
  const slash = origin.lastIndexOf("/");
  const key = slash < 0 ? null : origin.slice(0, slash);
  const block = slash < 0 ? null : origin.slice(slash + 1);
  if (key === null || !ORIGIN_NAME.test(key) || !block) step.fail("origin-malformed");
  return { key, block };
}

/**
 * @param {string} text
 * @param {Step} step
 */
function readSize(text, step) {
  const size = decimal(text);
  if (size === null) step.fail("size-malformed");
  else if (size < 1 || size > MAX_SIZE) step.fail("size-out-of-range", { size: text.slice(0, 40) });
  else return size;
  return null;
}

/**
 * @param {string} text
 * @param {Step} step
 */
function readRoot(text, step) {
  const root = hash(text);
  if (typeof root !== "string") return root;
  step.fail("root-malformed", { why: root });
  return null;
}

/**
 * The lines behind the text and the empty line.
 * @param {string} note
 * @param {string} text
 * @param {Step} step
 */
function readSignatures(note, text, step) {
  const lines = note.slice(text.length + 1).split("\n");
  if (lines.at(-1) === "") lines.pop();
  if (lines.length === 0) step.fail("signatures-missing");
  const before = text.split("\n").length;
  return lines.flatMap((content, at) => {
    const line = before + at + 1;
    const read = readSignature(content);
    if (typeof read !== "string") return [{ line, ...read }];
    step.fail("signature-malformed", { line, why: read });
    return [];
  });
}

/**
 * One signature line, or the code of what is wrong with it. Its length is not judged here: other
 * keys, such as a witness's, may sign otherwise, and theirs are to be ignored.
 * @param {string} line
 */
function readSignature(line) {
  const [dash, name, encoded, ...more] = line.split(" ");
  if (dash !== "\u2014") return "signature-dash";
  if (name === undefined || !NAME.test(name)) return "signature-name";
  if (encoded === undefined || more.length > 0) return "signature-parts";
  const bytes = base64(encoded);
  if (typeof bytes === "string") return bytes;
  if (bytes.length < 5) return "signature-length";
  return { name, id: bytes.slice(0, 4), bytes: bytes.slice(4) };
}

/**
 * Compares a checkpoint with what was published. Answers whether anything was compared at all:
 * what could not be compared is told as a note, never as a thing that held.
 * @param {Checkpoint | null} checkpoint
 * @param {Published} published
 * @param {Step} step
 */
export async function compare(checkpoint, published, step) {
  const note = published.checkpoint ?? null;
  const vkey = published.vkey ?? null;
  if (note === null && vkey === null) return step.skip("nothing-published"), false;
  const text = typeof note === "string" ? textOf(note) : null;
  if (note !== null && text === null) step.fail("published-checkpoint-malformed");
  const key = vkey === null ? null : await readVerifierKey(vkey, step);
  if (!checkpoint || checkpoint.text === null) return step.skip("checkpoint-unreadable"), false;
  if (text !== null && text !== checkpoint.text) step.fail("text-differs");
  const signed = key !== null && (await checkSignatures(checkpoint, checkpoint.text, key, step));
  const compared = text !== null || signed;
  if (compared) step.hold();
  return compared;
}

/**
 * A verifier key (rule 14), or null where it is none.
 * @param {unknown} vkey
 * @param {Step} step
 */
async function readVerifierKey(vkey, step) {
  // Base64 has plus signs of its own, so only the first two part the fields.
  const fields = typeof vkey === "string" ? /^([^+]*)\+([^+]*)\+(.*)$/s.exec(vkey) : null;
  const bytes = fields ? base64(fields[3] ?? "") : "";
  const [, name = "", id = ""] = fields ?? [];
  if (typeof bytes === "string" || bytes.length !== 33 || bytes[0] !== 1 || !NAME.test(name) || !/^[0-9a-f]{8}$/.test(id)) {
    step.fail("vkey-malformed");
    return null;
  }
  const stated = Uint8Array.from([0, 2, 4, 6], (at) => Number.parseInt(id.slice(at, at + 2), 16));
  const follows = await sha256(new TextEncoder().encode(name), [0x0a], bytes).catch(() => null);
  if (follows === null) return step.note("sha256-unavailable"), null;
  if (!same(follows.slice(0, 4), stated)) step.fail("vkey-id-differs");
  return { name, id: stated, point: bytes.slice(1) };
}

/**
 * Whether the key's signatures could be judged; faults go to the step. Every signature of the key
 * must verify, and those of other keys say nothing.
 * @param {Checkpoint} checkpoint
 * @param {string} text
 * @param {{ name: string, id: Bytes, point: Bytes }} key
 * @param {Step} step
 */
async function checkSignatures(checkpoint, text, key, step) {
  if (checkpoint.key !== key.name) step.fail("origin-of-another-key");
  const own = checkpoint.signatures.filter(({ name, id }) => name === key.name && same(id, key.id));
  if (own.length === 0) {
    step.fail("signature-missing");
    return true;
  }
  const message = new TextEncoder().encode(text);
  try {
    const point = await crypto.subtle.importKey("raw", key.point, "Ed25519", false, ["verify"]);
    for (const { line, bytes } of own) {
      const verifies = bytes.length === 64 && (await crypto.subtle.verify("Ed25519", point, bytes, message));
      if (!verifies) step.fail("signature-wrong", { line });
    }
    return true;
  } catch {
    // Browsers without Ed25519 refuse the key or the call, and do not agree by which error.
    step.note("ed25519-unavailable");
    return false;
  }
}
