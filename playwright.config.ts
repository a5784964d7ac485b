import { defineConfig } from "@playwright/test";
import { browserFor, canRecordVideo } from "./e2e/browser";
import type { Backend } from "./e2e/service";

const seventh = "**/seventh-resource.e2e.ts";

export default defineConfig<object, { backend: Backend }>({
  testDir: "e2e",
  // Not `.test` or `.spec`: those are the unit tests' names. `npm test` leaves out flows with `@full` in their title.
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  reporter: [["list"], ["html", { open: "never" }]],
  // Each with a service, its database and a browser of its own.
  workers: 2,
  // Most take seconds; those that look at a dozen pages take long where two processors do all of it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A flow that fails is gone through once more, and watched: to film and trace all of them takes a quarter of the time.
  // On CI twice: its machines pause for seconds, which no one there can tell from a mistake.
  retries: process.env["CI"] ? 2 : 1,
  // On CI no one is there to retry: a flow that passes at the second attempt passes, and is named at the end.
  failOnFlakyTests: !process.env["CI"],
  // One picture for every machine. Tolerances are set per page.
  snapshotPathTemplate: "e2e/pictures/{arg}{ext}",
  use: {
    launchOptions: browserFor(),
    screenshot: "only-on-failure",
    trace: "on-first-retry",
    video: canRecordVideo() ? "on-first-retry" : "off",
  },
  projects: [
    { name: "embedded", use: { backend: "embedded" }, testIgnore: seventh },
    // The same flows on PostgreSQL, with the limits in Redis.
    // It has an address of its own, whose pages alone may write: the flow that comes by another name is not for it.
    { name: "server", use: { backend: "server" }, testIgnore: [seventh, "**/plain-http.e2e.ts"] },
    // A copy of the tree with one more resource: it is built first.
    { name: "seventh", use: { backend: "embedded" }, testMatch: seventh },
  ],
});
