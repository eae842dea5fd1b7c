// Numbers, amounts and times as the page's language sets them.

import { text } from "./messages.js";

/** @typedef {import("./types.js").Money} Money */

const language = document.documentElement.lang === "en" ? "en-IE" : "fr-FR";

/** Days and times are those of the place where the games are played, whatever the player's clock shows. */
const timeZone = "Europe/Paris";

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
 * With its sign, `−3,00 €`, `+3,00 €`; nothing before zero.
 * @param {number} cents
 */
export function net(cents) {
  const sign = cents < 0 ? "\u2212" : cents > 0 ? "+" : "";
  return sign + format({ cents: Math.abs(cents), currency: "EUR" }, 2);
}

/**
 * @param {Money} money
 * @param {number} digits
 */
function format({ cents, currency }, digits) {
  const style = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language, { style: "currency", currency, ...style }).format(cents / 100);
}

/**
 * The parts of a moment.
 * @param {string} moment  RFC 3339
 * @param {Intl.DateTimeFormatOptions} options
 */
function parts(moment, options) {
  const found = new Intl.DateTimeFormat(language, { timeZone, ...options }).formatToParts(new Date(moment));
  return Object.fromEntries(found.map(({ type, value }) => [type, value]));
}

/**
 * The day of a moment: `28 novembre 2011`, `1er janvier 2012`.
 * @param {string} moment  RFC 3339
 */
export function day(moment) {
  const { day, month, year } = parts(moment, { day: "numeric", month: "long", year: "numeric" });
  return `${day}${language === "fr-FR" && day === "1" ? "er" : ""} ${month} ${year}`;
}

/**
 * The time of a moment: `14 h 32`.
 * @param {string} moment  RFC 3339
 */
export function clock(moment) {
  const { hour, minute } = parts(moment, { hour: "numeric", minute: "2-digit", hourCycle: "h23" });
  return text("time.clock", { hours: Number(hour), minutes: minute.padStart(2, "0") });
}
