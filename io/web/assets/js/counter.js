// A point of sale: tickets are asked about one by one, gathered, and paid in one operation. A code is
// kept no longer than the page needs it, and nowhere else.

import * as answer from "./answer.js";
import * as api from "./api.js";
import { newId } from "./command.js";
import { untilAnswered } from "./connection.js";
import { at, button, make } from "./dom.js";
import * as form from "./form.js";
import { counted, text } from "./messages.js";
import * as money from "./money.js";
import { grouped, presented } from "./presented.js";

/** @typedef {import("./presented.js").Presented} Presented */
/** @typedef {{ number: string, code: string, ticket: string, cents: number }} Payable */

/** What was given of the ticket that is at hand. @type {Presented} */
let given = {};
/** What is about to be paid. @type {Payable[]} */
let basket = [];
/** The name of the payment: a new one for other tickets, the same for a repetition. */
let paymentId = newId();
/** Where the list of today's payments goes on. @type {string | null} */
let next = null;

const input = (/** @type {string} */ id) => /** @type {HTMLInputElement} */ (at(id));
const bearer = () => /** @type {HTMLInputElement} */ (at("bearer").querySelector("input"));
const euros = (/** @type {number} */ cents) => money.amount({ cents, currency: "EUR" });

/** A session ends by itself after a while: the same address is the door then. @param {unknown} error */
function hasEnded(error) {
  const ended = error instanceof api.Named && error.code === "not_signed_in";
  if (ended) location.reload();
  return ended;
}

/** Shows what was given so far. A code is said to be there, and is not shown. */
function showParts() {
  for (const [id, part] of /** @type {const} */ ([["part-number", given.number && grouped(given.number)], ["part-code", given.code && text("counter.code_read")]])) {
    const item = at(id);
    item.classList.toggle("read", Boolean(part));
    const value = item.querySelector("b");
    if (value) value.textContent = part || "…";
  }
}

/** Makes ready for the next ticket. */
function forget() {
  given = {};
  input("ticket").value = "";
  form.fault(at("check"), null);
  showParts();
  input("ticket").focus();
}

/** Takes what is in the field; with a number and a code, asks. */
async function take() {
  const field = input("ticket");
  if (field.value.trim() === "") return;
  const found = presented(field.value);
  form.fault(at("check"), found ? null : text("counter.neither"));
  if (!found) return field.select();
  answer.clear();
  given = { ...given, ...found };
  field.value = "";
  showParts();
  const { number, code } = given;
  if (!number || !code) return;
  forget();
  try {
    const told = await api.inquire(number, code);
    answer.ofTicket(told);
    const isNew = basket.every(({ ticket }) => ticket !== told.ticket);
    if (told.answer === "pays_here" && told.amount && isNew) {
      basket.push({ number, code, ticket: told.ticket, cents: told.amount.cents });
      showBasket();
    }
  } catch (error) {
    if (!hasEnded(error)) answer.problem(error);
  }
}

const sum = () => basket.reduce((all, { cents }) => all + cents, 0);

/** Whether it must be recorded who is paid. */
function mustIdentify() {
  const { identityFrom = "0", identityAbove = "0" } = at("main").dataset;
  return sum() >= Number(identityFrom) || (basket.length > 1 && sum() > Number(identityAbove));
}

/** Shows what is about to be paid; other tickets are another payment. */
function showBasket() {
  paymentId = newId();
  const items = basket.map(({ ticket, cents }) => make("li", {}, [make("span", { text: ticket }), make("b", { text: euros(cents) })]));
  at("basket-list").replaceChildren(...items);
  at("basket").hidden = basket.length === 0;
  at("bearer").hidden = !mustIdentify();
  bearer().required = mustIdentify();
  if (!mustIdentify()) bearer().value = "";
  button("pay").textContent = counted("counter.pay", basket.length, { amount: euros(sum()), tickets: basket.length });
  form.fault(at("basket"), null);
}

function drop() {
  basket = [];
  showBasket();
  answer.clear();
  forget();
}

async function pay() {
  const wish = {
    tickets: basket.map(({ number, code }) => ({ number, code })),
    bearer: mustIdentify() ? bearer().value : null,
  };
  const id = paymentId;
  button("pay").disabled = true;
  try {
    const { sum, not_paid } = await untilAnswered(() => api.payTickets(id, wish), () => answer.show("checking"));
    if (not_paid) {
      answer.ofTicket(not_paid);
      basket = basket.filter(({ ticket }) => ticket !== not_paid.ticket);
    } else {
      answer.paid(sum, wish.tickets.length);
      basket = [];
    }
    showBasket();
    forget();
    await Promise.all([showToday(), showBalance()]);
  } catch (error) {
    if (hasEnded(error)) return;
    answer.problem(error);
    // A refusal is kept under its name: what is mended is another payment.
    if (error instanceof api.Named) paymentId = newId();
  } finally {
    button("pay").disabled = false;
  }
}

async function showBalance() {
  const { balance } = await api.counter();
  at("counter-balance").textContent = money.balance(balance);
}

/**
 * Shows today's payments, or more of them.
 * @param {string | null} [before]
 */
async function showToday(before = null) {
  const state = at("today-state");
  try {
    const today = await api.payments(before);
    const body = at("today-list").querySelector("tbody");
    const rows = today.payments.map(({ ticket, paid_at, amount }) =>
      make("tr", {}, [make("th", { text: ticket }), make("td", { text: money.clock(paid_at) }), make("td", { text: money.balance(amount) })]),
    );
    for (const row of rows) row.firstElementChild?.setAttribute("scope", "row");
    if (before === null) body?.replaceChildren(...rows);
    else body?.append(...rows);
    at("today-sum").textContent = money.balance(today.sum);
    at("today-list").hidden = today.count === 0;
    state.textContent = counted("counter.paid_count", today.count, { tickets: money.count(today.count) });
    next = today.next;
    button("today-more").hidden = next === null;
  } catch (error) {
    if (!hasEnded(error)) state.textContent = text("counter.today_failed");
  }
}

const WORDS = { wrong_credentials: "counter.wrong_credentials", too_many: "door.too_many", malformed: "counter.wrong_credentials" };

/** Listens at the door, or at the desk. */
export async function begin() {
  form.listen("counter-sign-in", WORDS, async (it) => {
    await api.counterSignIn(Number(form.value(it, "counter")), form.value(it, "password"));
    location.reload();
  });
  if (!document.getElementById("check")) return;
  at("check").addEventListener("submit", (event) => {
    event.preventDefault();
    take();
  });
  at("basket").addEventListener("submit", (event) => {
    event.preventDefault();
    pay();
  });
  at("ticket-clear").addEventListener("click", () => {
    answer.clear();
    forget();
  });
  at("basket-drop").addEventListener("click", drop);
  at("today-more").addEventListener("click", () => showToday(next));
  at("counter-sign-out").addEventListener("click", async () => {
    await api.counterSignOut();
    location.reload();
  });
  input("ticket").focus();
  await showToday();
}
