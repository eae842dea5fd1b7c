// The verifier of a single unit's proof, written from docs/spec/ alone so that it is a second
// opinion on what the server sends. It needs Web Crypto and nothing else, and says what it found
// in codes; the words are the page's.

import { compare, readCheckpoint } from "./checkpoint.js";
import { readLeaf } from "./leaf.js";
import { Step } from "./step.js";
import { base64, decimal, hash } from "./strict.js";
import { pathShape, rootOf, same } from "./tree.js";

/**
 * @typedef {import("./checkpoint.js").Checkpoint} Checkpoint
 * @typedef {import("./checkpoint.js").Published} Published
 * @typedef {import("./leaf.js").Leaf} Leaf
 * @typedef {import("./step.js").Report} Report
 * @typedef {import("./strict.js").Bytes} Bytes
 *
 * @typedef {object} Verdict
 * @property {boolean} sound     every step held; step 3 may be unchecked, see `compared`
 * @property {boolean} compared  something published was compared: without, all may be made up
 * @property {Report[]} steps
 * @property {Leaf} [unit]       what the proof says, which counts only if it is sound
 * @property {string | null} origin
 * @property {number | null} size
 * @property {string | null} root  base64
 *
 * What could be read of a proof's lines; a part is null where it could not.
 * @typedef {object} Form
 * @property {Bytes | null} data
 * @property {{ text: string, value: number } | null} index
 * @property {(Bytes | null)[] | null} path
 * @property {string | null} note
 */

const HEADER = "c2sp.org/tlog-proof@v1";

/** No proof comes near this; a longer file is not looked at. */
const MAX_BYTES = 2 ** 20;

/**
 * Checks a proof by the steps of docs/spec/verification.md. Never throws, whatever it is given.
 * @param {string | Uint8Array} text
 * @param {Published} [published]
 * @returns {Promise<Verdict>}
 */
export async function verifyProof(text, published) {
  const names = ["form", "checkpoint", "published", "text", "path"];
  const steps = names.map((name, at) => new Step(at + 1, name));
  const [formStep, checkpointStep, publishedStep, textStep, pathStep] = /** @type {[Step, Step, Step, Step, Step]} */ (steps);

  const form = readForm(text, formStep);
  const checkpoint = form && checkCheckpoint(form, checkpointStep);
  const compared = await compare(checkpoint, published ?? {}, publishedStep);
  const unit = form && checkText(form, checkpoint, textStep);
  await checkPath(form, checkpoint, pathStep);

  const reports = steps.map((step) => step.report());
  const sound = reports.every(({ number, state }) => state === "held" || (number === 3 && state === "not checked"));
  const { origin = null, size = null, rootText: root = null } = checkpoint ?? {};
  return { sound, compared, steps: reports, ...(unit ? { unit } : {}), origin, size, root };
}

/**
 * The file as a string, or null where it is too long or no text at all.
 * @param {unknown} input
 * @param {Step} step
 */
function decode(input, step) {
  if (typeof input !== "string" && !(input instanceof Uint8Array)) return step.fail("not-text"), null;
  if (input.length > MAX_BYTES) return step.fail("too-long", { limit: MAX_BYTES }), null;
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  if (bytes.length > MAX_BYTES) return step.fail("too-long", { limit: MAX_BYTES }), null;
  // Without `ignoreBOM` a byte order mark would vanish, and a file with one would pass.
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    step.fail("not-utf8");
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }
}

/**
 * Step 1. Where a line is missing, the lines behind it are still taken for what they are.
 * @param {unknown} input
 * @param {Step} step
 * @returns {Form | null}
 */
function readForm(input, step) {
  const file = decode(input, step);
  if (file === null) return null;
  for (const [at, line] of file.split("\n").entries()) {
    if (/[\0-\x1f]/.test(line)) step.fail("control-character", { line: at + 1 });
  }
  if (!file.endsWith("\n")) step.fail("final-newline");
  const end = file.indexOf("\n\n");
  if (end < 0) step.fail("empty-line-missing");
  const lines = (end < 0 ? file : file.slice(0, end)).split("\n");
  const reader = new Head(lines, step);
  reader.header();
  const data = reader.extra();
  const index = reader.index();
  // Without an empty line nobody can say where the path ends.
  const path = end < 0 ? null : reader.path();
  step.hold();
  return { data, index, path, note: end < 0 ? null : file.slice(end + 2) };
}

/** The lines before the empty line, read in order. */
class Head {
  #lines;
  #step;
  #at = 0;

  /**
   * @param {string[]} lines
   * @param {Step} step
   */
  constructor(lines, step) {
    this.#lines = lines;
    this.#step = step;
  }

  get #line() {
    return this.#lines[this.#at] ?? "";
  }

  header() {
    if (this.#line !== HEADER) this.#step.fail("header");
    if (!/^(extra|index) /.test(this.#line)) this.#at += 1;
  }

  extra() {
    if (this.#line.startsWith("extra ")) {
      const line = (this.#at += 1);
      const data = base64(this.#lines[line - 1]?.slice("extra ".length) ?? "");
      if (typeof data !== "string" && data.length > 0) return data;
      this.#step.fail("extra-malformed", { line, why: typeof data === "string" ? data : "empty" });
    } else {
      this.#step.fail("extra-missing", { line: this.#at + 1 });
      if (!this.#line.startsWith("index ")) this.#at += 1;
    }
    return null;
  }

  index() {
    if (this.#line.startsWith("index ")) {
      const line = (this.#at += 1);
      const text = this.#lines[line - 1]?.slice("index ".length) ?? "";
      const value = decimal(text);
      if (value !== null) return { text, value };
      this.#step.fail("index-malformed", { line });
    } else {
      this.#step.fail("index-missing", { line: this.#at + 1 });
      if (typeof hash(this.#line) === "string") this.#at += 1;
    }
    return null;
  }

  path() {
    return this.#lines.slice(this.#at).map((text, at) => {
      const sibling = hash(text);
      if (typeof sibling !== "string") return sibling;
      this.#step.fail("path-malformed", { line: this.#at + at + 1, why: sibling });
      return null;
    });
  }
}

/**
 * Step 2.
 * @param {Form} form
 * @param {Step} step
 * @returns {Checkpoint | null}
 */
function checkCheckpoint({ note, index }, step) {
  if (!note) return step.fail("checkpoint-missing"), null;
  const checkpoint = readCheckpoint(note, step);
  if (/[\0-\x09\x0b-\x1f]/.test(note)) step.fail("checkpoint-control-character");
  if (index === null) step.skip("index-unreadable");
  else if (checkpoint.size !== null && index.value >= checkpoint.size) {
    step.fail("index-beyond-size", { index: index.text.slice(0, 40), size: checkpoint.size });
  }
  step.hold();
  return checkpoint;
}

/**
 * Step 4.
 * @param {Form} form
 * @param {Checkpoint | null} checkpoint
 * @param {Step} step
 */
function checkText({ data, index }, checkpoint, step) {
  if (data === null) return step.skip("extra-unreadable"), null;
  const { unit, block, indexText } = readLeaf(data, step);
  if (index === null) step.skip("index-unreadable");
  else if (indexText !== index.text) step.fail("index-differs");
  if (!checkpoint?.origin) step.skip("origin-unreadable");
  else if (checkpoint.block === null) step.fail("origin-without-block");
  else if (block !== checkpoint.block) step.fail("block-differs");
  step.hold();
  return unit;
}

/**
 * Step 5. The leaf is what the file says, whether or not step 4 liked it.
 * @param {Form | null} form
 * @param {Checkpoint | null} checkpoint
 * @param {Step} step
 */
async function checkPath(form, checkpoint, step) {
  const size = checkpoint?.size ?? null;
  if (!form?.path || !form.index || size === null || form.index.value >= size) return step.skip("path-unreadable");
  const { data, path, index } = form;
  const { length } = pathShape(index.value, size);
  if (path.length !== length) return step.fail("path-length", { expected: length, found: path.length });
  const hashes = path.filter((sibling) => sibling !== null);
  const root = checkpoint?.root ?? null;
  if (hashes.length < length || data === null || root === null) return step.skip("path-unreadable");
  try {
    if (!same(await rootOf(data, hashes, index.value, size), root)) step.fail("root-differs");
    step.hold();
  } catch {
    // Web Crypto is there only for pages that were served securely.
    step.skip("sha256-unavailable");
  }
}
