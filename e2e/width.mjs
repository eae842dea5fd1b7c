// Whether a page is wider than its window.

import { expect } from "@playwright/test";

/**
 * At each of the widths, one after the other, nothing of the page lies beside its window. The page is not
 * loaded again for each: its widths are the style sheet's alone, and no module asks for them.
 * @param {import("@playwright/test").Page} page
 * @param {number[]} widths in pixels
 * @param {string} what     the state that the page is in
 */
export async function expectNoScroll(page, widths, what) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.waitForFunction((inner) => innerWidth === inner, width);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over, `${what}, ${width} px`).toBeLessThanOrEqual(0);
  }
}
