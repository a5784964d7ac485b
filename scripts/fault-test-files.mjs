// The tests that break a running service and wait for its recovery. Files with only such tests are named
// `*-faults.test.ts`, and `npm test` leaves them out; it runs one test of each kind of fault.
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";

/** For Vitest: the files that `npm test` leaves out. */
export const excludedPattern = "**/*-faults.test.ts";

/** Runs in a stage of its own, because it builds the service a second time. */
export const standaloneTestFile = "scripts/standalone-host.test.ts";

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
  "lib/updates/replay.test.ts",
];

/** The files that `npm test` leaves out, relative to the project's folder. */
export function faultFiles() {
  return testFiles().filter((file) => onlyFaults.test(file));
}

/** The files that `npm run test:faults` runs: those, and the fault tests of `npm test`. */
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
