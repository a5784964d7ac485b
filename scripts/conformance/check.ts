import { describe, test } from "node:test";
import { NotCheckable } from "./expect.ts";
import { settings } from "./settings.ts";

let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => (isInterrupted = true));
process.on("exit", () => {
  if (isInterrupted) process.exitCode = 130;
});

/** The checks of a section of the contract: `§4 Reads`. */
export function section(name: string, define: () => void): void {
  void describe(name, define);
}

/** A promise of the contract: fails with the Mismatch that `run` throws, and is skipped with its NotCheckable. */
type DefineCheck = (promise: string, run: () => Promise<void> | void) => void;

export const check = checkUnless(false);
export const keyCheck = checkUnless(settings.key === undefined && "needs CONFORMANCE_KEY");
export const staffCheck = checkUnless(settings.staff === null && "needs CONFORMANCE_STAFF_EMAIL");
/** A check whose requests must reach the service itself. */
export const ownServerCheck = checkUnless(settings.isNext && "Next refuses it before this service sees it");

function checkUnless(skip: string | false): DefineCheck {
  return (promise, run) =>
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
