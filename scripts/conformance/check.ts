import type { Client, Payer } from "./client.ts";
import type { Lists } from "./lists.ts";
import type { CreatedRecords } from "./created-records.ts";
import type { StaffSession } from "./sign-in.ts";

/** What the checks share. */
export interface CheckContext {
  client: Client;
  lists: Lists;
  /** What the staff's checks have created and not removed yet. */
  made: CreatedRecords;
  /** Where the caller stood before the first check. */
  start: PayerQuota;
  /** Null without staff. */
  session: StaffSession | null;
}

export interface PayerQuota {
  tier: string;
  limit: number;
  remaining: number;
  reset: number;
}

export interface Check {
  /** Where the contract says it: `§4 Reads`. */
  section: string;
  /** What it says. */
  name: string;
  /** Counted requests that it sends at most, by who pays; none when absent. */
  cost?: Partial<Record<Payer, number>>;
  needs?: "key" | "staff";
  /** @throws Unlike, Unaskable */
  run(world: CheckContext): Promise<void> | void;
}

/** Checks of one section. */
export function section(name: string, checks: readonly Omit<Check, "section">[]): Check[] {
  return checks.map((check) => ({ section: name, ...check }));
}

/** What these checks cost at most. */
export function costOf(checks: readonly Check[]): Record<Payer, number> {
  const total = { caller: 0, address: 0, account: 0 };
  for (const { cost = {} } of checks) {
    for (const payer of ["caller", "address", "account"] as const) total[payer] += cost[payer] ?? 0;
  }
  return total;
}
