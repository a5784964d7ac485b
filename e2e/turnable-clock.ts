import { spawnSync } from "node:child_process";
import { existsSync, renameSync, writeFileSync } from "node:fs";

/** Its path on Debian and others; null if it is not installed. */
export const faketimeLibrary =
  spawnSync("sh", ["-c", "ls /usr/lib/*/faketime/libfaketime.so.1 /usr/lib/faketime/libfaketime.so.1 2>/dev/null"], {
    encoding: "utf8",
  })
    .stdout.split("\n")
    .find((file) => existsSync(file)) ?? null;

export interface TurnableClock {
  /** For the environment of each process that has this clock. */
  settings: Record<string, string>;
  turnTo(time: Date): void;
}

/**
 * A clock of other processes, which begins with the present time: libfaketime reads its offset from a file at each
 * reading of the clock. Timers are not affected.
 */
export function turnableClock(file: string): TurnableClock {
  if (faketimeLibrary === null) throw new Error("libfaketime is needed: apt-get install faketime");
  const turnTo = (time: Date) => {
    // Renamed, because a process may read the file while it is written.
    const written = `${file}.next`;
    writeFileSync(written, `${((time.getTime() - Date.now()) / 1000).toFixed(3)}`.replace(/^(?!-)/, "+"));
    renameSync(written, file);
  };
  turnTo(new Date());
  const settings = {
    LD_PRELOAD: faketimeLibrary,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
  };
  return { settings, turnTo };
}
