// Maxi Mots Croisés, tried without money: marked, drawn by the server, moving nothing.

import { expectAccessible } from "../axe.mjs";
import { LOOKS, ONE_SIZE, Player, expect, test } from "../player.mjs";
import { expectNoScroll } from "../width.mjs";

// Article G-13
test("a demonstration is marked, opens both grids, and moves no money", { tag: LOOKS }, async ({ player, page, shop }) => {
  const before = await player.ledger();
  await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
  await player.settled();
  const mark = page.getByText("Démonstration, sans argent", { exact: true });
  await expect(mark).toBeVisible();
  await expect(page.getByText("1 chance sur 3,81", { exact: true })).toBeVisible();
  await expect(page.getByText(/taux de retour 70,00\s%/)).toBeVisible();
  await expect(page.getByText(/Ici, les cases s’ouvrent d’elles-mêmes/)).toBeVisible();
  await expect(player.tile(18)).toBeDisabled();
  const drawn = page.waitForResponse(/\/games\/maxi-mots-croises\/demonstrations$/);
  await page.getByRole("button", { name: "Essayer" }).click();
  const unit = await (await drawn).json();
  await expect(player.covered).toHaveCount(18);
  await expect(mark).toBeVisible();
  await player.tile(5).click();
  const cells = unit.grids.flat().join("").split(unit.letters[4]).length - 1;
  await expect(page.getByRole("cell", { name: new RegExp(`^${unit.letters[4]}(, mot reconstitué)?$`) })).toHaveCount(cells);
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  await expect(unit.gain.cents > 0 ? player.won : player.lost).toBeVisible();
  await expect(page.getByText(/C’était une démonstration.: rien n’a été misé, rien n’est payé/)).toBeVisible();
  await expect(mark).toBeVisible();
  expect(await player.ledger()).toEqual(before);
});

test("a demonstration needs no account, and Auto uncovers it by itself", { tag: [ONE_SIZE.tag, LOOKS] }, async ({ browser, shop }) => {
  const page = await browser.newPage();
  const player = new Player(page, shop.url);
  await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
  await player.holdAuto();
  await player.auto.click();
  await expect(player.revealAll).toBeVisible();
  for (let tiles = 0; tiles <= 18; tiles++) {
    await expect(player.uncovered).toHaveCount(tiles);
    await player.letAutoUncover(1);
  }
  await expect(page.getByRole("button", { name: "Un autre ticket" })).toBeVisible();
  await expect(player.uncovered).toHaveCount(18);
  await page.close();
});

test("in English too", { tag: [ONE_SIZE.tag, LOOKS] }, async ({ page, shop }) => {
  await page.goto(`${shop.url}/en/games/maxi-mots-croises`);
  await expect(page.getByText("Demonstration, no money", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("button", { name: "Uncover all" }).click();
  await expect(page.getByText("This was a demonstration: nothing was staked and nothing is paid.")).toBeVisible();
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`no axe violation, ${colorScheme}`, { tag: LOOKS }, async ({ player, page, shop }) => {
    test.setTimeout(120_000);
    await page.emulateMedia({ colorScheme });
    await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
    await player.settled();
    for (const button of ["Essayer", "Tout découvrir", "Un autre ticket"]) {
      await expectAccessible(page, `before ${button}`);
      await page.getByRole("button", { name: button }).click();
    }
  });
}

test("no horizontal scroll at any width", { tag: ["@desk", LOOKS] }, async ({ player, page, shop }) => {
  await page.goto(`${shop.url}/jeux/maxi-mots-croises`);
  await player.settled();
  await page.getByRole("button", { name: "Essayer" }).click();
  await player.tile(1).click();
  await expectNoScroll(page, [320, 390, 639, 640, 820, 999, 1000, 1440, 2560], "two grids");
});
