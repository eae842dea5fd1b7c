// The history: an unfinished unit first, then every unit with its date, stake and gain.

import { address } from "./addresses.js";
import * as api from "./api.js";
import { at, button, make } from "./dom.js";
import { text } from "./messages.js";
import * as money from "./money.js";

/** @typedef {import("./types.js").Play} Play */

/** @type {string | null} */
let next = null;

/** Reads the history from its beginning. */
export async function show() {
  at("history-list").replaceChildren();
  button("history-more").hidden = true;
  await page(null);
}

/** @param {string | null} before */
async function page(before) {
  const state = at("history-state");
  state.hidden = false;
  state.textContent = text("history.loading");
  let history;
  try {
    history = await api.plays(before);
  } catch {
    const retry = make("button", { class: "plain", text: text("history.retry") });
    retry.addEventListener("click", () => page(before));
    state.replaceChildren(`${text("history.failed")} `, retry);
    return;
  }
  if (before === null) at("history-list").replaceChildren(...history.unfinished.map(slip));
  at("history-list").append(...history.finished.map(slip));
  next = history.next;
  button("history-more").hidden = next === null;
  const empty = at("history-list").children.length === 0;
  state.hidden = !empty;
  state.textContent = text("history.empty");
}

/** @param {Play} play */
function slip(play) {
  const index = money.count(play.index + 1);
  const running = play.finished_at === null;
  const won = !running && play.gain.cents > 0;
  const gain = running ? text("history.hidden_gain") : won ? money.amount(play.gain) : text("history.no_gain");
  const link = running
    ? make("a", { class: "button main", href: address("game", { game: play.game }), text: text("history.resume") })
    : make("a", {
        class: "button second",
        href: address("replay", { play: play.id }),
        text: text("history.replay"),
        label: text("history.replay_label", { index }),
      });
  const when = text("history.when", { day: money.day(play.bought_at), time: money.clock(play.bought_at) });
  return make("li", { class: `slip${running ? " running" : ""}${won ? " won" : ""}` }, [
    make("div", { class: "slip-name" }, [
      make("h2", { text: running ? text("history.unfinished") : text("history.unit", { index }) }),
      make("p", { class: "note", text: running ? `${text("history.unit", { index })}, ${when}` : when }),
    ]),
    make("dl", { class: "slip-money" }, [
      make("div", {}, [
        make("dt", { text: text("history.stake") }),
        make("dd", { text: money.amount(play.stake) }),
      ]),
      make("div", {}, [make("dt", { text: text("history.gain") }), make("dd", { class: "slip-gain", text: gain })]),
    ]),
    link,
  ]);
}

/** Lets older units be asked for. */
export function begin() {
  button("history-more").addEventListener("click", () => page(next));
}
