import { readFileSync } from "node:fs";
import { afterAll } from "vitest";
import { processSingleton } from "../lib/core/process-singleton.ts";

/** A new hash costs a five-thousandth of the time; `password.test.ts` has the real costs. */
processSingleton("password-costs", () => ({ N: 16, r: 8, p: 1 }));

declare module "vitest" {
  interface TaskMeta {
    /** Of a file: of its worker, and of the processes that it has started and that have ended. */
    processorSeconds?: number;
  }
}

const ticksPerSecond = 100;

/** Of this process and of those that it has waited for; outside of Linux without those. */
function processorSeconds(): number {
  if (process.platform !== "linux") {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
  // The name before the last bracket may have spaces.
  const fields = readFileSync("/proc/self/stat", "utf8")
    .replace(/^.*\) /s, "")
    .split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

// Vitest runs this before each file's imports; the hook that is added first is called last.
const before = processorSeconds();
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from the pattern which fixtures are wanted
afterAll(({}, { meta }) => {
  meta.processorSeconds = processorSeconds() - before;
});
