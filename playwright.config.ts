import { defineConfig } from "@playwright/test";
import { browserFor } from "./e2e/browser";

export default defineConfig({
  testDir: "e2e",
  // Not `.test` or `.spec`: those are the unit tests' names.
  testMatch: "**/*.e2e.ts",
  outputDir: "test-results",
  reporter: "list",
  // The service, its database and the browser share the machine with each other.
  workers: 1,
  timeout: 30_000,
  forbidOnly: true,
  use: {
    launchOptions: browserFor(),
    screenshot: "only-on-failure",
    trace: "retain-on-failure",
  },
});
