// What every page does: reads its language, lets the notice be closed, says when it is ready.

import * as announce from "./announce.js";
import * as messages from "./messages.js";
import * as session from "./session.js";

/** Whether a player is signed in, as far as the page knows. */
export const isSignedIn = () => "signedIn" in document.documentElement.dataset;

/**
 * Begins a page; `begin` is its own part, once there are words.
 * @param {() => void | Promise<void>} begin
 */
export async function page(begin) {
  await messages.load();
  announce.begin();
  session.begin();
  try {
    await begin();
  } catch (error) {
    console.error(error);
    announce.notice(messages.text("notice.failed"));
  }
  document.documentElement.dataset.ready = "";
}
