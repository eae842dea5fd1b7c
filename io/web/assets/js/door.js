// Signing in and up, and forgotten passwords.

import { address, back } from "./addresses.js";
import { later } from "./announce.js";
import * as api from "./api.js";
import { give } from "./command.js";
import * as form from "./form.js";
import { text } from "./messages.js";

const WORDS = {
  wrong_credentials: "door.wrong_credentials",
  too_many: "door.too_many",
  player_excluded: "door.player_excluded",
};

const NEWCOMER = {
  name_taken: "sign_up.name_taken",
  under_age: "sign_up.under_age",
  rules_changed: "sign_up.rules_changed",
  malformed: "sign_up.malformed",
  id_reused: "sign_up.id_reused",
  too_many: "door.too_many",
};

const FORGETFUL = {
  wrong_credentials: "password.wrong_credentials",
  malformed: "sign_up.password_hint",
  too_many: "door.too_many",
};

function listenToSignIn() {
  const restricted = document.getElementById("restricted");
  let look = false;
  restricted?.addEventListener("click", () => (look = true));
  form.listen("sign-in", WORDS, async (it) => {
    try {
      await api.signIn(form.value(it, "name"), form.value(it, "password"), look);
    } catch (error) {
      // Whoever has excluded himself may come in to look and to withdraw, if he says so.
      if (restricted && error instanceof api.Named) restricted.hidden = error.code !== "player_excluded";
      throw error;
    } finally {
      look = false;
    }
    location.assign(back());
  });
  const button = document.getElementById("demonstration-enter");
  button?.addEventListener("click", () => {
    const { name = "", password = "" } = button.dataset;
    form.send(button.parentElement ?? button, WORDS, async () => {
      await api.signIn(name, password, false);
      location.assign(button.dataset.to ?? back());
    });
  });
}

function listenToSignUp() {
  form.listen("sign-up", NEWCOMER, async (it) => {
    // What can be no amount is said before there is an account.
    const limits = { stakes_cents: form.cents(it, "stakes"), deposits_cents: form.cents(it, "deposits") };
    await give("/players", {
      name: form.value(it, "name"),
      password: form.value(it, "password"),
      born: form.value(it, "born"),
      rules: Number(it.dataset.rules),
    });
    later(text("sign_up.done"));
    // The account is there: if its limits are not, it says so itself.
    await give("/limits", limits).catch(console.error);
    location.assign(new URLSearchParams(location.search).has("to") ? back() : address("account"));
  });
}

function listenToPasswords() {
  form.listen("forgotten", FORGETFUL, async (it) => {
    await api.forgotten(form.value(it, "name"));
    form.done(it, text("password.asked"));
  });
  form.listen("new-password", FORGETFUL, async (it) => {
    await api.setPassword(form.value(it, "token").trim(), form.value(it, "password"));
    later(text("password.done"));
    location.assign(address("sign-in"));
  });
}

/** Listens to what is at the door. */
export function begin() {
  listenToSignIn();
  listenToSignUp();
  listenToPasswords();
}
