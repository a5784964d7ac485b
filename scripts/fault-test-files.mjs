// Which tests do harm to a running service and wait for it to recover. Those that only do so, one fault after the
// other, are named `*-faults.test.ts`, and `npm test` leaves them out: of each kind of harm it runs one.
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";

/** For Vitest: what `npm test` leaves out. */
export const excludedPattern = "**/*-faults.test.ts";

const onlyFaults = /-faults\.test\.ts$/;
const oneOfAKind = [
  "lib/snapshots/own-writes.test.ts",
  "lib/db/embedded/crash.test.ts",
  "lib/server/unexpected-error.test.ts",
  "lib/server/request-log.test.ts",
  "lib/server/start.test.ts",
  "lib/audit-log/killed.test.ts",
  "lib/rate-limit/midnight.test.ts",
  "lib/rate-limit/outage.test.ts",
  "lib/rate-limit/paused.test.ts",
  "lib/rate-limit/processes.test.ts",
];

/** What `npm test` leaves out, as paths from the project's folder. */
export function faultFiles() {
  return testFiles().filter((file) => onlyFaults.test(file));
}

/** What `npm run test:faults` runs: those, and what `npm test` runs of each kind. */
export function faultRunFiles() {
  return [...faultFiles(), ...oneOfAKind].sort();
}

function testFiles() {
  return ["components", "lib", "prisma", "scripts"]
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true }).map((file) => path.join(folder, file)),
    )
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => file.endsWith(".test.ts"))
    .sort();
}
