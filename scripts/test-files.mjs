// Which test files run where. Files with only tests that break a running service and wait for its recovery are named
// `*-faults.test.ts`; `npm test` runs one test of each kind of fault.
import { readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";

export const faultPattern = "**/*-faults.test.ts";

/** Files that `npm run test:full` runs as stages of their own: a build of the service. */
export const alone = ["scripts/standalone-host.test.ts"];

/** Files that only `npm run test:full` runs: besides the faults, those that build the service a second time. */
export const onlyInFull = [faultPattern, ...alone, "test/seventh-resource.test.ts"];

const onlyFaults = /-faults\.test\.ts$/;
const oneOfAKind = [
  "lib/catalogue/own-writes.test.ts",
  "lib/db/embedded/crash.test.ts",
  "lib/server/request-log.test.ts",
  "lib/server/start.test.ts",
  "lib/history/audit-log/killed.test.ts",
  "lib/rate-limit/midnight.test.ts",
  "lib/rate-limit/outage.test.ts",
  "lib/rate-limit/paused.test.ts",
  "lib/rate-limit/processes.test.ts",
  "lib/history/updates/replay.test.ts",
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
