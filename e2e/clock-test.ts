import { test as base } from "./fixtures";
import { faketimeLibrary } from "./turnable-clock";
import { startE2eService } from "./service";

/** Tests that set the service's clock; each has its own service. */
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

export const canSetClock = faketimeLibrary !== null;
export const skipReason = "The clock can't be set: libfaketime is not installed.";
