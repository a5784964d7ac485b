import { performance } from "node:perf_hooks";
import type { Check, CheckContext } from "./check.ts";
import { NotCheckable, Mismatch } from "./expect.ts";

export interface CheckResult {
  check: Check;
  outcome: "passed" | "failed" | "skipped";
  milliseconds: number;
  /** The reason of a skip, or expected and actual values. */
  reason: string;
}

/** @param missing the reason why a check with this requirement can't run. */
export async function runChecks(
  checks: readonly Check[],
  world: CheckContext,
  missing: Partial<Record<NonNullable<Check["needs"]>, string>>,
  tell: (verdict: CheckResult) => void,
): Promise<CheckResult[]> {
  const verdicts: CheckResult[] = [];
  for (const check of checks) {
    const why = (check.needs && missing[check.needs]) ?? world.client.interruption?.message;
    const verdict = why === undefined ? await attempt(check, world) : verdictOn(check, "skipped", 0, why);
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

async function attempt(check: Check, world: CheckContext): Promise<CheckResult> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  try {
    await check.run(world);
    return verdictOn(check, "passed", elapsed(), "");
  } catch (error) {
    if (error === world.client.interruption || error instanceof NotCheckable) {
      return verdictOn(check, "skipped", elapsed(), (error as Error).message);
    }
    const reason = error instanceof Mismatch ? error.message : `no response to check: ${String(error)}`;
    return verdictOn(check, "failed", elapsed(), reason);
  }
}

function verdictOn(check: Check, outcome: CheckResult["outcome"], milliseconds: number, reason: string): CheckResult {
  return { check, outcome, milliseconds, reason };
}
