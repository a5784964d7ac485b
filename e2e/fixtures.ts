import { test as base, expect, type Page } from "@playwright/test";
import { startService, type Service } from "./service";

/** Starting may mean building first. */
const startMilliseconds = 300_000;
let clients = 0;

export interface Complaints {
  /** Console errors, uncaught exceptions, violated policies, and requests to other hosts. */
  readonly found: string[];
}

export const test = base.extend<{ complaints: Complaints }, { service: Service }>({
  service: [
    // Playwright reads which fixtures are wanted from this pattern, also where none is.
    async ({}, use) => {
      const service = await startService();
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: startMilliseconds },
  ],

  baseURL: async ({ service }, use) => use(service.origin),

  /** A new address for each test, so that none spends another's requests. */
  extraHTTPHeaders: async ({}, use) => {
    clients += 1;
    await use({ "X-Forwarded-For": `198.51.100.${clients}` });
  },

  complaints: async ({ page, service }, use) => {
    const complaints: Complaints = { found: [] };
    collect(page, service.origin, complaints.found);
    await use(complaints);
  },
});

export { expect };

function collect(page: Page, origin: string, found: string[]): void {
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") found.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => found.push(`uncaught: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("data:") && new URL(request.url()).origin !== origin)
      found.push(`went out: ${request.url()}`);
  });
}
