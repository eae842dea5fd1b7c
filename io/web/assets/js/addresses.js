// Where each page is, in this page's language: the server's table, by the names that it gives.

/** @typedef {"lobby" | "game" | "rules" | "history" | "replay" | "account" | "sign-in" | "sign-up" | "password" | "counter"} Name */

/** @type {Record<Name, string>} */
const table = JSON.parse(document.documentElement.dataset.addresses ?? "{}");

/**
 * The address of a page; what stands in braces in the table is replaced.
 * @param {Name} name
 * @param {Record<string, string>} [of]
 */
export const address = (name, of = {}) =>
  table[name].replace(/\{(\w+)\}/g, (whole, key) => (key in of ? encodeURIComponent(of[key]) : whole));

/** The door, which leads back to where one is. */
export const door = () => `${address("sign-in")}?to=${encodeURIComponent(location.pathname + location.search)}`;

/**
 * Where the door leads back to: a page of this site, or the games.
 */
export function back() {
  const to = new URLSearchParams(location.search).get("to") ?? "";
  const url = URL.canParse(to, location.origin) ? new URL(to, location.origin) : null;
  return url && url.origin === location.origin && to.startsWith("/") ? url.pathname + url.search : address("lobby");
}
