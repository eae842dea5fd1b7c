// The account: the server has written what there is; here it is changed, and then written again.

import { address } from "./addresses.js";
import { later } from "./announce.js";
import * as api from "./api.js";
import { give } from "./command.js";
import { at } from "./dom.js";
import * as form from "./form.js";
import { text } from "./messages.js";
import * as money from "./money.js";

/** Every no that an account may be told. */
const WORDS = Object.fromEntries(
  [
    "account_closed", "player_excluded", "player_barred", "limits_not_set", "unconfirmed_ceiling", "deposit_limit",
    "identity_unconfirmed", "insufficient_funds", "no_provider", "exclusion_too_short",
    "exclusion_too_long", "malformed", "id_reused", "rules_changed",
  ].map((code) => [code, `refused.${code}`]),
);

/**
 * Shows the account as it is now, and says a sentence there.
 * @param {string} sentence
 */
function again(sentence) {
  later(sentence);
  location.assign(address("account"));
}

function listenToMoney() {
  form.listen("deposit", WORDS, async (it) => {
    const amount_cents = form.cents(it, "amount");
    const { state, amount } = await give("/deposits", { amount_cents });
    if (state === "declined") return form.fault(it, text("money.deposit_declined"));
    again(text(`money.deposit_${state}`, { amount: money.balance(amount) }));
  });
  form.listen("withdrawal", WORDS, async (it) => {
    const amount_cents = form.cents(it, "amount");
    const { amount } = await give("/withdrawals", { amount_cents });
    again(text("money.withdrawal_done", { amount: money.balance(amount) }));
  });
}

function listenToLimits() {
  form.listen("limits-form", WORDS, async (it) => {
    await give("/limits", { stakes_cents: form.cents(it, "stakes"), deposits_cents: form.cents(it, "deposits") });
    again(text("limits.done"));
  });
  form.listen("acceptance", WORDS, async (it) => {
    await give("/acceptances", { rules: Number(it.dataset.rules) });
    again(text("account.rules_accepted"));
  });
}

/** An exclusion cannot be taken back, so it is asked for twice. */
function listenToExclusion() {
  const dialog = /** @type {HTMLDialogElement} */ (at("exclusion-dialog"));
  const ask = /** @type {HTMLFormElement} */ (at("exclusion"));
  const select = /** @type {HTMLSelectElement} */ (ask.elements.namedItem("hours"));
  form.listen("exclusion", WORDS, async () => {
    const period = select.selectedOptions[0]?.textContent ?? "";
    at("exclusion-question").textContent = text("exclusion.confirm", { period });
    dialog.showModal();
  });
  at("exclusion-no").addEventListener("click", () => dialog.close());
  at("exclusion-yes").addEventListener("click", () => {
    dialog.close();
    form.send(ask, WORDS, async () => {
      await give("/exclusions", { hours: Number(select.value) });
      again(text("exclusion.done"));
    });
  });
}

/** Listens to what the account has. */
export function begin() {
  listenToMoney();
  listenToLimits();
  listenToExclusion();
  at("sign-out").addEventListener("click", async () => {
    await api.signOut();
    location.assign(address("lobby"));
  });
}
