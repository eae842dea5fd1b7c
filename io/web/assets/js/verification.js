// The verification of a past unit, step by step, in the player's own browser; each step says in
// words what was compared. The steps are those of docs/spec/verification.md, and one of the page's
// own: that what is shown is what the proof is about.

import * as api from "./api.js";
import { after, at, atRest, button, make, still } from "./dom.js";
import { gainOf } from "./found.js";
import { text } from "./messages.js";
import * as money from "./money.js";
import { isComplete, words } from "./unit.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./proof.js").Verdict} Verdict */
/** @typedef {{ name: string, state: "held" | "failed" | "not checked", told: string }} Line */

/** Between two steps, so that one can follow. */
const PACE_MS = 280;

/** @type {Play | null} */
let offered = null;
/** Counts what was asked for: what comes after a later question changes nothing. */
let asked = 0;

/**
 * Lets a unit be verified.
 * @param {Play} play
 */
export function offer(play) {
  takeBack();
  offered = play;
  at("verify").hidden = false;
}

/** Another unit, or none, is on the screen. */
export function takeBack() {
  asked++;
  offered = null;
  at("verify").hidden = true;
  at("verification").hidden = true;
}

export function listen() {
  button("verify").addEventListener("click", () => offered && show(offered));
  button("verify-again").addEventListener("click", () => offered && show(offered));
}

/** @param {Play} play */
async function show(play) {
  const mine = ++asked;
  const list = at("verification-steps");
  const verdict = at("verification-verdict");
  const state = (/** @type {string} */ now, /** @type {string} */ said) => {
    at("verification").dataset.state = now;
    verdict.textContent = said;
  };
  list.replaceChildren();
  at("verification").hidden = false;
  at("verification-meaning").hidden = true;
  button("verify-again").hidden = true;
  at("verification-title").textContent = text("verify.title", { index: money.count(play.index + 1) });
  name(play);
  state("running", text("verify.running"));
  at("verification").scrollIntoView({ behavior: still() ? "auto" : "smooth", block: "start" });
  at("verification-title").focus({ preventScroll: true });
  const found = await check(play).catch((error) => {
    if (error instanceof api.Unknown || error instanceof api.Named) return null;
    throw error;
  });
  if (mine !== asked) return;
  if (found === null) {
    button("verify-again").hidden = false;
    return state("unknown", text("verify.unread"));
  }
  for (const line of found) {
    const item = step(line);
    list.append(item);
    await Promise.all([atRest(item), still() ? null : after(PACE_MS)]);
    if (mine !== asked) return;
  }
  const failed = found.filter((line) => line.state === "failed");
  const undone = found.some((line) => line.state === "not checked");
  const first = failed.length > 0 ? text(`verify.${failed[0].name}`) : "";
  if (failed.length > 0) state("failed", text("verify.unsound", { step: first }));
  else if (undone) state("unknown", text("verify.undone"));
  else state("held", text("verify.sound"));
  at("verification-meaning").hidden = failed.length > 0 || undone;
}

/** @param {Line} line */
function step({ name, state, told }) {
  const outcome = text(`verify.${state === "not checked" ? "unchecked" : state}`);
  const item = make("li", { class: `step ${state.replace(" ", "-")}` }, [
    make("h3", { text: text(`verify.${name}`) }),
    make("p", { class: "outcome", text: outcome }),
    make("p", { class: "told", text: told }),
  ]);
  return item;
}

/**
 * The names of the files, and what one types to check them without this site.
 * @param {Play} play
 */
function name(play) {
  const [proof, checkpoint] = [`${play.block}-${play.index}.proof`, `${play.block}.checkpoint`];
  const files = { "proof-file": [api.proofAddress(play.id), proof], "checkpoint-file": [api.checkpointAddress(play.block), checkpoint] };
  for (const [id, [address, file]] of Object.entries(files)) {
    at(id).setAttribute("href", address);
    at(id).setAttribute("download", file);
  }
  at("proof-command").textContent = `grille-verify proof ${proof} --checkpoint ${checkpoint}`;
}

/**
 * Fetches the proof and the block's published checkpoint, and checks them.
 * @param {Play} play
 * @returns {Promise<Line[]>}
 */
async function check(play) {
  const files = [api.proofAddress(play.id), api.checkpointAddress(play.block)];
  const [proof, checkpoint] = await Promise.all(files.map(api.file));
  const [{ verifyProof }, { pathShape }] = await Promise.all([import("./proof.js"), import("./tree.js")]);
  const verdict = await verifyProof(proof, { checkpoint });
  const { size, root } = verdict;
  const hashes = size !== null && play.index < size ? pathShape(play.index, size).length : 0;
  const values = {
    block: play.block,
    index: money.count(play.index + 1),
    size: money.count(size ?? 0),
    root: (root ?? "").slice(0, 12),
    hashes,
  };
  const lines = verdict.steps.map(({ name, state, faults }) => {
    const key = state === "held" ? "held" : state === "failed" ? why(name, faults[0]?.code) : "unchecked";
    return { name, state, told: text(`verify.${name}.${key}`, values) };
  });
  return [...lines, screen(play, verdict)];
}

/** Faults that have words of their own; for the others the step's words do. */
const SPECIAL = ["index-differs", "block-differs", "path-length", "index-beyond-size"];

/**
 * @param {string} name
 * @param {string | undefined} code
 */
const why = (name, code) => (code && SPECIAL.includes(code) ? code : `failed-${name}`);

/**
 * The page's own step: what is on the screen is what the proof is about, and its words come to the
 * gain that was paid.
 * @param {Play} play
 * @param {Verdict} verdict
 * @returns {Line}
 */
function screen(play, { unit }) {
  const name = "screen";
  if (!unit) return { name, state: "not checked", told: text("verify.screen.unchecked") };
  const same = unit.block === play.block && unit.index === play.index && unit.letters === play.letters;
  if (!same || JSON.stringify(unit.grids) !== JSON.stringify(play.grids)) {
    return { name, state: "failed", told: text("verify.screen.failed-screen") };
  }
  const letters = new Set(unit.letters);
  const counts = unit.grids.map((rows) => words(rows).filter((word) => isComplete(word, letters)).length);
  const facts = JSON.parse(at("main").dataset.game ?? "");
  const told = { words: counts.reduce((sum, count) => sum + count, 0), gain: money.amount(play.gain) };
  const pays = gainOf(counts, facts.pays) === play.gain.cents;
  return { name, state: pays ? "held" : "failed", told: text(pays ? "verify.screen.held" : "verify.screen.gain-differs", told) };
}
