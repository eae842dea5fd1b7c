// A unit from the stake to its result: by clicks, by keyboard, by stroke, by itself. All of it as most people
// have it: what is uncovered moves.

import { LOOKS, ONE_SIZE, expect, test } from "../player.mjs";
import { made, sell } from "../units.mjs";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

test("before the purchase nothing can be uncovered and everything is said", { tag: LOOKS }, async ({ player, page }) => {
  await expect(player.covered).toHaveCount(14);
  await expect(player.tile(1)).toBeDisabled();
  await expect(page.getByRole("heading", { name: "Mots Croisés" })).toBeVisible();
  await expect(page.getByText("1 chance sur 4,52", { exact: true })).toBeVisible();
  await expect(page.getByText(/taux de retour 68,00\s%/)).toBeVisible();
  const pays = page.getByRole("table", { name: "Ce que paient vos mots" }).getByRole("row");
  await expect(pays.nth(1)).toHaveText(/2 mots\s*3\s€/);
  await expect(pays.nth(8)).toHaveText(/9 mots\s*30\s000\s€/);
  await page.getByText("Tableau de lots").click();
  await expect(page.getByText(/332\s122 lots formant un total de 3\s060\s100\s€/)).toBeVisible();
  await player.expectBalance(5_000);
});

// Articles A-4.4a, A-4.4c, A-4.5a
test("Jouer: one stake, and each letter opens all its cells at once", async ({ player, page }) => {
  await player.buyWithJouer();
  await player.expectBalance(4_700);
  const { plays } = await player.ledger();
  const grid = plays[0].grids[0].join("");
  const order = [7, 2, 14, 1, 9, 4, 13, 3, 12, 5, 11, 6, 10, 8];
  let found = 0;
  for (const [step, number] of order.entries()) {
    const letter = plays[0].letters[number - 1];
    const cells = grid.split(letter).length - 1;
    await player.tile(number).click();
    await expect(player.tile(number)).toHaveAccessibleName(
      cells === 1 ? `Zone ${number}, lettre ${letter}, 1 case` : new RegExp(`lettre ${letter}, ${cells} cases?$`),
    );
    found += cells;
    if (step < 13) {
      const named = page.getByRole("cell", { name: /^[A-Z](, mot reconstitué)?$/ });
      await expect(named).toHaveCount(found);
    }
  }
  await expect(player.result).toBeVisible();
  const completed = plays[0].completed[0];
  await expect(player.words).toHaveCount(completed.length);
  for (const word of completed) await expect(player.words.getByText(word, { exact: true })).toBeVisible();
  await player.expectBalance(4_700 + plays[0].gain.cents);
  expect((await player.ledger()).plays).toHaveLength(1);
});

test("the running gain never falls, and ends at what is paid", ONE_SIZE, async ({ player, page }) => {
  await player.playUntil(true);
  const first = (await player.ledger()).plays.length;
  // The same key deals the same block: play on, and watch each letter.
  await player.again.click();
  await player.buyWithJouer();
  let before = 0;
  for (let number = 1; number < 14; number++) {
    await player.tile(number).click();
    const text = await page.getByRole("region", { name: "Gain en cours" }).getByText("€").innerText();
    const gain = Number(text.replace(/\D/g, ""));
    expect(gain).toBeGreaterThanOrEqual(before);
    before = gain;
  }
  await player.tile(14).click();
  await expect(player.result).toBeVisible();
  const { plays } = await player.ledger();
  expect(plays).toHaveLength(first + 1);
  expect(plays[0].gain.cents).toBeGreaterThanOrEqual(before * 100);
});

// Article A-4.4d. In time as it passes: the others that look at Auto move the page's clock.
test("Auto uncovers by itself, one tile after another", async ({ player }) => {
  await player.auto.click();
  await expect(player.uncovered).not.toHaveCount(0);
  await expect(player.covered).not.toHaveCount(0);
  await expect(player.result).toBeVisible({ timeout: 20_000 });
  await expect(player.uncovered).toHaveCount(14);
});

test("a win says what was won, by which words and by which line", async ({ player, page }) => {
  await player.playUntil(true);
  const { plays, balance } = await player.ledger();
  const words = plays[0].completed[0].length;
  const result = page.getByRole("region", { name: "Gagné" });
  await expect(result.getByText(new RegExp(`^${plays[0].gain.cents / 100}\\s€$`))).toBeVisible();
  await expect(result.getByText(new RegExp(`^${words} mots reconstitués`))).toBeVisible();
  await expect(player.words).toHaveCount(words);
  await player.expectBalance(balance);
});

test("a loss is said plainly", async ({ player, page }) => {
  await player.playUntil(false);
  const result = page.getByRole("region", { name: "Pas de lot cette fois" });
  await expect(result.getByText(/Il en faut deux pour gagner un lot/)).toBeVisible();
  await expect(page.getByText("non découverte")).toHaveCount(0);
  await expect(page.getByRole("cell", { name: /non découverte$/ }).first()).toBeVisible();
  await player.again.click();
  await expect(player.jouer).toBeVisible();
  await expect(player.tile(1)).toBeDisabled();
});

test("the whole result can be read at once, under nothing", { tag: ["@phone", LOOKS] }, async ({ player, page }) => {
  for (const cents of [0, 300]) {
    await sell(page, made("mots-croises", cents)[0]);
    await player.buyWithJouer();
    await player.revealAll.click();
    await expect(player.result).toBeVisible();
    const result = page.getByRole("region", { name: cents > 0 ? "Gagné" : "Pas de lot cette fois" });
    await expect(result.getByText(/^Vos disponibilités/)).toBeVisible();
    for (const line of [result.getByText(/reconstitué/), result.getByText(/^Vos disponibilités/)]) {
      const seen = await line.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        return [top + 2, bottom - 2].map((y) => document.elementFromPoint((left + right) / 2, y) === element);
      });
      expect(seen).toEqual([true, true]);
    }
    await player.again.click();
  }
});

test("by keyboard only, and everything is said", { tag: LOOKS }, async ({ player, page }) => {
  const unit = made("mots-croises", 300)[0];
  await sell(page, unit);
  // Whatever the page says politely, in its order.
  await page.evaluate(() => {
    const region = document.querySelector("[aria-live=polite]");
    const heard = /** @type {string[]} */ (/** @type {any} */ (window).heard = []);
    if (region) new MutationObserver(() => heard.push(region.textContent ?? "")).observe(region, { childList: true });
  });
  const heard = () => page.evaluate(() => /** @type {any} */ (window).heard.join(" ").replace(/\s/g, " "));
  await player.jouer.focus();
  await page.keyboard.press("Enter");
  await expect(player.tile(1)).toBeFocused();
  await expect.poll(heard).toContain("achetée. Mise de 3 € débitée.");
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await expect(player.uncovered).toHaveCount(3);
  await page.keyboard.press("Home");
  for (let step = 0; step < 14; step++) {
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowRight");
  }
  await expect(player.result).toBeVisible();
  await expect(player.result).toBeFocused();
  const grid = unit.grids[0].join("");
  for (const letter of unit.letters) {
    const cells = grid.split(letter).length - 1;
    const count = cells === 0 ? "aucune case" : cells === 1 ? "1 case" : `${cells} cases`;
    expect(await heard()).toContain(`Lettre ${letter}, ${count}.`);
  }
  for (const word of unit.completed[0]) expect(await heard()).toContain(`Mot reconstitué : ${word}.`);
  expect((await heard()).match(/Gain en cours : 3 €\./g)).toHaveLength(1);
});

test("by one stroke across several tiles", async ({ player, page }) => {
  await player.buyWithJouer();
  const from = await player.tile(1).boundingBox();
  const to = await player.tile(2).boundingBox();
  if (!from || !to) throw new Error("tiles have places");
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.mouse.up();
  await expect(player.uncovered).toHaveCount(2);
});

test("by touch, without scrolling the page", { tag: "@phone" }, async ({ player, page }) => {
  await player.buyWithJouer();
  await player.tile(3).tap();
  await expect(player.uncovered).toHaveCount(1);
  const [first, last] = [await player.tile(8).boundingBox(), await player.tile(14).boundingBox()];
  if (!first || !last) throw new Error("tiles have places");
  const touch = await page.context().newCDPSession(page);
  const y = first.y + first.height / 2;
  /** @param {"touchStart" | "touchMove" | "touchEnd"} type @param {number} [x] */
  const send = (type, x) =>
    touch.send("Input.dispatchTouchEvent", { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send("touchStart", first.x + 5);
  for (let x = first.x + 5; x < last.x + 10; x += 12) await send("touchMove", x);
  await send("touchEnd");
  await expect(player.uncovered).toHaveCount(8);
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("with reduced motion nothing moves, and nothing is waited for", { tag: LOOKS }, async ({ player, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await sell(page, made("mots-croises", 50_000)[0]);
  await page.evaluate(() => {
    const moved = /** @type {string[]} */ (/** @type {any} */ (window).moved = []);
    for (const type of ["animationstart", "transitionstart"]) {
      document.addEventListener(type, (event) => moved.push(`${type} of ${/** @type {Element} */ (event.target).className}`));
    }
  });
  const moving = () => page.evaluate(() => document.getAnimations().length);
  await player.buyWithJouer();
  for (let number = 1; number < 14; number++) {
    await player.tile(number).click();
    expect(await moving()).toBe(0);
  }
  await player.tile(14).hover();
  await player.tile(14).click();
  expect(await moving()).toBe(0);
  await expect(player.result).toBeVisible();
  expect(await moving()).toBe(0);
  await player.again.hover();
  expect(await moving()).toBe(0);
  expect(await page.evaluate(() => /** @type {any} */ (window).moved)).toEqual([]);
  const seconds = await page.evaluate(() =>
    [...document.querySelectorAll("*")].flatMap((element) =>
      ["", "::before", "::after"].flatMap((part) => {
        const style = getComputedStyle(element, part);
        return style.transitionDuration === "0s" && style.animationName === "none" ? [] : [`${element.className}${part}`];
      }),
    ),
  );
  expect(seconds).toEqual([]);
});

test("the result comes when the last coat is gone and its word is lit, not before", { tag: LOOKS }, async ({ player, page }) => {
  const unit = made("mots-croises", 300)[0];
  // The order in which the last tile completes a word.
  const word = unit.completed[0][0];
  const last = [...unit.letters].findIndex((letter) => word.includes(letter)) + 1;
  await sell(page, unit);
  await player.buyWithJouer();
  for (let number = 1; number <= 14; number++) if (number !== last) await player.tile(number).click();
  await page.evaluate(() => {
    const seen = /** @type {any} */ (window);
    const ticket = document.querySelector("article");
    const title = document.querySelector("#result");
    const faces = () => (ticket?.getAnimations({ subtree: true }) ?? []).filter((it) => it.playState === "running");
    // Seen at once where the result is shown, in the same task.
    new MutationObserver(() => {
      if (title instanceof HTMLElement && !title.hidden && seen.atResult === undefined) {
        seen.lit = document.querySelectorAll('[aria-label$="mot reconstitué"]').length;
        seen.atResult = faces().map((it) => /** @type {any} */ (it).animationName)
          .filter((name) => ["wipe", "ink", "hop", "draw", "dry", "read"].includes(name));
      }
    }).observe(document.body, { attributes: true, subtree: true, attributeFilter: ["hidden"] });
  });
  await player.tile(last).click();
  await expect(player.words.getByText(word, { exact: true })).toBeVisible();
  await expect(player.result).toBeHidden();
  await expect(player.result).toBeVisible();
  expect(await page.evaluate(() => /** @type {any} */ (window).atResult)).toEqual([]);
  expect(await page.evaluate(() => /** @type {any} */ (window).lit)).toBeGreaterThanOrEqual(word.length);
});

// Article A-4.4d: the same unit on another device goes on in the same order.
test("Auto goes on in one order, which the unit's name gives", { tag: [ONE_SIZE.tag, LOOKS] }, async ({ player, page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await player.holdAuto();
  const order = async () => {
    await sell(page, made("mots-croises", 0)[0], { mode: "auto" });
    await page.evaluate(() => {
      const opened = /** @type {number[]} */ (/** @type {any} */ (window).opened = []);
      const tiles = [...document.querySelectorAll("button")].filter((it) => /^Zone /.test(it.ariaLabel ?? ""));
      const watch = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const tile = tiles.indexOf(/** @type {HTMLButtonElement} */ (target));
          if (/, lettre /.test(tiles[tile]?.ariaLabel ?? "") && !opened.includes(tile)) opened.push(tile);
        }
      });
      for (const tile of tiles) watch.observe(tile, { attributes: true, attributeFilter: ["aria-label"] });
    });
    await player.auto.click();
    await expect(player.revealAll).toBeVisible();
    await player.letAutoUncover(14);
    await expect(player.result).toBeVisible();
    const opened = await page.evaluate(() => /** @type {any} */ (window).opened);
    await player.again.click();
    return /** @type {number[]} */ (opened);
  };
  const first = await order();
  expect([...first].sort((a, b) => a - b)).toEqual([...Array(14).keys()]);
  const chance = "/assets/js/chance.js";
  const expected = await page.evaluate(async (from) => (await import(from)).orderOf("unit-of-a-test", 14), chance);
  expect(first).toEqual(expected);
  expect(await order()).toEqual(first);
});
