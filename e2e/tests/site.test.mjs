// Every page of the site: accessible in both themes, without a shift, within the window, and from
// nowhere but here.

import { expectAccessible } from "../axe.mjs";
import { LOOKS, expect, test } from "../player.mjs";
import { expectNoScroll } from "../width.mjs";

/** @typedef {import("@playwright/test").Page} Page */

/** Each page, in one language or the other; those of an account are looked at with a session. */
const PAGES = {
  open: [
    "/", "/en/", "/jeux/mots-croises", "/en/games/mots-croises", "/jeux/mots-croises/regles",
    "/en/games/maxi-mots-croises/rules", "/connexion", "/en/sign-in", "/inscription", "/en/sign-up",
    "/mot-de-passe", "/en/password", "/nulle-part", "/en/nowhere",
  ],
  inside: ["/", "/jeux/mots-croises/regles", "/historique", "/en/history", "/compte", "/en/account"],
};

/** So many rules of axe, and more, have something to look at on the barest of these pages. */
const RULES = 12;

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no axe violation on any page of the site, ${colorScheme}`, async ({ player, page, browser }) => {
    test.setTimeout(150_000);
    await page.emulateMedia({ colorScheme });
    await player.buyWithJouer();
    for (const path of PAGES.inside) {
      await page.goto(player.url + path);
      await player.settled();
      await expectAccessible(page, path, RULES);
    }
    await page.goto(`${player.url}/compte`);
    await page.getByRole("button", { name: "M’exclure…" }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, "the question", RULES);
    const context = await browser.newContext({ viewport: page.viewportSize() ?? undefined, colorScheme });
    const other = await context.newPage();
    for (const path of PAGES.open) {
      await other.goto(player.url + path);
      await expect(other.locator("html[data-ready]")).toBeAttached();
      await expectAccessible(other, path, RULES);
    }
    await context.close();
  });
}

test("every page keeps to this origin, without a shift and without what is unsafe", async ({ player, page, browser }) => {
  test.setTimeout(90_000);
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await player.buyWithJouer();
  /** @type {string[]} */
  const elsewhere = [];
  /** @param {Page} of */
  const watch = async (of) => {
    of.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(player.url) && !url.startsWith("data:")) elsewhere.push(url);
    });
    await of.addInitScript(() => {
      const seen = /** @type {any} */ (window);
      seen.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const shift = /** @type {any} */ (entry);
          if (!shift.hadRecentInput) seen.shift += shift.value;
        }
      }).observe({ type: "layout-shift", buffered: true });
    });
  };
  const context = await browser.newContext({ viewport: page.viewportSize() ?? undefined, reducedMotion: "no-preference" });
  const other = await context.newPage();
  for (const [of, paths] of /** @type {const} */ ([[page, PAGES.inside], [other, PAGES.open]])) {
    await watch(of);
    for (const path of paths) {
      const answer = await of.goto(player.url + path, { waitUntil: "networkidle" });
      const policy = answer?.headers()["content-security-policy"] ?? "";
      expect(policy, path).toContain("default-src 'none'");
      expect(policy, path).not.toContain("unsafe");
      // The history's lines come from its module, below what is there.
      const shift = await of.evaluate(() => /** @type {any} */ (window).shift);
      expect(shift, path).toBeLessThan(0.02);
    }
  }
  expect(elsewhere).toEqual([]);
  await context.close();
});

test("no page is wider than its window", { tag: "@desk" }, async ({ player, page, browser }) => {
  const context = await browser.newContext();
  const other = await context.newPage();
  await player.buyWithJouer();
  for (const [of, paths] of /** @type {const} */ ([[page, PAGES.inside], [other, PAGES.open]])) {
    for (const path of paths) {
      await of.goto(player.url + path);
      await expect(of.locator("html[data-ready]")).toBeAttached();
      await expectNoScroll(of, [320, 390, 640, 1000, 1440, 2560], path);
    }
  }
  await context.close();
});

// G-12
test("the opening page does not show the first prize", { tag: LOOKS }, async ({ page, shop }) => {
  await page.goto(shop.url);
  await expect(page.getByRole("heading", { name: "Mots Croisés", exact: true })).toBeVisible();
  const text = (await page.locator("body").innerText()).replace(/\s/g, "");
  for (const prize of ["30000", "250000", "125000"]) expect(text).not.toContain(prize);
});

// G-12, A-4.8 and B-4.8
test("the rules are whole, in both languages, without an account", { tag: LOOKS }, async ({ page, shop }) => {
  const check = async (/** @type {string} */ path, /** @type {(string | RegExp)[]} */ says) => {
    await page.goto(shop.url + path);
    for (const words of says) await expect(page.getByText(words).first()).toBeVisible();
  };
  await check("/jeux/mots-croises/regles", [
    /Une unité de jeu coûte 3\s€/, /14 lettres différentes/, /une grille de 18 mots/,
    /terminée quand sa dernière lettre est découverte/, /terminée dès l’achat/,
    /jamais en diagonale ni à rebours/, /Une unité sur 4,52 en moyenne/, /68,00\s% des mises/,
    /les lots ne s’additionnent pas/, /332\s122 lots formant un total de 3\s060\s100\s€/,
    /un mot mal orthographié ou un mot inconvenant, c’est le hasard/, /une réclamation le donne/,
    /Il faut avoir 18 ans/, /09 74 75 13 13/,
  ]);
  await check("/en/games/mots-croises/rules", [
    /A unit costs €3/, /One unit in 4\.52 on average/, /68\.00% of the stakes/, /prizes do not add up/,
    /332,122 prizes adding up to €3,060,100/, /that is the chance of the forming/,
  ]);
  await check("/jeux/maxi-mots-croises/regles", [
    /Un ticket coûte 5\s€/, /18 lettres différentes/, /2 grilles de 18 mots/,
    /un mot dans chacune ne gagne rien/, /5\s€ dans l’une et 10\s€ dans l’autre font un lot de 15\s€/,
    /CHATEAU est un mot/, /70,00\s% des mises/, /787\s545 lots formant un total de 10\s500\s000\s€/,
  ]);
  const rows = page.getByRole("table", { name: "Ce que paient les mots d’une grille" }).getByRole("row");
  await expect(rows.nth(8)).toHaveText(/9 mots\s*125\s000\s€/);
});
