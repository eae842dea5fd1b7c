// Signing in.

import { back } from "./addresses.js";
import * as api from "./api.js";
import * as form from "./form.js";

const WORDS = {
  wrong_credentials: "door.wrong_credentials",
  too_many: "door.too_many",
  player_excluded: "door.player_excluded",
};

/**
 * @param {string} name
 * @param {string} password
 */
async function enter(name, password) {
  await api.signIn(name, password);
  location.assign(back());
}

/** Listens to what is at the door. */
export function begin() {
  form.listen("sign-in", WORDS, (it) => enter(form.value(it, "name"), form.value(it, "password")));
  const button = document.getElementById("demonstration-enter");
  button?.addEventListener("click", () => {
    const { name = "", password = "" } = button.dataset;
    form.send(button.parentElement ?? button, WORDS, () => enter(name, password));
  });
}
