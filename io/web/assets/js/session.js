// How long the player has been here, and what it has brought: said on every page, kept right while the
// page stays open.

import * as api from "./api.js";
import { text } from "./messages.js";
import * as money from "./money.js";

const MINUTE_MS = 60_000;

/** Keeps the clock and the net figure right, where somebody is signed in. */
export function begin() {
  const clock = document.getElementById("session-clock");
  const net = document.getElementById("session-net");
  const balance = document.getElementById("balance");
  if (!clock || !net || !balance) return;
  const began_ms = Date.parse(clock.dataset.began ?? "");
  setInterval(() => {
    const minutes = Math.max(0, Math.floor((Date.now() - began_ms) / MINUTE_MS));
    clock.textContent = text("bar.session", { minutes });
  }, MINUTE_MS / 4);
  const refresh = async () => {
    // A figure that could not be read stays as it was; the next one is right again.
    const session = await api.session().catch(() => null);
    if (session) net.textContent = text("bar.net", { net: money.net(session.won.cents - session.staked.cents) });
  };
  new MutationObserver(refresh).observe(balance, { childList: true, characterData: true, subtree: true });
}
