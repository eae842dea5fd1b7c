// A command's id is made once for what it asks, and kept until there is an answer: a second press, or
// a page that is loaded again, repeats the command and makes no new one.

import * as api from "./api.js";

/**
 * A name that no other command has.
 * @returns {string}
 */
export function newId() {
  if (crypto.randomUUID) return crypto.randomUUID();
  // Without a secure context there is no randomUUID.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Gives a command; the answer, or a `Named` no, settles its id.
 * @param {string} path
 * @param {unknown} body
 * @returns {Promise<any>}
 */
export async function give(path, body) {
  const key = `grille.command ${path} ${JSON.stringify(body)}`;
  const id = sessionStorage.getItem(key) ?? newId();
  sessionStorage.setItem(key, id);
  try {
    const answer = await api.command(path, id, body);
    sessionStorage.removeItem(key);
    return answer;
  } catch (error) {
    if (error instanceof api.Named) sessionStorage.removeItem(key);
    throw error;
  }
}
