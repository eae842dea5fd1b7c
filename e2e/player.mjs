// What a player does and sees, in the words that are on the page. Nothing here knows how the page
// is made: controls are found by role and name.

import { test as base, expect } from "@playwright/test";
import { open } from "./shop.mjs";

export { expect };

/** @typedef {import("@playwright/test").Page} Page */
/** @typedef {import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions} Builtin */
/** @typedef {import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions} BuiltinWorker */
/** @typedef {import("./shop.mjs").Shop} Shop */

/** From one tile to the next, while they uncover by themselves. */
const PACE_MS = 420;

/**
 * For what the page and the server agree upon: which unit is whose, what is paid, what is verified. The
 * modules that do it do not know how wide the page is, so that one size shows it. What is seen, touched or
 * measured is tried at both.
 */
export const ONE_SIZE = { tag: "@phone" };

/** For tests that buy nothing: one shop serves all of them, since starting one is work for half a second. */
export const LOOKS = "@looks";

/**
 * A test has a shop of its own, or one with others that only look; and a page that must not fail in its
 * console.
 */
export const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{ shop: Shop, player: Player }, { display: () => Promise<Shop> }, Builtin, BuiltinWorker>} */ ({
    display: [
      async ({ browserName: _ }, use) => {
        /** @type {Promise<Shop> | undefined} */
        let shop;
        await use(() => (shop ??= open(process.env.GRILLE_DEALT ?? "")));
        await (await shop)?.remove();
      },
      { scope: "worker" },
    ],
    shop: async ({ display }, use, { tags }) => {
      if (tags.includes(LOOKS)) return use(await display());
      const shop = await open(process.env.GRILLE_DEALT ?? "");
      await use(shop);
      await shop.remove();
    },
    player: async ({ page, shop }, use, { tags }) => {
      /** @type {string[]} */
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      const player = new Player(page, shop.url);
      await player.enter();
      await player.visit();
      await use(player);
      expect(errors).toEqual([]);
      if (tags.includes(LOOKS)) expect((await player.ledger()).plays, "nothing is bought where others look").toEqual([]);
    },
  }),
);

export class Player {
  /**
   * @param {Page} page
   * @param {string} url
   */
  constructor(page, url) {
    this.page = page;
    this.url = url;
    this.jouer = page.getByRole("button", { name: "Jouer", exact: true });
    this.auto = page.getByRole("button", { name: "Auto", exact: true });
    this.revealAll = page.getByRole("button", { name: "Tout découvrir" });
    this.again = page.getByRole("button", { name: "Une autre grille" });
    this.covered = page.getByRole("button", { name: /^Zone \d+, couverte$/ });
    this.uncovered = page.getByRole("button", { name: /^Zone \d+, lettre/ });
    this.won = page.getByRole("heading", { name: "Gagné" });
    this.lost = page.getByRole("heading", { name: "Pas de lot cette fois" });
    this.result = this.won.or(this.lost);
    this.words = page.getByRole("region", { name: "Mots reconstitués" }).getByRole("listitem");
  }

  /** Signs in as the demonstration's player, by the API: the door has tests of its own. */
  async enter() {
    const data = { name: "demo", password: "mots-croises" };
    const answer = await this.page.request.post(`${this.url}/api/v1/sessions`, { data, headers: { Origin: this.url } });
    expect(answer.status()).toBe(201);
  }

  /** Goes to the game. */
  async visit() {
    await this.page.goto(`${this.url}/jeux/mots-croises`);
    await this.settled();
  }

  /** The page has shown what there is: an offer, a unit to go on with, or a result. */
  async settled() {
    await expect(this.page.locator("html[data-ready]")).toBeAttached();
  }

  /** @param {number} number */
  tile(number) {
    return this.page.getByRole("button", { name: new RegExp(`^Zone ${number},`) });
  }

  /** The balance on the page, in cents. */
  async balance() {
    const text = await this.page.getByRole("banner").getByRole("status").innerText();
    return Number(text.replace(/\D/g, ""));
  }

  /** @param {number} cents */
  async expectBalance(cents) {
    await expect.poll(() => this.balance()).toBe(cents);
  }

  /** What the ledger says. */
  async ledger() {
    const history = await (await this.page.request.get(`${this.url}/api/v1/plays`)).json();
    const me = await (await this.page.request.get(`${this.url}/api/v1/me`)).json();
    return { plays: [...history.unfinished, ...history.finished], balance: me.balance.cents };
  }

  /** Buys units until no stake is left, without looking at them. */
  async spend() {
    const headers = { Origin: this.url };
    for (let unit = 0; (await this.ledger()).balance >= 300; unit++) {
      const data = { game: "mots-croises", mode: "auto", price_cents: 300 };
      const bought = await this.page.request.post(`${this.url}/api/v1/plays`, {
        data,
        headers: { ...headers, "Idempotency-Key": `spend-${String(unit).padStart(4, "0")}` },
      });
      const { id } = await bought.json();
      await this.page.request.post(`${this.url}/api/v1/plays/${id}/finish`, { data: {}, headers });
    }
  }

  /** The unit's number, as the ticket prints it. */
  async unit() {
    const line = await this.page.getByText(/^Unité \S+ · mise/).innerText();
    return line.split(" · ")[0];
  }

  async buyWithJouer() {
    await this.jouer.click();
    await expect(this.covered).toHaveCount(14);
    await expect(this.revealAll).toBeVisible();
  }

  /** Buys with Auto, skips to the end; true if it won. */
  async playAuto() {
    await this.auto.click();
    await this.revealAll.click();
    await expect(this.result).toBeVisible();
    return this.won.isVisible();
  }

  /**
   * Plays until a unit wins, or loses.
   * @param {boolean} winning
   */
  async playUntil(winning) {
    for (let unit = 0; unit < 16; unit++) {
      if (unit > 0) await this.again.click();
      if ((await this.playAuto()) === winning) return;
    }
    throw new Error(`sixteen units and none ${winning ? "won" : "lost"}`);
  }

  /** Stops the page's clock: Auto waits from now on until the test lets it go on. */
  async holdAuto() {
    await this.page.clock.install();
    await this.page.clock.pauseAt(Date.now() + 1_000);
  }

  /**
   * Moves the page's clock to where Auto has uncovered so many more tiles.
   * @param {number} tiles
   */
  async letAutoUncover(tiles) {
    await this.page.clock.runFor(tiles * PACE_MS);
  }

  /** The first letter of every tile that is uncovered, by tile. */
  async letters() {
    const names = await this.uncovered.evaluateAll((tiles) =>
      tiles.map((tile) => tile.getAttribute("aria-label") ?? ""),
    );
    return names.map((name) => name.replace(/^Zone (\d+), lettre (.).*$/, "$1$2")).sort();
  }
}
