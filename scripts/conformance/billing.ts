import { createInterface } from "node:readline/promises";
import { costOf, type Check } from "./check.ts";
import type { Client, Payer } from "./client.ts";
import { UsageError } from "../command-line/command.ts";
import { listCost } from "./lists.ts";
import { readQuota } from "./quota.ts";

interface Bill {
  who: string;
  payer: Payer;
  cost: number;
}

/** The maximum cost of the run, by bucket. */
export function billsOf(checks: readonly Check[], client: Client): Bill[] {
  const cost = costOf(checks);
  const caller = cost.caller + listCost;
  const bills: Bill[] = client.hasKey
    ? [
        { who: "the key", payer: "caller", cost: caller },
        { who: "this address", payer: "address", cost: cost.address },
      ]
    : [{ who: "this address", payer: "caller", cost: caller + cost.address }];
  // Sign-in reads the session once. Removal costs as much as creation, plus reading the lists.
  const staff = { who: "the account", payer: "account" as const, cost: cost.account + removalCost };
  return client.cookie === null ? bills : [...bills, staff];
}

const removalCost = 40;

/**
 * Announces the cost, and asks for confirmation when it exceeds the remaining requests. @throws UsageError when
 * declined.
 */
export async function billsAgree(
  bills: readonly Bill[],
  client: Client,
  isSure: boolean,
  say: (line: string) => void,
): Promise<void> {
  for (const { who, payer, cost } of bills) {
    const { remaining, limit } = await readQuota(client, payer);
    say(`Spends at most ${cost} of the ${remaining} requests that ${who} has left today (limit ${limit}).`);
    if (cost <= remaining || isSure) continue;
    if (!(await isAgreed("Not enough requests are left: some checks will fail with 429. Continue?"))) {
      throw new UsageError(`Not enough requests are left for ${who}: pass a key with --key, or continue with --yes.`);
    }
  }
}

async function isAgreed(text: string): Promise<boolean> {
  if (!process.stdin.isTTY) return false;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question(`${text} [y/N] `)).trim());
  } finally {
    terminal.close();
  }
}
