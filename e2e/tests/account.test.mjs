// The site around the games: opening an account, its limits, its money, its end; in both languages.
//
// What is done in both languages is done in French on a phone and in English on a desk: each text, and each
// control at either size, once. What is between the page and the server alone is tried at one size.

import { LOOKS, expect, test } from "../player.mjs";
import { BOTH, PASSWORD, Visitor } from "../visitor.mjs";

/**
 * An account from its beginning to its player's exclusion.
 * @param {import("@playwright/test").Page} page
 * @param {{ url: string }} shop
 * @param {import("../visitor.mjs").Language} language
 */
async function life(page, shop, language) {
  const visitor = new Visitor(page, shop.url, language);
  const { words } = visitor;
  await visitor.goto(words.lobby);
  await visitor.follow(words.signIn);
  await visitor.follow(words.signUp);
  await visitor.fillSignUp("alice");
  await expect(page.getByText(words.welcome)).toBeVisible();
  await expect(visitor.heading(words.accountOf)).toBeVisible();

  // Limits: lower at once, higher later.
  await expect(page.getByText(words.inForce)).toBeVisible();
  await visitor.field(words.stakes).fill("40");
  await visitor.button(words.save).click();
  await expect(page.getByText(words.saved)).toBeVisible();
  await expect(page.getByText(words.inForce)).toBeVisible();
  await expect(page.getByText(words.pending)).toBeVisible();
  await visitor.field(words.stakes).fill("30");
  await visitor.button(words.save).click();
  await expect(page.getByText(words.saved)).toBeVisible();
  await expect(page.getByText(words.pending)).toBeHidden();

  // Money.
  await visitor.field(words.deposit).fill("51");
  await visitor.button(words.payIn).click();
  await expect(page.getByRole("alert").getByText(words.overLimit)).toBeVisible();
  await visitor.field(words.deposit).fill("20.00");
  await visitor.button(words.payIn).click();
  await expect(page.getByText(words.credited)).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText(words.balance("20.00"));
  await expect(page.getByRole("table", { name: words.statement }).getByRole("row").nth(1)).toHaveText(words.line);
  await visitor.field(words.withdraw).fill("10");
  await visitor.button(words.payOut).click();
  await expect(page.getByRole("alert").getByText(words.unidentified)).toBeVisible();

  // Exclusion, asked for twice.
  await page.getByRole("combobox", { name: words.period }).selectOption(words.day);
  await visitor.button(words.exclude).click();
  await expect(visitor.heading(words.question)).toBeVisible();
  await visitor.button(words.no).click();
  await expect(visitor.heading(words.question)).toBeHidden();
  await visitor.button(words.exclude).click();
  await visitor.button(words.yes).click();
  await expect(visitor.heading(words.excluded)).toBeVisible();
  await expect(visitor.field(words.deposit)).toHaveCount(0);

  // Out, and in again to look.
  await visitor.button(words.signOut).click();
  await visitor.follow(words.signIn);
  await visitor.signIn("alice", PASSWORD);
  await expect(page.getByRole("alert").getByText(words.excludedSignIn)).toBeVisible();
  await visitor.button(words.restricted).click();
  await visitor.toAccount();
  await expect(visitor.heading(words.excluded)).toBeVisible();
}

test("from signing up to signing out, in French", { tag: "@phone" }, ({ page, shop }) => life(page, shop, "fr"));
test("from signing up to signing out, in English", { tag: "@desk" }, ({ page, shop }) => life(page, shop, "en"));

/**
 * Wrong passwords, a forgotten one, and somebody who is too young.
 * @param {import("@playwright/test").Page} page
 * @param {{ url: string }} shop
 * @param {import("../visitor.mjs").Language} language
 */
async function refused(page, shop, language) {
  const visitor = new Visitor(page, shop.url, language);
  const { words } = visitor;
  await visitor.goto(words.lobby);
  await visitor.follow(words.signIn);
  await visitor.signIn("demo", "au hasard, au hasard");
  await expect(page.getByRole("alert").getByText(words.wrong)).toBeVisible();
  await visitor.follow(words.forgotten);
  await visitor.field(words.name).fill("demo");
  await visitor.button(words.sendCode).click();
  await expect(page.getByText(words.asked)).toBeVisible();
  await page.goBack();
  await visitor.follow(words.signUp);
  await visitor.fillSignUp("bob", { born: `${new Date().getFullYear() - 17}-01-01` });
  await expect(page.getByRole("alert").getByText(words.underAge)).toBeVisible();
}

test("who may not come in is told why, in French", { tag: "@phone" }, ({ page, shop }) => refused(page, shop, "fr"));
test("who may not come in is told why, in English", { tag: "@desk" }, ({ page, shop }) => refused(page, shop, "en"));

for (const { language, tag } of BOTH) {
  test(`the demonstration is two presses from a unit, ${language}`, { tag }, async ({ page, shop }) => {
    const visitor = new Visitor(page, shop.url, language);
    const { words } = visitor;
    await visitor.goto(words.lobby);
    await expect(page.getByText(/demo.*mots-croises/)).toBeVisible();
    await visitor.button(words.demonstration).click();
    await expect(page.getByRole("banner").getByRole("status")).toHaveText(words.balance("50.00"));
    await visitor.settled();
    await visitor.button(words.jouer).click();
    await expect(page.getByRole("banner").getByRole("status")).toHaveText(words.balance("47.00"));
  });

  test(`the other language stays on the page, ${language}`, { tag: [tag, LOOKS] }, async ({ page, shop }) => {
    const visitor = new Visitor(page, shop.url, language);
    const { words } = visitor;
    const other = new Visitor(page, shop.url, language === "fr" ? "en" : "fr");
    await visitor.goto(words.lobby);
    await visitor.follow(words.rulesLink);
    await expect(visitor.heading(words.rulesTitle)).toBeVisible();
    await visitor.follow(words.other);
    await expect(other.heading(other.words.rulesTitle)).toBeVisible();
    await other.follow(other.words.games);
    await other.follow(other.words.signIn);
    await other.follow(other.words.other);
    await expect(visitor.button(words.signIn)).toBeVisible();
  });
}

test("a purchase without a session leads through the door and back", { tag: "@desk" }, async ({ page, shop }) => {
  const visitor = new Visitor(page, shop.url, "fr");
  const { words } = visitor;
  await visitor.goto(words.lobby);
  await visitor.follow(words.play);
  await visitor.button(words.jouer).click();
  await expect(page.getByText(/^Cette page demande une session/)).toBeVisible();
  await visitor.signIn("demo", "mots-croises");
  await expect(page.getByRole("heading", { name: "Mots Croisés" })).toBeVisible();
  await expect(page.getByRole("banner").getByRole("status")).toHaveText(words.balance("50.00"));
  await expect(visitor.button(words.jouer)).toBeEnabled();
});

test("the session's clock, its net figure and the limits are on every page", async ({ player, page }) => {
  const session = page.getByRole("complementary", { name: "Votre session" });
  await expect(session.getByText(/^Session\s: 0 min$/)).toBeVisible();
  await expect(session.getByText(/^Bilan\s: 0,00\s€$/)).toBeVisible();
  await player.buyWithJouer();
  await expect(session.getByText(/^Bilan\s: −3,00\s€$/)).toBeVisible();
  await player.revealAll.click();
  await expect(player.result).toBeVisible();
  const { plays } = await player.ledger();
  const net = (plays[0].gain.cents - 300) / 100;
  const text = `${net < 0 ? "−" : net > 0 ? "+" : ""}${Math.abs(net).toFixed(2).replace(".", ",")}\u00a0€`;
  await expect(session.getByText(`Bilan\u00a0: ${text}`, { exact: true })).toBeVisible();
  for (const path of ["/", "/historique", "/jeux/mots-croises/regles", `/historique/${plays[0].id}`]) {
    await page.goto(player.url + path);
    await expect(session.getByText(`Bilan\u00a0: ${text}`, { exact: true })).toBeVisible();
    await session.getByRole("link", { name: "Mes limites" }).click();
    await expect(page.getByRole("heading", { name: "Mes limites" })).toBeInViewport();
  }
});

test("without limits nothing is bought, and the way to them is said", { tag: "@phone" }, async ({ page, shop }) => {
  const visitor = new Visitor(page, shop.url, "fr");
  // An account that the API has opened, without limits.
  const answer = await page.request.post(`${shop.url}/api/v1/players`, {
    data: { name: "colette", password: PASSWORD, born: "1980-02-29", rules: 1 },
    headers: { Origin: shop.url, "Idempotency-Key": "register-colette" },
  });
  expect(answer.status()).toBe(201);
  await visitor.goto("/jeux/mots-croises");
  await visitor.button("Jouer").click();
  await expect(page.getByText(/^Fixez d’abord vos limites dans votre compte/)).toBeVisible();
  await visitor.follow("Ouvrir mon compte");
  await expect(visitor.heading("Fixez vos limites")).toBeVisible();
});

test("a statement is read a page at a time", { tag: "@desk" }, async ({ player, page }) => {
  const headers = { Origin: player.url };
  // 50 lines make a page: the demonstration's deposit, and fifty of one cent.
  for (let number = 0; number < 50; number++) {
    const data = { amount_cents: 1 };
    const key = `deposit-${String(number).padStart(3, "0")}`;
    const answer = await page.request.post(`${player.url}/api/v1/deposits`, {
      data,
      headers: { ...headers, "Idempotency-Key": key },
    });
    expect(answer.status()).toBe(201);
  }
  await page.goto(`${player.url}/compte`);
  const rows = page.getByRole("table", { name: "Relevé" }).getByRole("row");
  await expect(rows).toHaveCount(51);
  await page.getByRole("link", { name: "Mouvements plus anciens" }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toHaveText(/^Versement .*50,00\s€$/);
  await page.getByRole("link", { name: "Mouvements récents" }).click();
  await expect(rows).toHaveCount(51);
});
