// A visitor of the site around the games, in the words of either language. Controls are found by role
// and name only.

import { expect } from "@playwright/test";

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {keyof typeof WORDS} Language */

/** What is on the pages, as one reads it. */
export const WORDS = {
  fr: {
    lobby: "/",
    games: "Jeux",
    history: "Historique",
    account: "Compte",
    limitsLink: "Mes limites",
    other: "English",
    rulesLink: "Règles et lots : Mots Croisés",
    rulesTitle: "Mots Croisés",
    play: "Jouer à Mots Croisés",
    signIn: "Se connecter",
    signUp: "Ouvrir un compte",
    name: "Nom ou adresse électronique",
    password: "Mot de passe",
    born: "Date de naissance",
    stakes: "Mises, en euros",
    deposits: "Versements, en euros",
    accepts: "J’ai lu les règles et je les accepte.",
    open: "Ouvrir le compte",
    welcome: "Bienvenue. Votre compte est ouvert.",
    accountOf: /^Compte de /,
    deposit: "Montant à verser, en euros",
    payIn: "Verser",
    credited: /^Versement de 20,00\s€ crédité\.$/,
    withdraw: "Montant à retirer, en euros",
    payOut: "Retirer",
    unidentified: "Un retrait demande que l’opérateur ait confirmé votre identité.",
    save: "Enregistrer mes limites",
    saved: "Vos limites sont enregistrées.",
    inForce: /En vigueur\s: 30\s€/,
    pending: /^40\s€ à partir du /,
    overLimit: "Ce versement dépasserait votre limite.",
    statement: "Relevé",
    line: /^Versement .*20,00\s€$/,
    period: "Pour combien de temps",
    day: "24 heures",
    exclude: "M’exclure…",
    question: /^Vous exclure pour 24 heures\s\?$/,
    no: "Non, revenir",
    yes: "Oui, m’exclure",
    excluded: /^Vous vous êtes exclu du jeu jusqu’au /,
    excludedSignIn: /^Vous vous êtes exclu du jeu\. Vous pouvez entrer/,
    restricted: "Entrer pour consulter et retirer",
    signOut: "Se déconnecter",
    wrong: /^Ce nom et ce mot de passe ne vont pas ensemble/,
    demonstration: "Entrer en démonstration",
    underAge: /^Il faut être plus âgé pour jouer/,
    forgotten: "Mot de passe oublié",
    sendCode: "Envoyer le code",
    asked: /^Si ce compte existe, un code vient/,
    noAmount: /^Écrivez un montant/,
    absent: "Il n’y a rien à cette adresse",
    jouer: "Jouer",
    balance: (/** @type {string} */ euros) => `${euros.replace(".", ",")}\u00a0€`,
  },
  en: {
    lobby: "/en/",
    games: "Games",
    history: "History",
    account: "Account",
    limitsLink: "My limits",
    other: "Français",
    rulesLink: "Rules and prizes: Crossword",
    rulesTitle: "Crossword",
    play: "Play Crossword",
    signIn: "Sign in",
    signUp: "Open an account",
    name: "Name or e-mail address",
    password: "Password",
    born: "Date of birth",
    stakes: "Stakes, in euros",
    deposits: "Deposits, in euros",
    accepts: "I have read the rules and accept them.",
    open: "Open the account",
    welcome: "Welcome. Your account is open.",
    accountOf: /^Account of /,
    deposit: "Amount to pay in, in euros",
    payIn: "Pay in",
    credited: /^Deposit of €20\.00 credited\.$/,
    withdraw: "Amount to withdraw, in euros",
    payOut: "Withdraw",
    unidentified: "A withdrawal needs your identity to be confirmed by the operator.",
    save: "Save my limits",
    saved: "Your limits are saved.",
    inForce: /In force: €30/,
    pending: /^€40 from /,
    overLimit: "This deposit would exceed your limit.",
    statement: "Statement",
    line: /^Deposit .*€20\.00$/,
    period: "For how long",
    day: "24 hours",
    exclude: "Exclude myself…",
    question: /^Exclude yourself for 24 hours\?$/,
    no: "No, go back",
    yes: "Yes, exclude me",
    excluded: /^You have excluded yourself from playing until /,
    excludedSignIn: /^You have excluded yourself from playing\. You can come in/,
    restricted: "Come in to look and to withdraw",
    signOut: "Sign out",
    wrong: /^This name and this password do not go together/,
    demonstration: "Enter the demonstration",
    underAge: /^You are too young to play/,
    forgotten: "Forgotten password",
    sendCode: "Send the code",
    asked: /^If there is such an account, a code/,
    noAmount: /^Write an amount/,
    absent: "There is nothing at this address",
    jouer: "Play",
    balance: (/** @type {string} */ euros) => `€${euros}`,
  },
};

/** Both languages, each at the size that it is tried at where both sizes in both would show nothing more. */
export const BOTH = /** @type {const} */ ([{ language: "fr", tag: "@phone" }, { language: "en", tag: "@desk" }]);

/** What opens the account of every newcomer of the tests. */
export const PASSWORD = "une grille de mots";

export class Visitor {
  /**
   * @param {Page} page
   * @param {string} url
   * @param {Language} language
   */
  constructor(page, url, language) {
    this.page = page;
    this.url = url;
    this.words = WORDS[language];
  }

  /** @param {string} path */
  async goto(path) {
    await this.page.goto(this.url + path);
    await this.settled();
  }

  async settled() {
    await expect(this.page.locator("html[data-ready]")).toBeAttached();
  }

  /** @param {string | RegExp} name */
  button(name) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** @param {string | RegExp} name */
  link(name) {
    return this.page.getByRole("link", { name, exact: true });
  }

  /** @param {string | RegExp} name */
  heading(name) {
    return this.page.getByRole("heading", { name, exact: true });
  }

  /** @param {string} name */
  field(name) {
    return this.page.getByRole("textbox", { name, exact: true });
  }

  /** Follows a link to another page. @param {string} name */
  async follow(name) {
    await this.link(name).first().click();
    await this.settled();
  }

  /** The main navigation, and the account in it. */
  async toAccount() {
    await this.page.getByRole("navigation").getByRole("link", { name: this.words.account, exact: true }).click();
    await this.settled();
  }

  /**
   * Fills the form of a newcomer.
   * @param {string} name
   * @param {{ born?: string, stakes?: string, deposits?: string }} [with_]
   */
  async fillSignUp(name, { born = "1980-02-29", stakes = "30", deposits = "50,00" } = {}) {
    const { page, words } = this;
    await this.field(words.name).fill(name);
    // A password's field and a day's have no role of their own.
    await page.getByLabel(words.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(words.born, { exact: true }).fill(born);
    await this.field(words.stakes).fill(stakes);
    await this.field(words.deposits).fill(deposits);
    await page.getByRole("checkbox", { name: words.accepts }).check();
    await this.button(words.open).click();
  }

  /**
   * @param {string} name
   * @param {string} password
   */
  async signIn(name, password) {
    await this.field(this.words.name).fill(name);
    await this.page.getByLabel(this.words.password, { exact: true }).fill(password);
    await this.button(this.words.signIn).click();
  }
}
