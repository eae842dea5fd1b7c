// A whole visit in each language, by what a person reads: every control is found by its role and its
// visible name. In French on a phone, in English on a desk; in the whole browser and with all that moves, as
// most people have it.

import { expect, test } from "@playwright/test";
import { launchOptions } from "../chromium.mjs";
import { open } from "../shop.mjs";
import { BOTH, Visitor } from "../visitor.mjs";

/** What is read around a unit. */
const WORDS = {
  fr: {
    game: "Mots Croisés",
    all: "Tout découvrir",
    auto: "Auto",
    again: "Une autre grille",
    covered: /^Zone \d+, couverte$/,
    won: "Gagné",
    lost: "Pas de lot cette fois",
    resume: /^Revoir l’unité/,
    replay: "Relecture",
    verify: "Vérifier cette unité",
    sound: /^Tout concorde/,
  },
  en: {
    game: "Crossword",
    all: "Uncover all",
    auto: "Auto",
    again: "Another grid",
    covered: /^Zone \d+, covered$/,
    won: "You have won",
    lost: "No prize this time",
    resume: /^See unit .* again$/,
    replay: "Replay",
    verify: "Verify this unit",
    sound: /^Everything agrees/,
  },
};

test.use({ launchOptions, contextOptions: { reducedMotion: "no-preference" } });

for (const { language, tag } of BOTH) {
  test(`a whole visit in ${language}: bought, scratched, lost, won, found again, verified, limited`, { tag }, async ({ page }) => {
    test.slow();
    const shop = await open(process.env.GRILLE_DEALT ?? "");
    const visitor = new Visitor(page, shop.url, language);
    const own = WORDS[language];
    const won = visitor.heading(own.won);
    const result = won.or(visitor.heading(own.lost));
    await visitor.goto(visitor.words.lobby);
    await visitor.button(visitor.words.demonstration).click();
    await expect(visitor.heading(own.game)).toBeVisible();
    await visitor.settled();

    // By hand, tile after tile, until one has lost and one has won.
    const seen = new Set();
    for (let unit = 0; seen.size < 2 && unit < 16; unit++) {
      if (unit > 0) await visitor.button(own.again).click();
      await visitor.button(unit % 2 === 0 ? visitor.words.jouer : own.auto).click();
      const covered = page.getByRole("button", { name: own.covered });
      if (unit === 0) {
        await expect(covered).toHaveCount(14);
        for (let left = 14; left > 0; left--) {
          await covered.first().click();
          await expect(covered).toHaveCount(left - 1);
        }
      } else {
        await visitor.button(own.all).click();
      }
      await expect(result).toBeVisible();
      seen.add(await won.isVisible());
    }
    expect(seen.size).toBe(2);

    await visitor.follow(visitor.words.history);
    await page.getByRole("link", { name: own.resume }).first().click();
    await expect(page.getByText(own.replay, { exact: true })).toBeVisible();
    await visitor.button(own.verify).click();
    await expect(page.getByText(own.sound)).toBeVisible();

    await visitor.follow(visitor.words.limitsLink);
    await visitor.field(visitor.words.stakes).fill("30");
    await visitor.button(visitor.words.save).click();
    await expect(page.getByText(visitor.words.saved)).toBeVisible();
    await expect(page.getByText(visitor.words.inForce)).toBeVisible();
    await shop.remove();
  });
}
