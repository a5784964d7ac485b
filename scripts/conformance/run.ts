import { performance } from "node:perf_hooks";
import type { Check, World } from "./check.ts";
import { Unaskable, Unlike } from "./expect.ts";

export interface Verdict {
  check: Check;
  outcome: "passed" | "failed" | "skipped";
  milliseconds: number;
  /** Why it was skipped; what was expected and what came. */
  reason: string;
}

/** @param missing why a check with such a need can't be made. */
export async function runChecks(
  checks: readonly Check[],
  world: World,
  missing: Partial<Record<"key" | "staff", string>>,
  tell: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const check of checks) {
    const why = (check.needs && missing[check.needs]) ?? world.client.interruption?.message;
    const verdict = why === undefined ? await attempt(check, world) : verdictOn(check, "skipped", 0, why);
    verdicts.push(verdict);
    tell(verdict);
  }
  return verdicts;
}

async function attempt(check: Check, world: World): Promise<Verdict> {
  const start = performance.now();
  const elapsed = () => Math.round(performance.now() - start);
  try {
    await check.run(world);
    return verdictOn(check, "passed", elapsed(), "");
  } catch (error) {
    if (error === world.client.interruption || error instanceof Unaskable) {
      return verdictOn(check, "skipped", elapsed(), (error as Error).message);
    }
    const reason = error instanceof Unlike ? error.message : `no answer that could be judged: ${String(error)}`;
    return verdictOn(check, "failed", elapsed(), reason);
  }
}

function verdictOn(check: Check, outcome: Verdict["outcome"], milliseconds: number, reason: string): Verdict {
  return { check, outcome, milliseconds, reason };
}
