import { test as base } from "./fixtures";
import { faketimeLibrary, startService } from "./service";

/** Tests that turn the service's clock: they have a service of their own. */
export const test = base.extend<object, { service: Awaited<ReturnType<typeof startService>> }>({
  service: [
    async ({ home }, use) => {
      const service = await startService({ home, hasClock: true });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export const canTurn = faketimeLibrary !== null && !process.env["E2E_BASE_URL"];
export const whyNot =
  "No clock can be turned: libfaketime is not installed here, or the service was not started by the tests.";
