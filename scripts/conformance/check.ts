import type { Client, Payer } from "./client.ts";
import type { Lists } from "./lists.ts";
import type { CreatedRecords } from "./created-records.ts";
import type { StaffSession } from "./sign-in.ts";

/** The context of the checks. */
export interface CheckContext {
  client: Client;
  lists: Lists;
  /** Records that the staff checks have created and not removed yet. */
  made: CreatedRecords;
  /** The caller's quota before the first check. */
  start: PayerQuota;
  /** Null without a staff sign-in. */
  session: StaffSession | null;
}

export interface PayerQuota {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

export interface Check {
  /** The section of the contract: `§4 Reads`. */
  section: string;
  /** The promise that is checked. */
  name: string;
  /** The maximum number of counted requests, by payer; absent: none. */
  cost?: Partial<Record<Payer, number>>;
  /** What the check needs: of `own server`, that nothing refuses a request before this service sees it. */
  needs?: "key" | "staff" | "own server";
  /** @throws Mismatch, NotCheckable */
  run(world: CheckContext): Promise<void> | void;
}

/** Checks of one section. */
export function section(name: string, checks: readonly Omit<Check, "section">[]): Check[] {
  return checks.map((check) => ({ section: name, ...check }));
}

/** The maximum cost of these checks. */
export function costOf(checks: readonly Check[]): Record<Payer, number> {
  const total = { caller: 0, address: 0, account: 0 };
  for (const { cost = {} } of checks) {
    for (const payer of ["caller", "address", "account"] as const) total[payer] += cost[payer] ?? 0;
  }
  return total;
}
