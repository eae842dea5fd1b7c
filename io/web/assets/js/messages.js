// What players read. No sentence of any language stands in a module: they ask here, by key.

/** @type {Record<string, string>} */
let texts = {};

/** Fetches the page's language. */
export async function load() {
  const language = document.documentElement.lang;
  const response = await fetch(`/assets/messages/${language}.json`);
  texts = await response.json();
}

/**
 * Whether there is a text under `key`.
 * @param {string} key
 */
export const has = (key) => key in texts;

/**
 * The text under `key`, with each `{name}` replaced by its value.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function text(key, values = {}) {
  const found = texts[key];
  if (found === undefined) throw new Error(`there is no message ${key}`);
  return found.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
}

/**
 * The text for a number: `key.0`, `key.1` or `key.one` where they exist, else `key.other`.
 * @param {string} key
 * @param {number} number
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function counted(key, number, values) {
  const exact = `${key}.${number}`;
  if (exact in texts) return text(exact, values);
  const one = `${key}.one`;
  return number <= 1 && one in texts ? text(one, values) : text(`${key}.other`, values);
}
