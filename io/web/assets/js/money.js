// Numbers, amounts and times as the page's language sets them.

import { text } from "./messages.js";

/** @typedef {import("./types.js").Money} Money */

const language = document.documentElement.lang;

/**
 * `1 500 000`.
 * @param {number} number
 */
export const count = (number) => new Intl.NumberFormat(language).format(number);

/**
 * `30 000 €`, `4,50 €`: cents only where there are any.
 * @param {Money} money
 */
export const amount = (money) => format(money, money.cents % 100 === 0 ? 0 : 2);

/**
 * `47,00 €`: always with cents.
 * @param {Money} money
 */
export const balance = (money) => format(money, 2);

/**
 * @param {Money} money
 * @param {number} digits
 */
function format({ cents, currency }, digits) {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: "currency", currency, ...style }).format(cents / 100);
}

/**
 * The day of a moment: `28 novembre 2011`.
 * @param {string} moment  RFC 3339
 */
export const day = (moment) =>
  new Intl.DateTimeFormat(language, { day: "numeric", month: "long", year: "numeric" }).format(new Date(moment));

/**
 * The time of a moment: `14 h 32`.
 * @param {string} moment  RFC 3339
 */
export function clock(moment) {
  const date = new Date(moment);
  const minutes = String(date.getMinutes()).padStart(2, "0");
  return text("time.clock", { hours: date.getHours(), minutes });
}
