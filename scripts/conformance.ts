import { writeFileSync } from "node:fs";
import { prepareExamination, type Examination, type Findings } from "./conformance/examination.ts";
import { runCommand, UsageError } from "./command-line/command.ts";
import { parseConformanceOptions, conformanceUsage } from "./conformance/cli-options.ts";
import { junitOf } from "./conformance/report.ts";
import type { CheckResult } from "./conformance/run.ts";

/** Checks a deployment against the contract. @returns the exit code. */
async function main(): Promise<number> {
  const flags = parseConformanceOptions(process.argv.slice(2));
  let examination: Examination;
  try {
    examination = await prepareExamination(flags, console.log);
    // Reports an unwritable file before the run.
    if (flags.junit !== undefined) write(flags.junit, "");
  } catch (error) {
    // The arguments are valid, so the usage text would not help.
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return 2;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => examination.interrupt());
  const findings = await examination.run();
  if (flags.junit !== undefined) write(flags.junit, junitOf(findings.verdicts));
  return conclude(findings);
}

function conclude({ verdicts, left, isInterrupted }: Findings): number {
  const number = (outcome: CheckResult["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length;
  for (const place of left) console.error(`Could not be removed; please delete it: ${place}`);
  console.log(`${number("passed")} passed, ${number("failed")} failed, ${number("skipped")} skipped`);
  if (isInterrupted) return 130;
  return left.length > 0 || number("failed") > 0 ? 1 : 0;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`--junit can't be written: ${(error as Error).message}.`);
  }
}

await runCommand(main, `\nUsage: ${conformanceUsage}`);
