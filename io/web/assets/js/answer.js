// The one answer about a ticket: a colour, a drawing, and words that say the same without them.

import { Named } from "./api.js";
import { at } from "./dom.js";
import { counted, has, text } from "./messages.js";
import * as money from "./money.js";

/** @typedef {import("./types.js").TicketAnswer} TicketAnswer */
/** @typedef {"pays" | "centre" | "no" | "stop" | "wait"} Kind */

/** @type {Record<string, Kind>} */
const KINDS = {
  pays_here: "pays",
  pays_at_centre: "centre",
  paid: "pays",
  not_a_winner: "no",
  mistyped: "wait",
  unknown: "wait",
  slowed: "wait",
  failed: "wait",
  checking: "wait",
  identity_missing: "wait",
};

/**
 * Shows an answer in the place of the one before.
 * @param {string} word
 * @param {{ values?: Record<string, string | number>, amount?: string, ticket?: string }} [more]
 */
export function show(word, { values = {}, amount = "", ticket = "" } = {}) {
  const card = at("answer").querySelector(".answer-card");
  if (!(card instanceof HTMLElement)) throw new Error("the answer has a card");
  const key = has(`counter.answer.${word}.title`) ? word : "failed";
  card.dataset.kind = KINDS[key] ?? "stop";
  card.hidden = false;
  at("answer-title").textContent = text(`counter.answer.${key}.title`, values);
  at("answer-text").textContent = text(`counter.answer.${key}.text`, values);
  at("answer-amount").textContent = amount;
  at("answer-ticket").textContent = ticket && text("counter.answer_of", { ticket });
}

/** Takes the answer away: the next ticket comes. */
export function clear() {
  const card = at("answer").querySelector(".answer-card");
  if (card instanceof HTMLElement) card.hidden = true;
}

/**
 * What the server says of a ticket.
 * @param {TicketAnswer} answer
 */
export function ofTicket(answer) {
  const { paid_at, closed_on, claims_ended_on } = answer;
  const noon = (/** @type {string} */ day) => money.day(`${day}T12:00:00Z`);
  const values = {
    when: paid_at ? text("time.moment", { day: money.day(paid_at), time: money.clock(paid_at) }) : "",
    closed: closed_on ? noon(closed_on) : "",
    ended: claims_ended_on ? noon(claims_ended_on) : "",
  };
  show(answer.answer, { values, amount: answer.amount ? money.amount(answer.amount) : "", ticket: answer.ticket });
}

/**
 * That tickets are paid.
 * @param {import("./types.js").Money} sum
 * @param {number} tickets
 */
export function paid(sum, tickets) {
  show("paid", { amount: money.amount(sum), values: { tickets: counted("counter.tickets", tickets, { tickets }) } });
}

const UNKNOWN = ["emission_unknown", "book_unknown", "ticket_unknown"];

/**
 * Why nothing could be said of a ticket, or nothing was paid.
 * @param {unknown} error
 */
export function problem(error) {
  if (!(error instanceof Named)) {
    show("failed");
    throw error;
  }
  const minutes = Math.ceil(error.retryAfter_s / 60);
  const wait = error.retryAfter_s < 60 ? text("counter.seconds", { seconds: error.retryAfter_s }) : counted("counter.minutes", minutes, { minutes });
  show(UNKNOWN.includes(error.code) ? "unknown" : error.code, { values: { wait } });
}
