import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test as base } from "./fixtures";
import { startE2eService, type RunningService } from "./service";

/** Its path on Debian and others; undefined if it is not installed. */
const faketimeLibrary = spawnSync(
  "sh",
  ["-c", "ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib/faketime/libfaketime.so.1 2>/dev/null"],
  { encoding: "utf8" },
)
  .stdout.split("\n")
  .find((file) => existsSync(file));

/**
 * Tests that set the clock of their own service, which begins with the present time: libfaketime reads its offset from a
 * file at each reading of the clock. Timers are not affected.
 */
export const clockTest = base.extend<
  object,
  { clock: { settings: Record<string, string>; turnTo(time: Date): void }; service: RunningService }
>({
  clock: [
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), "theatre-listings-clock-"));
      const file = path.join(folder, "clock");
      const turnTo = (time: Date) => {
        // Renamed, because a process may read the file while it is written.
        const written = `${file}.next`;
        writeFileSync(written, `${((time.getTime() - Date.now()) / 1000).toFixed(3)}`.replace(/^(?!-)/, "+"));
        renameSync(written, file);
      };
      turnTo(new Date());
      const settings = {
        LD_PRELOAD: faketimeLibrary ?? "",
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };
      await use({ settings, turnTo });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: "worker" },
  ],

  service: [
    async ({ backend, clock: { settings } }, use) => {
      const service = await startE2eService({ backend, settings });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

export const canSetClock = faketimeLibrary !== undefined;
export const skipReason = "The clock can't be set: libfaketime is not installed (apt-get install faketime).";
