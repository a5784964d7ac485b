import { account, header, responses, send, type Payer } from "./client.ts";
import { Mismatch } from "./expect.ts";
import { contractResources } from "./records.ts";
import { readQuota, type PayerQuota } from "./quota.ts";
import { giveUp, settings } from "./settings.ts";
import { openSession, type StaffSession } from "./sign-in.ts";

/** The most that the checks spend, the six lists and the removal of created records included. */
const cost: Record<Payer, number> = { caller: 83 + contractResources.length, address: 11, account: 471 };

/** The caller's quota before the first check. */
export const start = await readStart();
/** Null without a staff sign-in. */
export const session = await signIn();
await announceCost();

async function readStart(): Promise<PayerQuota> {
  try {
    return await readQuota();
  } catch (error) {
    if (!(error instanceof Mismatch)) giveUp(`${settings.origin} can't be reached: ${(error as Error).message}.`);
    if (settings.key !== undefined && responses.at(-1)?.status === 401)
      giveUp(`${settings.origin} refuses the key of CONFORMANCE_KEY.`);
    giveUp(`${settings.origin} does not respond like this service: ${error.message}.`);
  }
}

async function signIn(): Promise<StaffSession | null> {
  if (!settings.staff) return null;
  const opened = await openSession(settings.staff).catch(() => null);
  if (!opened)
    giveUp(`${settings.origin} refuses the sign-in with CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD.`);
  const activity = await send("/api/activity?limit=1", { by: "account" });
  if (activity.status === 200 && header(activity, "content-type") !== null) return opened;
  await opened.signOut();
  giveUp("The account of CONFORMANCE_STAFF_EMAIL is neither an editor nor an administrator.");
}

async function announceCost(): Promise<void> {
  const bills: [name: string, payer: Payer, cost: number][] =
    settings.key === undefined
      ? [["this address", "caller", cost.caller + cost.address]]
      : [
          ["the key", "caller", cost.caller],
          ["this address", "address", cost.address],
        ];
  if (account.cookie !== null) bills.push(["the account", "account", cost.account]);
  for (const [name, payer, most] of bills) {
    const { remaining, limit } = await readQuota(payer);
    console.log(`Spends at most ${most} of the ${remaining} requests that ${name} has left today (limit ${limit}).`);
    if (most > remaining && !settings.isSure)
      giveUp(
        `Not enough requests are left for ${name}: pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.`,
      );
  }
}
