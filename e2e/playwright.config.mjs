import { defineConfig } from "@playwright/test";
import { desk, launchOptions, phone } from "./chromium.mjs";

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
  use: { launchOptions, locale: "fr-FR", trace: "retain-on-failure", timezoneId: "Europe/Paris" },
  projects: [
    { name: "phone", grepInvert: /@desk/, use: { viewport: phone, hasTouch: true, isMobile: true } },
    { name: "desk", grepInvert: /@phone/, use: { viewport: desk } },
  ],
});
