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

/** What the run will spend at most, by bucket. */
export function billsOf(checks: readonly Check[], client: Client): Bill[] {
  const cost = costOf(checks);
  const caller = cost.caller + listCost;
  const bills: Bill[] = client.hasKey
    ? [
        { who: "the key", payer: "caller", cost: caller },
        { who: "this address", payer: "address", cost: cost.address },
      ]
    : [{ who: "this address", payer: "caller", cost: caller + cost.address }];
  // Signing in looks once who that is; removing what was made costs as much as making it, and a look at the lists.
  const staff = { who: "the account", payer: "account" as const, cost: cost.account + removalCost };
  return client.cookie === null ? bills : [...bills, staff];
}

const removalCost = 40;

/** Says what will be spent, and asks where that is more than is left. @throws UsageError where it is not to be. */
export async function billsAgree(
  bills: readonly Bill[],
  client: Client,
  isSure: boolean,
  say: (line: string) => void,
): Promise<void> {
  for (const { who, payer, cost } of bills) {
    const { remaining, limit } = await readQuota(client, payer);
    say(`Spends at most ${cost} of the ${remaining} requests that ${who} has left today (of ${limit}).`);
    if (cost <= remaining || isSure) continue;
    if (!(await isAgreed("That is more than is left: some checks will fail with 429. Go on?"))) {
      throw new UsageError(`Not enough requests are left for ${who}: give a key with --key, or go on with --yes.`);
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
