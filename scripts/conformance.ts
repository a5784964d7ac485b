import { writeFileSync } from "node:fs";
import { agree, billsOf } from "./conformance/allowance.ts";
import type { Check, Standing, World } from "./conformance/check.ts";
import { callers } from "./conformance/checks/callers.ts";
import { conditional } from "./conformance/checks/conditional.ts";
import { crossOrigin } from "./conformance/checks/cross-origin.ts";
import { filters } from "./conformance/checks/filters.ts";
import { accounts, farewell, keys } from "./conformance/checks/keys.ts";
import { exhaustion, limits } from "./conformance/checks/limits.ts";
import { methods } from "./conformance/checks/methods.ts";
import { pages } from "./conformance/checks/pages.ts";
import { reads } from "./conformance/checks/reads.ts";
import { everyAnswer, service } from "./conformance/checks/service.ts";
import { writes } from "./conformance/checks/writes.ts";
import { clientOf, type Client } from "./conformance/client.ts";
import { Nonsense, readFlags, usage, type Flags } from "./conformance/flags.ts";
import { Unlike } from "./conformance/judge.ts";
import { readLists } from "./conformance/lists.ts";
import { madeBy } from "./conformance/made.ts";
import { junitOf, lineOf } from "./conformance/report.ts";
import { runChecks, type Verdict } from "./conformance/run.ts";
import { isStaff, signIn, type Session } from "./conformance/sign-in.ts";
import { standingOf } from "./conformance/standing.ts";

/** Asks a deployment whether it keeps the contract. @returns the exit code. */
async function main(): Promise<number> {
  let flags: Flags;
  try {
    flags = readFlags(process.argv.slice(2));
  } catch (error) {
    if (!(error instanceof Nonsense)) throw error;
    console.error(`${error.message}\n\nUsage: ${usage}`);
    return 2;
  }
  const client = clientOf(flags.origin, flags.key);
  try {
    const start = await reached(client, flags);
    const session = await signedIn(client, flags);
    const checks = chosen(flags);
    await agree(billsOf([...checks, ...farewell], client), client, flags.isSure);
    return await examine(flags, client, checks, start, session);
  } catch (error) {
    if (!(error instanceof Nonsense)) throw error;
    console.error(error.message);
    return 2;
  }
}

/** What is said of all answers comes when they are all there. */
function chosen({ isExhausting }: Flags): Check[] {
  const asking = [reads, filters, methods, conditional, callers, crossOrigin, service, pages, writes, keys, accounts];
  return [...asking.flat(), ...limits, ...(isExhausting ? exhaustion : []), ...everyAnswer];
}

async function examine(
  flags: Flags,
  client: Client,
  checks: readonly Check[],
  start: Standing,
  session: Session | null,
): Promise<number> {
  const made = madeBy(client);
  const interrupt = () => {
    client.interruption ??= new Error("interrupted");
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, interrupt);
  const tell = (verdict: Verdict) => console.log(lineOf(verdict));
  const world: World = { client, lists: await readLists(client), made, start, session };
  const verdicts = await runChecks(checks, world, missing(flags), tell);
  const isInterrupted = client.interruption !== null;
  client.interruption = null;
  const left = session ? await made.removeAll() : [];
  if (isInterrupted) await session?.signOut();
  else verdicts.push(...(await runChecks(farewell, world, missing(flags), tell)));
  if (flags.junit !== undefined) writeFileSync(flags.junit, junitOf(verdicts));
  for (const place of left) console.error(`Could not be removed, please do it yourself: ${place}`);
  console.log(summary(verdicts));
  if (isInterrupted) return 130;
  return left.length > 0 || verdicts.some(({ outcome }) => outcome === "failed") ? 1 : 0;
}

function missing({ key, staff }: Flags) {
  return {
    ...(key === undefined ? { key: "needs --key" } : {}),
    ...(staff === undefined ? { staff: "needs --staff-email and --staff-password" } : {}),
  };
}

function summary(verdicts: readonly Verdict[]): string {
  const number = (outcome: Verdict["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length;
  return `${number("passed")} passed, ${number("failed")} failed, ${number("skipped")} skipped`;
}

/** @throws Nonsense where nothing that could be the service answers, or the key is refused. */
async function reached(client: Client, { origin }: Flags): Promise<Standing> {
  try {
    return await standingOf(client);
  } catch (error) {
    if (!(error instanceof Unlike)) throw new Nonsense(`${origin} can't be reached: ${(error as Error).message}.`);
    const isRefused = client.hasKey && client.answers.at(-1)?.status === 401;
    throw new Nonsense(
      isRefused
        ? `${origin} refuses the key that --key gives.`
        : `${origin} does not answer as this service: ${error.message}.`,
    );
  }
}

async function signedIn(client: Client, { origin, staff }: Flags): Promise<Session | null> {
  if (!staff) return null;
  const session = await signIn(client, staff.email, staff.password).catch(() => null);
  if (!session) throw new Nonsense(`${origin} signs nobody in with what --staff-email and --staff-password give.`);
  if (await isStaff(client)) return session;
  await session.signOut();
  throw new Nonsense(`The account that --staff-email names is neither an editor's nor an administrator's.`);
}

process.exitCode = await main();
