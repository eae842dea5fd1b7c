// One numbered step of docs/spec/verification.md: what it found, and whether it was done.

/**
 * @typedef {{ code: string, [parameter: string]: string | number }} Finding
 * @typedef {"held" | "failed" | "not checked"} State
 *
 * @typedef {object} Report
 * @property {number} number
 * @property {string} name
 * @property {State} state
 * @property {Finding[]} faults  what did not hold
 * @property {Finding[]} notes   what could not be looked at, and why
 */

/** One kind of fault is repeated so often, then only counted. */
const MAX_REPEATS = 100;

export class Step {
  /** @type {Finding[]} */
  #faults = [];
  /** @type {Finding[]} */
  #notes = [];
  /** @type {Map<string, number>} */
  #counts = new Map();
  #done = false;
  #skipped = false;

  /**
   * @param {number} number
   * @param {string} name
   */
  constructor(number, name) {
    this.number = number;
    this.name = name;
  }

  /**
   * @param {string} code
   * @param {Record<string, string | number>} [parameters]
   */
  fail(code, parameters = {}) {
    const count = (this.#counts.get(code) ?? 0) + 1;
    this.#counts.set(code, count);
    if (count <= MAX_REPEATS) this.#faults.push({ code, ...parameters });
  }

  /**
   * Something was not looked at, but the step may still hold by the rest.
   * @param {string} code
   */
  note(code) {
    this.#notes.push({ code });
  }

  /**
   * Something was not looked at without which the step cannot hold.
   * @param {string} code
   */
  skip(code) {
    this.note(code);
    this.#skipped = true;
  }

  /** The step was done: it holds, unless something failed or was skipped. */
  hold() {
    this.#done = true;
  }

  /** @returns {Report} */
  report() {
    const faults = [...this.#faults];
    for (const [of, count] of this.#counts) if (count > MAX_REPEATS) faults.push({ code: "more-faults", of, count });
    const held = this.#done && !this.#skipped;
    const state = faults.length > 0 ? "failed" : held ? "held" : "not checked";
    return { number: this.number, name: this.name, state, faults, notes: [...this.#notes] };
  }
}
