// A point of sale's page, as one reads and uses it.

import { expect } from "@playwright/test";
import { PASSWORD } from "./paper.mjs";

/** @typedef {import("./paper.mjs").PointOfSale} PointOfSale */
/** @typedef {import("./paper.mjs").Ticket} Ticket */
/** @typedef {import("@playwright/test").Page} Page */

/** What is on the page, as one reads it. */
export const WORDS = {
  fr: {
    path: "/point-de-vente",
    number: "Numéro du point de vente",
    password: "Mot de passe",
    signIn: "Se connecter",
    signOut: "Se déconnecter",
    field: "Numéro et code, scannés ou saisis",
    ask: "Contrôler",
    bearer: "Pièce d’identité de la personne payée",
    drop: "Ne pas payer",
    more: "Paiements plus anciens",
    wrong: /^Ce numéro et ce mot de passe ne vont pas ensemble/,
    neither: /^Ce n’est ni un numéro/,
    euros: (/** @type {number} */ cents) => `${String(cents / 100).replace(/(\d)(\d{3})$/, "$1\u202f$2")}\u00a0€`,
    pay: (/** @type {string} */ euros) => `Payer ${euros}`,
    paySeveral: (/** @type {string} */ euros, /** @type {number} */ tickets) => `Payer ${euros} pour ${tickets} tickets`,
    answers: {
      pays_here: "Gagnant",
      pays_at_centre: "Gagnant, au centre de paiement",
      not_a_winner: "Perdant",
      paid_here: "Déjà payé ici",
      paid_elsewhere: "Déjà payé ailleurs",
      book_not_active: "Livret non activé",
      book_returned: "Ticket retourné",
      book_lost: "Livret perdu",
      book_stolen: "Livret volé",
      too_late: "Trop tard",
      mistyped: "À relire",
      does_not_match: "Numéro et code ne vont pas ensemble",
      unknown: "Ticket inconnu",
      slowed: /^Patientez 10\s?s$/,
      identity_missing: "Identité à relever",
      checking: "Vérification en cours",
      paid: "Payé",
    },
  },
  en: {
    path: "/en/counter",
    number: "Number of the point of sale",
    password: "Password",
    signIn: "Sign in",
    signOut: "Sign out",
    field: "Number and code, scanned or typed",
    ask: "Check",
    bearer: "Document of the person who is paid",
    drop: "Do not pay",
    more: "Earlier payments",
    wrong: /^This number and this password do not go together/,
    neither: /^This is neither a number/,
    euros: (/** @type {number} */ cents) => `€${String(cents / 100).replace(/(\d)(\d{3})$/, "$1,$2")}`,
    pay: (/** @type {string} */ euros) => `Pay ${euros}`,
    paySeveral: (/** @type {string} */ euros, /** @type {number} */ tickets) => `Pay ${euros} for ${tickets} tickets`,
    answers: {
      pays_here: "Winner",
      pays_at_centre: "Winner, at a payment centre",
      not_a_winner: "Not a winner",
      paid_here: "Already paid here",
      paid_elsewhere: "Already paid elsewhere",
      book_not_active: "Book not active",
      book_returned: "Ticket returned",
      book_lost: "Book lost",
      book_stolen: "Book stolen",
      too_late: "Too late",
      mistyped: "Read it again",
      does_not_match: "Number and code do not match",
      unknown: "Unknown ticket",
      slowed: "Wait 10 s",
      identity_missing: "Identity needed",
      checking: "Checking",
      paid: "Paid",
    },
  },
};

/** Someone who works at a point of sale, in the words of either language. */
export class Retailer {
  /**
   * @param {Page} page
   * @param {PointOfSale} shop
   * @param {keyof typeof WORDS} language
   */
  constructor(page, shop, language) {
    this.page = page;
    this.shop = shop;
    this.words = WORDS[language];
    this.field = page.getByRole("textbox", { name: this.words.field });
    this.answer = page.locator("#answer");
  }

  /** @param {number} counter @param {string} [password] */
  async signIn(counter, password = PASSWORD) {
    await this.page.goto(this.shop.url + this.words.path);
    await this.settled();
    await this.page.getByRole("textbox", { name: this.words.number }).fill(String(counter));
    await this.page.getByLabel(this.words.password, { exact: true }).fill(password);
    await this.page.getByRole("button", { name: this.words.signIn, exact: true }).click();
  }

  async settled() {
    await expect(this.page.locator("html[data-ready]")).toBeAttached();
  }

  /** Waits until the desk is there. */
  async atDesk() {
    await expect(this.field).toBeFocused();
    await this.settled();
  }

  /** As a scanner types: fast, with Enter. @param {string} text */
  async scan(text) {
    await this.page.keyboard.insertText(text);
    await this.page.keyboard.press("Enter");
  }

  /** Presents a ticket: its barcode, then its Data Matrix. @param {Ticket} ticket @param {string} [code] */
  async present(ticket, code = ticket.code) {
    await this.scan(ticket.number.replace(/-/g, ""));
    await this.scan(code.replace(/ /g, ""));
  }

  /** @param {keyof typeof WORDS.fr.answers} answer */
  async isTold(answer) {
    await expect(this.answer.locator("#answer-title")).toHaveText(this.words.answers[answer]);
    await expect(this.answer).toHaveRole("status");
    await expect(this.answer.locator(".icon:visible")).toHaveCount(1);
  }

  /** A ticket of a book on sale that won this. @param {number} cents @param {number} [skip] */
  ticket(cents, skip = 0) {
    const found = this.shop.tickets.filter((it) => it.cents === cents && it.book <= 8)[skip];
    if (!found) throw new Error(`no ticket of ${cents} cents is on sale`);
    return found;
  }

  /** A ticket of a book. @param {number} book @param {number} place */
  of(book, place) {
    const found = this.shop.tickets.find((it) => it.book === book && it.place === place);
    if (!found) throw new Error(`there is no ticket ${place} of book ${book}`);
    return found;
  }
}

/** A code of the right form that is no ticket's. */
export const STRANGE = "AAAA AAAA AAAA AAAA A";
