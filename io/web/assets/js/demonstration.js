// A game that is tried without money: units that the server draws, and that nobody buys.

import { notice, say } from "./announce.js";
import * as api from "./api.js";
import * as auto from "./auto.js";
import * as board from "./board.js";
import * as connection from "./connection.js";
import { at, atRest, button, still } from "./dom.js";
import * as grid from "./grid.js";
import { text } from "./messages.js";
import { reason } from "./reason.js";
import * as stub from "./stub.js";
import * as tiles from "./tiles.js";

/** @typedef {import("./types.js").Demonstration} Demonstration */

/** @type {import("./types.js").GameFacts} */
const facts = JSON.parse(at("main").dataset.game ?? "");

/** @type {{ unit: Demonstration, board: import("./board.js").Board, stop: () => void } | null} */
let running = null;
let drawing = false;
/** How many were drawn: such a unit has no name, so it gets one of its time and number. */
let drawn = 0;

/** Nothing is drawn yet. */
export function offer() {
  running?.stop();
  running = null;
  tiles.cover();
  tiles.setDeaf(false);
  grid.cover();
  stub.setWords([], facts);
  stub.show("offer");
  at("hint").textContent = text("trial.hint_offer");
}

/** @param {import("./types.js").Mode} mode */
async function draw(mode) {
  if (drawing) return;
  setDrawing(true);
  notice(null);
  const unit = await connection.untilAnswered(() => api.demonstration(facts.id)).catch((error) => {
    if (!(error instanceof api.Named)) throw error;
    return error;
  });
  setDrawing(false);
  if (unit instanceof api.Named) return notice(text(unit.code === "too_many" ? "notice.too_many_trials" : "notice.failed"));
  const name = `${facts.id}/${performance.timeOrigin}/${++drawn}`;
  running = { unit, board: board.lay({ ...unit, name }, facts), stop: () => {} };
  stub.show("running");
  button("reveal-all").disabled = false;
  at("hint").textContent = text(mode === "auto" ? "ticket.hint_auto" : "trial.hint_play", { grids: facts.grids });
  tiles.setDeaf(mode === "auto");
  say(text("say.tried"));
  if (mode === "auto") running.stop = auto.run(running.board.next, uncover, () => false);
  tiles.focus();
  scrollTo(0, 0);
}

/** @param {boolean} now */
function setDrawing(now) {
  drawing = now;
  for (const id of ["try-jouer", "try-auto"]) button(id).disabled = now;
  at("offer").setAttribute("aria-busy", String(now));
}

/** @param {number} tile */
function uncover(tile) {
  if (!running || running.board.open.has(tile)) return;
  running.board.reveal(tile, { still: still() });
  if (running.board.isWhole()) finish();
}

function uncoverAll() {
  if (!running || running.board.isWhole()) return;
  running.stop();
  for (const tile of running.board.covered()) running.board.reveal(tile, { still: still() });
  finish();
}

/** Shows what such a ticket would win, once the last letter has been seen. */
async function finish() {
  const mine = running;
  if (!mine) return;
  mine.stop();
  button("reveal-all").disabled = true;
  tiles.setDeaf(true);
  stub.settle();
  await atRest(tiles.ticket());
  if (running !== mine) return;
  running = null;
  mine.board.showMissed();
  const { completed, gain } = mine.unit;
  at("hint").textContent = text("ticket.hint_end");
  stub.show("result");
  stub.setResult(gain, reason(completed, gain, facts));
  at("words").hidden = completed.flat().length === 0;
  stub.setResultNote(text("trial.result"));
  at("result-title").focus({ preventScroll: true });
}

/** Listens to buttons and tiles. */
export function listen() {
  for (const id of ["try-jouer", "try-auto"]) {
    const pressed = button(id);
    pressed.addEventListener("click", () => draw(/** @type {import("./types.js").Mode} */ (pressed.dataset.mode)));
  }
  button("reveal-all").addEventListener("click", uncoverAll);
  button("again").addEventListener("click", () => {
    offer();
    button("try-jouer").focus({ preventScroll: true });
  });
  tiles.listen(uncover);
  connection.watch((lost) => drawing && notice(lost ? text("trial.lost") : null));
}
