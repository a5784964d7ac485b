import { describe, test } from "node:test";
import { z } from "zod";
import { type Answer, type Call, send, settings } from "./client.ts";

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));
process.on("exit", () => {
  if (isInterrupted) process.exitCode = 130;
});

/** A check that can't run here, with the reason. */
export class NotCheckable extends Error {}

/** The checks of a section of the contract: `§4 Reads`. */
export function section(name: string, define: () => void): void {
  void describe(name, define);
}

/** A promise of the contract: fails with what `run` throws, and is skipped with its NotCheckable. */
export const check = checkUnless(false);
export const staffCheck = checkUnless(settings.staff === null && "needs CONFORMANCE_STAFF_EMAIL");
/** A check whose requests must reach the service itself. */
export const ownServerCheck = checkUnless(settings.isNext && "refused before this service sees it");

function checkUnless(skip: string | false) {
  return (promise: string, run: () => Promise<void> | void) =>
    void test(promise, { skip }, async (context) => {
      try {
        if (isInterrupted) throw new NotCheckable("interrupted");
        await run();
      } catch (error) {
        if (!(error instanceof NotCheckable)) throw error;
        context.skip(error.message);
      }
    });
}

const quotaSchema = z.object({ tier: z.string(), limit: z.int(), remaining: z.int(), reset: z.int() });
export type Quota = z.output<typeof quotaSchema>;

/** The quota of who pays; reading it is free. @throws AssertionError or ZodError when the response has none. */
export async function readQuota(by: Call["by"] = "caller"): Promise<Quota> {
  return quotaSchema.parse((await send("/api/quota", { by })).body());
}

/** The three headers as sent. */
export function quotaHeaders(answer: Answer): (string | null)[] {
  return ["limit", "remaining", "reset"].map((name) => answer.header(`x-ratelimit-${name}`));
}
