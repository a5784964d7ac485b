import { test as base } from "./fixtures";
import { faketimeLibrary, startE2eService } from "./service";

/** Tests that turn the service's clock: they have a service of their own. */
export const clockTest = base.extend<object, { service: Awaited<ReturnType<typeof startE2eService>> }>({
  service: [
    async ({ backend }, use) => {
      const service = await startE2eService({ backend, hasClock: true });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export const canSetClock = faketimeLibrary !== null && !process.env["E2E_BASE_URL"];
export const skipReason =
  "No clock can be turned: libfaketime is not installed here, or the service was not started by the tests.";
