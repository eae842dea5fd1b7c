import { defineConfig } from "@playwright/test";
import { desk, phone, shellOptions } from "./chromium.mjs";

export default defineConfig({
  testDir: "tests",
  testMatch: "*.test.mjs",
  globalSetup: "./deal.mjs",
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  timeout: 45_000,
  reporter: "list",
  use: {
    // The shell of Chromium, but for the whole visits, which are made in the browser that people have.
    launchOptions: shellOptions,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    // Nothing moves, unless a file says that movement is what it looks at: a page that moves is painted
    // sixty times a second, by the processor, and every press waits until what it presses stands still.
    contextOptions: { reducedMotion: "reduce" },
    // Of a test that failed: each step with the page's document, and a picture of the end. A film of every
    // test would be a third of the run's work.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: true, sources: true },
    screenshot: "only-on-failure",
  },
  // At both sizes: what is seen, or touched, or where it stands. At one, said beside the test: what the
  // page and the server agree upon, which no size changes.
  projects: [
    { name: "phone", grepInvert: /@desk/, use: { viewport: phone, hasTouch: true, isMobile: true } },
    { name: "desk", grepInvert: /@phone/, use: { viewport: desk } },
  ],
});
