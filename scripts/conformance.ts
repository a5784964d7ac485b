import { writeFileSync } from "node:fs";
import { prepare, type Examination, type Findings } from "./conformance/examine.ts";
import { Nonsense, readFlags, usage, type Flags } from "./conformance/flags.ts";
import { junitOf } from "./conformance/report.ts";
import type { Verdict } from "./conformance/run.ts";

/** Asks a deployment whether it keeps the contract. @returns the exit code. */
async function main(): Promise<number> {
  let flags: Flags;
  try {
    flags = readFlags(process.argv.slice(2));
  } catch (error) {
    return complain(error, `\n\nUsage: ${usage}`);
  }
  let examination: Examination;
  try {
    examination = await prepare(flags, console.log);
    // A file that can't be written is better known before.
    if (flags.junit !== undefined) write(flags.junit, "");
  } catch (error) {
    return complain(error);
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => examination.interrupt());
  const findings = await examination.run();
  if (flags.junit !== undefined) write(flags.junit, junitOf(findings.verdicts));
  return conclude(findings);
}

function conclude({ verdicts, left, isInterrupted }: Findings): number {
  const number = (outcome: Verdict["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length;
  for (const place of left) console.error(`Could not be removed; please do that yourself: ${place}`);
  console.log(`${number("passed")} passed, ${number("failed")} failed, ${number("skipped")} skipped`);
  if (isInterrupted) return 130;
  return left.length > 0 || number("failed") > 0 ? 1 : 0;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Nonsense(`--junit can't be written: ${(error as Error).message}.`);
  }
}

function complain(error: unknown, more = ""): number {
  if (!(error instanceof Nonsense)) throw error;
  console.error(error.message + more);
  return 2;
}

process.exitCode = await main();
