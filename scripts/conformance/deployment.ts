import { AssertionError } from "node:assert";
import { bodyOf, isObject, type Quota, readQuota } from "./check.ts";
import { account, answers, type Answer, type Call, giveUp, send, settings, textOf } from "./client.ts";

/** The most that the checks spend, the removal of created records included. */
const cost = { caller: 90, address: 10, account: 300 } satisfies Partial<Record<Call["by"], number>>;

/** The caller's quota before the first check. */
export const start = await readStart();
if (settings.staff) await signIn(settings.staff).catch(refuse);
await announceCost();

async function readStart(): Promise<Quota> {
  try {
    return await readQuota();
  } catch (error) {
    if (!(error instanceof AssertionError)) giveUp(`${settings.origin} can't be reached: ${(error as Error).message}.`);
    if (settings.key !== undefined && answers.at(-1)?.status === 401)
      giveUp(`${settings.origin} refuses the key of CONFORMANCE_KEY.`);
    giveUp(`${settings.origin} does not respond like this service: ${error.message}.`);
  }
}

/** Signs in through next-auth. */
async function signIn(credentials: Record<string, string>): Promise<void> {
  await postForm("callback/credentials", credentials);
  const session: unknown = JSON.parse(textOf(await send("/api/auth/session", { by: "account" })));
  if (!isObject(session) || !isObject(session["user"])) refuse();
  if ((await send("/api/activity?limit=1", { by: "account" })).status === 200) return;
  await signOut();
  giveUp("The account of CONFORMANCE_STAFF_EMAIL is neither an editor nor an administrator.");
}

function refuse(): never {
  giveUp(`${settings.origin} refuses the sign-in with CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD.`);
}

export async function signOut(): Promise<void> {
  await postForm("signout", {});
}

/** Posts one of next-auth's forms, and keeps the cookies of the session. */
async function postForm(action: string, fields: Record<string, string>): Promise<void> {
  const token = await send("/api/auth/csrf", { by: "account" });
  keepCookies(token);
  const { csrfToken } = bodyOf(token) as { csrfToken: string };
  const headers = { "content-type": "application/x-www-form-urlencoded", origin: settings.origin };
  const body = new URLSearchParams({ ...fields, csrfToken, json: "true" }).toString();
  keepCookies(await send(`/api/auth/${action}`, { method: "POST", by: "account", headers, body }));
}

function keepCookies({ headers }: Answer): void {
  const jar = new Map(account.cookie.split("; ").map((pair) => [pair.split("=", 1)[0], pair]));
  for (const cookie of headers["set-cookie"] ?? []) {
    const [pair = ""] = cookie.split(";", 1);
    jar.set(pair.split("=", 1)[0], pair);
  }
  account.cookie = [...jar.values()].filter(Boolean).join("; ");
}

async function announceCost(): Promise<void> {
  const { caller, address, account: staff } = cost;
  const hasKey = settings.key !== undefined;
  const bills: [name: string, payer: Call["by"], cost: number][] = [
    [hasKey ? "the key" : "this address", "caller", hasKey ? caller : caller + address],
  ];
  if (hasKey) bills.push(["this address", "address", address]);
  if (settings.staff) bills.push(["the account", "account", staff]);
  for (const [name, payer, most] of bills) {
    const { remaining, limit } = await readQuota(payer);
    console.log(`Spends at most ${most} of the ${remaining} requests that ${name} has left today (limit ${limit}).`);
    if (most > remaining && !settings.isSure)
      giveUp(
        `Not enough requests are left for ${name}: pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.`,
      );
  }
}
