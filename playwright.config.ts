import { defineConfig } from "@playwright/test";
import { browserFor, canFilm } from "./e2e/browser";
import type { Home } from "./e2e/service";

export default defineConfig<object, { home: Home }>({
  testDir: "e2e",
  // Not `.test` or `.spec`: those are the unit tests' names.
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  reporter: [["list"], ["html", { open: "never" }]],
  // Each with a service, its database and a browser of its own.
  workers: 2,
  // Most take seconds; those that look at a dozen pages take long where two processors do all of it.
  timeout: 90_000,
  forbidOnly: true,
  // On a machine made for testing, where nobody is there to try again; what needed it is named at the end.
  retries: process.env["CI"] ? 1 : 0,
  // One picture for every machine: how much they may differ stands with the pages.
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  use: {
    launchOptions: browserFor(),
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
    video: canFilm() ? "retain-on-failure" : "off",
  },
  projects: [
    { name: "embedded", use: { home: "embedded" } },
    // The same flows on PostgreSQL, with the limits in Redis.
    { name: "server", use: { home: "server" } },
  ],
});
