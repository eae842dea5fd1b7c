// Takes a picture of every page and every state at both sizes, light and dark, into ./screens: to be
// looked at.

import { chromium } from "@playwright/test";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { desk, launchOptions, phone } from "./chromium.mjs";
import { Retailer, STRANGE } from "./counter.mjs";
import { openCounter } from "./paper.mjs";
import { Player, expect } from "./player.mjs";
import { emptyData, open, start } from "./shop.mjs";
import { PASSWORD, Visitor } from "./visitor.mjs";

const out = path.resolve("screens");

/** The picture is taken when what moves has come to rest. */
const REST_MS = 900;

/** Pages that need no session, by the picture's name. */
const OUTSIDE = {
  lobby: "/",
  "lobby-en": "/en/",
  rules: "/jeux/mots-croises/regles",
  "rules-en": "/en/games/mots-croises/rules",
  "rules-maxi": "/jeux/maxi-mots-croises/regles",
  "sign-in": "/connexion?to=/historique",
  "sign-in-en": "/en/sign-in",
  "sign-up": "/inscription",
  "sign-up-en": "/en/sign-up",
  password: "/mot-de-passe",
  absent: "/nulle-part",
};

/** Pages of a player. */
const INSIDE = {
  "lobby-inside": "/",
  account: "/compte",
  "account-en": "/en/account",
  history: "/historique",
  "history-en": "/en/history",
  "during-en": "/en/games/mots-croises",
};

/**
 * @typedef {object} How
 * @property {string} size
 * @property {{ width: number, height: number }} viewport
 * @property {"light" | "dark"} colorScheme
 */

/**
 * A browser's page, and what takes its picture.
 * @param {import("@playwright/test").Browser} browser
 * @param {How} how
 */
async function camera(browser, { size, viewport, colorScheme }) {
  const touch = size === "phone";
  const context = await browser.newContext({
    viewport,
    colorScheme,
    hasTouch: touch,
    isMobile: touch,
    deviceScaleFactor: touch ? 2 : 1,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
  });
  const page = await context.newPage();
  /**
   * @param {string} name
   * @param {boolean} [fullPage]
   */
  const take = async (name, fullPage = false) => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(REST_MS);
    await page.screenshot({ path: path.join(out, `${name}-${size}-${colorScheme}.png`), fullPage });
  };
  return { context, page, take };
}

/**
 * The pages around the games.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {How} how
 */
async function takeSite(browser, url, how) {
  const { context, page, take } = await camera(browser, how);
  const visitor = new Visitor(page, url, "fr");
  for (const [name, address] of Object.entries(OUTSIDE)) {
    await visitor.goto(address);
    await take(name, true);
  }
  // A newcomer, with a limit that waits; the question before an exclusion, and after it.
  await visitor.goto("/inscription");
  await visitor.fillSignUp(`alice-${how.size}`);
  await expect(visitor.heading(visitor.words.accountOf)).toBeVisible();
  await visitor.field(visitor.words.stakes).fill("40");
  await visitor.button(visitor.words.save).click();
  await expect(page.getByText(visitor.words.pending)).toBeVisible();
  await take("account-newcomer", true);
  await visitor.button(visitor.words.exclude).click();
  await take("exclusion");
  await visitor.button(visitor.words.yes).click();
  await expect(visitor.heading(visitor.words.excluded)).toBeVisible();
  await take("account-excluded", true);
  await visitor.button(visitor.words.signOut).click();
  await visitor.follow(visitor.words.signIn);
  await visitor.signIn(`alice-${how.size}`, PASSWORD);
  await expect(page.getByText(visitor.words.excludedSignIn)).toBeVisible();
  await take("sign-in-excluded");
  await context.close();
}

/**
 * A game in all its states, and what a player has.
 * @param {import("@playwright/test").Browser} browser
 * @param {string} url
 * @param {How} how
 */
async function takePlay(browser, url, how) {
  const { context, page, take } = await camera(browser, how);
  const player = new Player(page, url);
  await player.enter();
  await player.visit();
  await take("before");
  await take("page", true);
  await player.playUntil(false);
  await take("loss");
  await player.again.click();
  await player.playUntil(true);
  await take("win");
  await player.again.click();
  // A purchase without an answer, then the lost connection of the unit that it was.
  await page.route("**/api/v1/plays", (route) => (route.request().method() === "POST" ? route.abort() : route.fallback()));
  await player.jouer.click();
  await expect(page.getByRole("heading", { name: "Vérification en cours" })).toBeVisible();
  await take("checking");
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await expect(player.revealAll).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(/^Connexion perdue/)).toBeVisible();
  await take("offline");
  await context.setOffline(false);
  await expect(player.revealAll).toBeEnabled();
  for (const number of [1, 2, 3, 4, 6, 7, 9, 10, 12]) await player.tile(number).click();
  await take("during");
  for (const [name, address] of Object.entries(INSIDE)) {
    await page.goto(url + address);
    await player.settled();
    await take(name, !name.startsWith("during"));
  }
  await page.goto(`${url}/historique`);
  await page.getByRole("link", { name: /^Revoir/ }).first().click();
  await expect(page.getByText("Relecture", { exact: true })).toBeVisible();
  await take("replay");
  await page.getByRole("button", { name: "Vérifier cette unité" }).click();
  await expect(page.getByText(/^Tout concorde/)).toBeVisible();
  await take("verification");
  await page.goto(`${url}/jeux/maxi-mots-croises`);
  await player.settled();
  await take("demonstration-before");
  await page.getByRole("button", { name: "Essayer" }).click();
  for (const number of [1, 2, 3, 5, 8, 9, 12, 14, 17]) await player.tile(number).click();
  await take("demonstration-during");
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  await take("demonstration-end");
  await context.close();
}

/**
 * A point of sale: its door, and each answer.
 * @param {import("@playwright/test").Browser} browser
 * @param {How} how
 */
async function takeCounter(browser, how) {
  const { context, page, take } = await camera(browser, how);
  const pos = await openCounter();
  const shop = new Retailer(page, pos, "fr");
  await page.goto(pos.url + shop.words.path);
  await shop.settled();
  await take("counter-door");
  await shop.signIn(7);
  await shop.atDesk();
  await shop.scan(shop.ticket(500).number);
  await take("counter-half", true);
  await shop.present(shop.ticket(500));
  await shop.isTold("pays_here");
  await take("counter-pays-here", true);
  for (const skip of [0, 1]) await shop.present(shop.ticket(20_000, skip));
  const bearer = page.getByRole("textbox", { name: shop.words.bearer });
  await bearer.fill("passeport 12AB34567");
  await take("counter-identity", true);
  await bearer.press("Enter");
  await shop.isTold("paid");
  await take("counter-paid", true);
  for (const [name, ticket, code] of /** @type {const} */ ([
    ["paid_here", shop.ticket(500), ""],
    ["pays_at_centre", shop.ticket(100_000), ""],
    ["not_a_winner", shop.ticket(0), ""],
    ["book_not_active", shop.of(9, 0), ""],
    ["does_not_match", shop.ticket(0), STRANGE],
  ])) {
    await shop.present(ticket, code || ticket.code);
    await shop.isTold(name);
    await take(`counter-${name.replaceAll("_", "-")}`, true);
  }
  await context.close();
  await pos.remove();
}

await mkdir(out, { recursive: true });
const dealing = await start({ data: await emptyData() });
await dealing.stop();
const browser = await chromium.launch(launchOptions);
for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const [size, viewport] of /** @type {const} */ ([["phone", phone], ["desk", desk]])) {
    const shop = await open(dealing.data);
    await takeSite(browser, shop.url, { size, viewport, colorScheme });
    await takePlay(browser, shop.url, { size, viewport, colorScheme });
    await takeCounter(browser, { size, viewport, colorScheme });
    await shop.remove();
  }
}
await browser.close();
await dealing.remove();
console.log(`pictures in ${out}`);
