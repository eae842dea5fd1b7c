// The point of sale: every answer about a ticket, payment, the list of the day; by keyboard alone; at both
// sizes, in both themes and both languages.
//
// Every answer is said in French on a phone and in English on a desk: each text of either language, and each
// place where an answer stands, once. The name under which a payment is asked for, and what the browser keeps,
// do not depend on the size: they are tried at one.

import { expect, test as base } from "@playwright/test";
import { expectAccessible } from "../axe.mjs";
import { Retailer, STRANGE } from "../counter.mjs";
import { openCounter } from "../paper.mjs";

/** @typedef {import("../paper.mjs").PointOfSale} PointOfSale */
/** @typedef {import("@playwright/test").PlaywrightTestArgs & import("@playwright/test").PlaywrightTestOptions} Builtin */
/** @typedef {import("@playwright/test").PlaywrightWorkerArgs & import("@playwright/test").PlaywrightWorkerOptions} BuiltinWorker */

/** A test has a point of sale of its own, and a page that must not fail in its console. */
const test = base.extend(
  /** @type {import("@playwright/test").Fixtures<{ pos: PointOfSale }, {}, Builtin, BuiltinWorker>} */ ({
    pos: async ({ page }, use) => {
      /** @type {string[]} */
      const errors = [];
      page.on("pageerror", (error) => errors.push(String(error)));
      const pos = await openCounter();
      await use(pos);
      await pos.remove();
      expect(errors).toEqual([]);
    },
  }),
);

const DAY_MS = 24 * 3_600_000;

/**
 * Every answer, each as it is said on the page.
 * @param {{ page: import("@playwright/test").Page, pos: PointOfSale, browser: import("@playwright/test").Browser }} with_
 * @param {"fr" | "en"} language
 */
async function everyAnswer({ page, pos, browser }, language) {
  test.setTimeout(120_000);
  const shop = new Retailer(page, pos, language);
  const { words } = shop;
  await shop.signIn(7, "au hasard, au hasard");
  await expect(page.getByRole("alert").getByText(words.wrong)).toBeVisible();
  await expectAccessible(page, "door");
  await shop.signIn(7);
  await shop.atDesk();
  await expectAccessible(page, "desk");

  const say = async (/** @type {import("../paper.mjs").Ticket} */ ticket, /** @type {keyof typeof words.answers} */ answer, code = ticket.code) => {
    await shop.present(ticket, code);
    await shop.isTold(answer);
  };
  const small = shop.ticket(500);
  await say(small, "pays_here");
  await expect(shop.answer).toContainText(words.euros(500));
  await expectAccessible(page, "pays here");
  await page.getByRole("button", { name: words.drop }).click();
  await say(shop.ticket(100_000), "pays_at_centre");
  await expect(shop.answer).toContainText(words.euros(100_000));
  await expectAccessible(page, "pays at centre");
  await say(shop.ticket(0), "not_a_winner");
  await expectAccessible(page, "not a winner");
  await say(shop.of(9, 0), "book_not_active");
  await say(shop.of(10, 0), "book_not_active");
  await expectAccessible(page, "book not active");
  await say(small, "does_not_match", STRANGE);
  await say(small, "mistyped", `${small.code.slice(0, -1)}${small.code.endsWith("2") ? "3" : "2"}`);
  await expectAccessible(page, "mistyped");
  // A sound number, of an emission that is not paid here.
  await shop.scan("0310100000010006");
  await shop.scan(small.code);
  await shop.isTold("unknown");
  await shop.scan("bonjour");
  await expect(page.getByRole("alert").getByText(words.neither)).toBeVisible();
  await shop.field.fill("");

  // Paid here, and elsewhere at a counter that asks for it.
  await say(small, "pays_here");
  await page.getByRole("button", { name: words.pay(words.euros(500)), exact: true }).click();
  await shop.isTold("paid");
  await say(small, "paid_here");
  const other = new Retailer(await (await browser.newContext()).newPage(), pos, language);
  await other.signIn(8);
  await other.atDesk();
  await other.present(small);
  await other.isTold("paid_elsewhere");
  await expectAccessible(other.page, "paid elsewhere");

  for (const answer of /** @type {const} */ (["lost", "stolen"])) {
    const book = answer === "lost" ? 7 : 8;
    await pos.act(`${answer} ${book}`);
    await say(shop.of(book, 0), `book_${answer}`);
  }
  await pos.act("return 9 0");
  await say(shop.of(9, 0), "book_returned");
  await pos.act("close");
  // Thirty days later, Wednesday 30 December 2026, a session of the day.
  await pos.act(`wait ${31 * DAY_MS}`);
  await shop.signIn(7);
  await shop.atDesk();
  await say(shop.ticket(1_000), "too_late");
  await expectAccessible(page, "too late");
}

test("every answer about a ticket is said, in French", { tag: "@phone" }, ({ page, pos, browser }) => everyAnswer({ page, pos, browser }, "fr"));
test("every answer about a ticket is said, in English", { tag: "@desk" }, ({ page, pos, browser }) => everyAnswer({ page, pos, browser }, "en"));

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  test(`a ticket is paid by keyboard alone, ${colorScheme}`, async ({ page, pos }) => {
    await page.emulateMedia({ colorScheme });
    const shop = new Retailer(page, pos, "fr");
    const { words } = shop;
    await page.goto(pos.url + words.path);
    await shop.settled();
    await expectAccessible(page, `door, ${colorScheme}`);
    // The number's field has the focus: typing goes on from there.
    await page.keyboard.type("7");
    await page.keyboard.press("Tab");
    await page.keyboard.type("un guichet de mots");
    await page.keyboard.press("Enter");
    await shop.atDesk();
    const ticket = shop.ticket(2_000);
    // The code first, as it stands on the ticket; then the number.
    await page.keyboard.type(ticket.code.toLowerCase());
    await page.keyboard.press("Enter");
    await page.keyboard.type(ticket.number);
    await page.keyboard.press("Enter");
    await shop.isTold("pays_here");
    await expectAccessible(page, `pays here, ${colorScheme}`);
    // A scan that comes now pays nothing: the field has the focus, and the button is three steps away.
    await expect(shop.field).toBeFocused();
    const pay = page.getByRole("button", { name: words.pay(words.euros(2_000)), exact: true });
    for (let step = 0; step < 3; step++) await page.keyboard.press("Tab");
    await expect(pay).toBeFocused();
    await page.keyboard.press("Enter");
    await shop.isTold("paid");
    await expect(shop.field).toBeFocused();
    await expectAccessible(page, `paid, ${colorScheme}`);
    const rows = page.getByRole("table", { name: "Payé aujourd’hui" }).getByRole("row");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(1)).toHaveText(/20,00\s€$/);
    await expect(page.locator("#today-sum")).toHaveText(/^20,00\s€$/);
  });
}

test("several tickets are one payment, with a name where it is asked for", async ({ page, pos }) => {
  const shop = new Retailer(page, pos, "fr");
  const { words } = shop;
  await shop.signIn(7);
  await shop.atDesk();
  const [one, two] = [shop.ticket(20_000), shop.ticket(20_000, 1)];
  await shop.present(one);
  await shop.isTold("pays_here");
  await expect(page.getByRole("textbox", { name: words.bearer })).toBeHidden();
  await shop.present(two);
  // Presented twice, it is to be paid once.
  await shop.present(two);
  const pay = page.getByRole("button", { name: words.paySeveral(words.euros(40_000), 2), exact: true });
  await expect(pay).toBeVisible();
  const bearer = page.getByRole("textbox", { name: words.bearer });
  await expect(bearer).toBeVisible();
  await expectAccessible(page, "identity");
  await pay.click();
  await expect(bearer).toBeFocused();
  await bearer.fill("passeport 12AB34567");
  await pay.click();
  await shop.isTold("paid");
  await expect(shop.answer).toContainText(words.euros(40_000));
  await expect(page.locator("#today-sum")).toHaveText(/^400,00\s€$/);
});

test("a payment whose answer is lost is asked for again under its name, and is paid once", { tag: "@desk" }, async ({ page, pos }) => {
  const shop = new Retailer(page, pos, "fr");
  const { words } = shop;
  await shop.signIn(7);
  await shop.atDesk();
  await shop.present(shop.ticket(1_500));
  await shop.isTold("pays_here");
  // The payment is carried out, and its answer does not arrive.
  /** @type {(string | undefined)[]} */
  const keys = [];
  let lost = 0;
  await page.route("**/api/v1/retail/payments", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    keys.push(route.request().headers()["idempotency-key"]);
    if (lost++ > 0) return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: words.pay(words.euros(1_500)), exact: true }).click();
  await shop.isTold("paid");
  expect(keys.length).toBeGreaterThan(1);
  expect(new Set(keys).size).toBe(1);
  await expect(page.locator("#today-sum")).toHaveText(/^15,00\s€$/);
});

test("guessing is slowed, and the page says for how long", async ({ page, pos }) => {
  const shop = new Retailer(page, pos, "fr");
  await shop.signIn(7);
  await shop.atDesk();
  const ticket = shop.ticket(20_000);
  for (let guess = 0; guess < 20; guess++) {
    const answer = page.waitForResponse("**/retail/inquiries");
    await shop.present(ticket, STRANGE);
    await answer;
  }
  await shop.isTold("does_not_match");
  await shop.present(ticket);
  await shop.isTold("slowed");
  await expectAccessible(page, "slowed");
  await pos.act("wait 10000");
  await shop.present(ticket);
  await shop.isTold("pays_here");
});

test("nothing of a code stays in the browser", { tag: "@phone" }, async ({ page, pos }) => {
  const shop = new Retailer(page, pos, "fr");
  await shop.signIn(7);
  await shop.atDesk();
  const ticket = shop.ticket(1_000);
  await shop.present(ticket);
  await shop.isTold("pays_here");
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie, document.body.innerText]));
  const code = ticket.code.replace(/ /g, "");
  expect(kept.replace(/[\s-]/g, "")).not.toContain(code);
  expect(await shop.field.inputValue()).toBe("");
});
