// One unit on the screen, from the offer to its result.

import { door } from "./addresses.js";
import { notice, say } from "./announce.js";
import * as api from "./api.js";
import * as auto from "./auto.js";
import * as board from "./board.js";
import * as connection from "./connection.js";
import { at, atRest, button, still } from "./dom.js";
import { isSignedIn } from "./frame.js";
import * as grid from "./grid.js";
import { has, text } from "./messages.js";
import * as money from "./money.js";
import * as purchase from "./purchase.js";
import { reason } from "./reason.js";
import * as stub from "./stub.js";
import * as tiles from "./tiles.js";
import * as verification from "./verification.js";
import { viewOf } from "./view.js";

/** @typedef {import("./types.js").Play} Play */
/** @typedef {import("./types.js").Mode} Mode */

/** @type {import("./types.js").GameFacts} */
const facts = JSON.parse(at("main").dataset.game ?? "");

/**
 * The unit on the screen while it is uncovered.
 * @type {{ play: Play, board: import("./board.js").Board, view: ReturnType<typeof viewOf>, stop: () => void } | null}
 */
let running = null;
let buying = false;
/** Counts what was asked for: an answer that comes after a later question changes nothing. */
let asked = 0;

/** Before the purchase: everything covered, both buttons there. */
export function offer() {
  leave();
  tiles.cover();
  grid.cover();
  purchase.offeredId();
  setBuying(false);
  at("meta-unit").textContent = text("ticket.price_line", { price: money.amount(facts.price) });
  at("meta-time").textContent = text("ticket.odds_line", { odds: at("main").dataset.odds ?? "" });
  at("hint").textContent = text("ticket.hint_offer");
  at("stamp").hidden = true;
  stub.setWords([], facts);
  stub.show("offer");
  if (isSignedIn()) showBalance();
}

/**
 * Shows what the player has: gains of unfinished units are left out.
 * @returns {Promise<import("./types.js").Money>}
 */
async function showBalance() {
  const { shown_balance } = await connection.untilAnswered(api.me);
  at("balance").textContent = money.balance(shown_balance);
  return shown_balance;
}

/** @param {Mode} mode */
async function buy(mode) {
  if (buying) return;
  // Nothing is bought at the door: it leads back here.
  if (!isSignedIn()) return location.assign(door());
  setBuying(true);
  notice(null);
  const mine = ++asked;
  const wish = { game: facts.id, mode, price_cents: facts.price.cents };
  const receipt = await purchase.buy(wish, () => stub.show("checking"));
  if (mine !== asked) return;
  if ("play" in receipt) {
    const { play } = receipt;
    const values = { index: money.count(play.index + 1), stake: money.amount(play.stake) };
    say(text("say.bought", values));
    if (play.finished_at !== null) return end(play, { replay: false });
    return begin(play);
  }
  if (receipt.play_id) {
    notice(text("notice.unfinished_unit"));
    return begin(await connection.untilAnswered(() => api.play(receipt.play_id ?? "")));
  }
  if (receipt.refused === "not_signed_in") return location.assign(door());
  offer();
  notice(refusal(receipt.refused), IN_ACCOUNT.has(receipt.refused));
}

/** Refusals whose cause is mended in the account. */
const IN_ACCOUNT = new Set(["limits_not_set", "rules_not_accepted", "stake_limit", "insufficient_funds", "player_excluded"]);

/** @param {string} code */
function refusal(code) {
  return text(has(`notice.${code}`) ? `notice.${code}` : "notice.refused");
}

/** @param {boolean} now */
function setBuying(now) {
  buying = now;
  for (const id of ["buy-jouer", "buy-auto"]) button(id).disabled = now;
  at("offer").setAttribute("aria-busy", String(now));
}

/**
 * Puts a bought unit on the screen, with what was uncovered of it before.
 * @param {Play} play
 */
function begin(play) {
  lay(play);
  if (!running) return;
  for (const tile of play.uncovered) running.board.reveal(tile, { still: true });
  stub.show("running");
  button("reveal-all").disabled = false;
  hint();
  showBalance();
  // The last tile was uncovered, and then the page went before the server could be told.
  if (running.board.isWhole()) return void finish();
  if (play.mode === "auto") running.stop = auto.run(running.board.next, uncover, connection.isLost);
  tiles.focus();
  scrollTo(0, 0);
}

/**
 * The face of a unit, all under the coat.
 * @param {Play} play
 */
function lay(play) {
  leave();
  running = { play, board: board.lay({ ...play, name: play.id }, facts), view: viewOf(play.id), stop: () => {} };
  at("stamp").hidden = true;
  const values = { index: money.count(play.index + 1), stake: money.amount(play.stake) };
  at("meta-unit").textContent = text("ticket.unit_line", values);
  const today = money.day(play.bought_at) === money.day(new Date().toISOString());
  const moment = { day: money.day(play.bought_at), time: money.clock(play.bought_at) };
  at("meta-time").textContent = text(today ? "ticket.time_line" : "ticket.day_line", moment);
}

/** What one can do now, in words; and deaf tiles where one can do nothing. */
function hint() {
  if (!running) return;
  const lost = connection.isLost();
  const byItself = running.play.mode === "auto";
  tiles.setDeaf(lost || byItself);
  button("reveal-all").disabled = lost;
  at("hint").textContent = text(lost ? "ticket.hint_lost" : byItself ? "ticket.hint_auto" : "ticket.hint_play");
}

/**
 * The player, or Auto, uncovers a tile.
 * @param {number} tile
 */
function uncover(tile) {
  if (!running || running.board.open.has(tile) || connection.isLost()) return;
  running.board.reveal(tile, { still: still() });
  afterUncovering();
}

/** Uncovers all that is left. */
function uncoverAll() {
  if (!running || connection.isLost()) return;
  running.stop();
  for (const tile of running.board.covered()) running.board.reveal(tile, { still: still() });
  afterUncovering();
}

function afterUncovering() {
  if (!running) return;
  running.view.save(running.board.open);
  if (running.board.isWhole()) finish();
}

/**
 * All is uncovered: says so to the server, and shows the result that it gave at the purchase once
 * the last letter, and the words that it completed, have been seen.
 */
async function finish() {
  if (!running) return;
  const { play, view } = running;
  running.stop();
  button("reveal-all").disabled = true;
  tiles.setDeaf(true);
  stub.settle();
  const told = view.saved().then(() => connection.untilAnswered(() => api.finish(play.id)));
  const [finished] = await Promise.all([told, atRest(tiles.ticket())]);
  // The player may have gone to another view, or to another unit, in the meantime.
  if (running?.play.id !== play.id) return;
  end(finished, { replay: false });
}

/**
 * The result of a unit whose face is on the screen, or, for a replay, of a past one.
 * @param {Play} play
 * @param {{ replay: boolean }} how
 */
function end(play, { replay }) {
  if (running?.play.id !== play.id) {
    lay(play);
    for (const tile of running?.board.covered() ?? []) running?.board.reveal(tile, { still: true });
    tiles.setDeaf(true);
  }
  running?.board.showMissed();
  running = null;
  at("hint").textContent = text("ticket.hint_end");
  stub.show("result");
  stub.setResult(play.gain, reason(play.completed, play.gain, facts));
  at("words").hidden = play.completed.flat().length === 0;
  at("again").hidden = replay;
  at("back").hidden = !replay;
  at("stamp").hidden = !replay;
  at("stamp").textContent = replay ? text("ticket.replay") : "";
  verification.offer(play);
  at("result-title").focus({ preventScroll: true });
  const moment = { day: money.day(play.bought_at), time: money.clock(play.bought_at) };
  stub.setResultNote(replay ? text("replay.text", moment) : "");
  if (replay) return;
  showBalance().then((balance) => stub.setResultNote(text("result.balance", { balance: money.balance(balance) })));
}

/**
 * Shows a past unit as it was, marked as a replay.
 * @param {string} id
 */
export async function replay(id) {
  const mine = ++asked;
  const play = await connection.untilAnswered(() => api.play(id));
  if (mine !== asked) return;
  if (play.finished_at === null) return begin(play);
  end(play, { replay: true });
}

/** The unit on the screen goes; on the server it stays as it is. */
function leave() {
  running?.stop();
  running = null;
  tiles.setDeaf(false);
  verification.takeBack();
}

/** The unfinished unit, if there is one, or the offer. */
export async function resume() {
  if (!isSignedIn()) return offer();
  const mine = ++asked;
  await running?.view.saved();
  const history = await connection.untilAnswered(() => api.plays(null));
  if (mine !== asked) return;
  const known = [...history.unfinished, ...history.finished];
  const offered = purchase.offeredId();
  // A purchase whose answer was lost with an earlier page: found, so the id is settled.
  if (known.some((play) => play.command_id === offered)) purchase.settle(offered);
  const unfinished = history.unfinished.find((play) => play.game === facts.id);
  if (!unfinished) return offer();
  begin(unfinished);
  const values = { index: money.count(unfinished.index + 1), tiles: unfinished.uncovered.length };
  say(text("say.resumed", values));
}

/** Listens to buttons, tiles and the connection. */
export function listen() {
  for (const id of ["buy-jouer", "buy-auto"]) {
    const pressed = button(id);
    pressed.addEventListener("click", () => buy(/** @type {Mode} */ (pressed.dataset.mode)));
  }
  button("reveal-all").addEventListener("click", uncoverAll);
  verification.listen();
  button("again").addEventListener("click", () => {
    offer();
    button("buy-jouer").focus({ preventScroll: true });
  });
  tiles.listen(uncover);
  connection.watch((lost) => {
    hint();
    if (!buying || running) notice(lost ? text("notice.lost") : null);
  });
}
