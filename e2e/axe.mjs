// What axe-core has to say about a page as it stands.

import { AxeBuilder } from "@axe-core/playwright";
import { expect } from "@playwright/test";

/**
 * No rule of axe is violated, and axe has looked.
 *
 * The pages have no frames, so that one run in the page sees all of it: the other way gathers parts and
 * puts them together in a second page, each time. And of what passes only the number of rules is read,
 * not every element: that is asked for once a rule.
 * @param {import("@playwright/test").Page} page
 * @param {string} what       the state that the page is in
 * @param {number} [looked]   more rules than this have something to look at
 */
export async function expectAccessible(page, what, looked = 15) {
  expect(page.frames(), "one frame").toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const { violations, passes } = await axe.analyze();
  expect(passes.length, `${what}: axe has looked at the page`).toBeGreaterThan(looked);
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`), what).toEqual([]);
}
