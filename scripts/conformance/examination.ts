import { billsAgree, billsOf } from "./billing.ts";
import type { Check, PayerQuota, CheckContext } from "./check.ts";
import { callers } from "./checks/callers.ts";
import { casts } from "./checks/casts.ts";
import { conditional } from "./checks/conditional.ts";
import { crossOrigin } from "./checks/cross-origin.ts";
import { details } from "./checks/details.ts";
import { fileExhaustion, files } from "./checks/files.ts";
import { searches } from "./checks/search.ts";
import { filters } from "./checks/filters.ts";
import { keyRequests } from "./checks/key-requests.ts";
import { accounts, checksAfterCleanup, keys } from "./checks/keys.ts";
import { deletionChecks } from "./checks/deletions.ts";
import { exhaustion, limits } from "./checks/limits.ts";
import { methods } from "./checks/methods.ts";
import { on } from "./checks/on.ts";
import { pages } from "./checks/pages.ts";
import { passwordLinks } from "./checks/password-links.ts";
import { reads } from "./checks/reads.ts";
import { refusals } from "./checks/refusals.ts";
import { responseChecks, service } from "./checks/service.ts";
import { updates } from "./checks/updates.ts";
import { writes } from "./checks/writes.ts";
import { createClient, type Client } from "./client.ts";
import { UsageError } from "../command-line/command.ts";
import type { ConformanceOptions } from "./cli-options.ts";
import { Mismatch } from "./expect.ts";
import { readLists } from "./lists.ts";
import { createdBy } from "./created-records.ts";
import { lineOf } from "./report.ts";
import { runChecks, type CheckResult } from "./run.ts";
import { isStaff, openSession, type StaffSession } from "./sign-in.ts";
import { readQuota } from "./quota.ts";

/** The results of the checks. */
export interface Findings {
  verdicts: CheckResult[];
  /** What the run has created and could not remove. */
  left: string[];
  isInterrupted: boolean;
}

/** The checks of a reachable deployment, after the cost was accepted. */
export interface Examination {
  run(): Promise<Findings>;
  /** Skips the remaining checks; created records are removed. */
  interrupt(): void;
}

/** @throws UsageError when the deployment can't be checked, or the cost was declined. */
export async function prepareExamination(flags: ConformanceOptions, say: (line: string) => void): Promise<Examination> {
  const client = createClient(flags.origin, flags.key);
  const start = await reached(client, flags);
  const session = await signedIn(client, flags);
  const checks = chosen(flags);
  await billsAgree(billsOf([...checks, ...checksAfterCleanup], client), client, flags.isSure, say);
  return {
    run: () => examine(flags, client, checks, start, session, say),
    interrupt: () => {
      client.interruption ??= new Error("interrupted");
    },
  };
}

/** Checks of all responses come last. */
function chosen({ isExhausting }: ConformanceOptions): Check[] {
  const asking = [
    reads,
    filters,
    // Before any record is created, so that the lists are what is searched.
    searches,
    methods,
    conditional,
    callers,
    crossOrigin,
    service,
    updates,
    pages,
    files,
    writes,
    refusals,
    details,
    casts,
    on,
    deletionChecks,
    keys,
    keyRequests,
    accounts,
    passwordLinks,
  ];
  return [...asking.flat(), ...limits, ...(isExhausting ? [...fileExhaustion, ...exhaustion] : []), ...responseChecks];
}

async function examine(
  flags: ConformanceOptions,
  client: Client,
  checks: readonly Check[],
  start: PayerQuota,
  session: StaffSession | null,
  say: (line: string) => void,
): Promise<Findings> {
  const made = createdBy(client);
  const tell = (verdict: CheckResult) => say(lineOf(verdict));
  const world: CheckContext = { client, lists: await readLists(client), made, start, session };
  const verdicts = await runChecks(checks, world, missing(flags), tell);
  const isInterrupted = client.interruption !== null;
  client.interruption = null;
  const left = session ? await made.removeAll() : [];
  if (isInterrupted) await session?.signOut();
  else verdicts.push(...(await runChecks(checksAfterCleanup, world, missing(flags), tell)));
  return { verdicts, left, isInterrupted };
}

function missing({ key, staff, isNext }: ConformanceOptions) {
  return {
    ...(key === undefined ? { key: "needs --key" } : {}),
    ...(isNext ? { "own server": "Next refuses it before this service sees it" } : {}),
    ...(staff === undefined ? { staff: "needs --staff-email and --staff-password" } : {}),
  };
}

/** @throws UsageError when the service does not respond, or refuses the key. */
async function reached(client: Client, { origin }: ConformanceOptions): Promise<PayerQuota> {
  try {
    return await readQuota(client);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw new UsageError(`${origin} can't be reached: ${(error as Error).message}.`);
    const isRefused = client.hasKey && client.answers.at(-1)?.status === 401;
    throw new UsageError(
      isRefused
        ? `${origin} refuses the key of --key.`
        : `${origin} does not respond like this service: ${error.message}.`,
    );
  }
}

async function signedIn(client: Client, { origin, staff }: ConformanceOptions): Promise<StaffSession | null> {
  if (!staff) return null;
  const session = await openSession(client, staff.email, staff.password).catch(() => null);
  if (!session) throw new UsageError(`${origin} refuses the sign-in with --staff-email and --staff-password.`);
  if (await isStaff(client)) return session;
  await session.signOut();
  throw new UsageError("The account of --staff-email is neither an editor nor an administrator.");
}
