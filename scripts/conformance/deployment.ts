import { type Quota, readQuota } from "./check.ts";
import { account, type Answer, answers, asStaff, type Call, giveUp, send, settings } from "./client.ts";

/** The caller's quota before the first check. */
export const start = await readStart();
if (settings.staff) await signIn(settings.staff).catch(refuse);

/** The most that the checks spend of each bucket, the removal of created records included. */
const costs: [payer: Call["by"], name: string, cost: number][] = [["caller", "this address", 100]];
if (settings.key !== undefined) costs.splice(0, 1, ["caller", "the key", 90], ["address", "this address", 10]);
if (settings.staff) costs.push(["account", "the account", 300]);
for (const [payer, name, cost] of costs) {
  const { remaining, limit } = await readQuota(payer);
  console.log(`Spends at most ${cost} of the ${remaining} requests that ${name} has left today (limit ${limit}).`);
  if (cost > remaining && !settings.isSure)
    giveUp(
      `Not enough requests are left for ${name}: pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.`,
    );
}

async function readStart(): Promise<Quota> {
  try {
    return await readQuota();
  } catch (error) {
    const { message } = error as Error;
    const [answer] = answers;
    if (!answer) giveUp(`${settings.origin} can't be reached: ${message}.`);
    if (settings.key !== undefined && answer.status === 401)
      giveUp(`${settings.origin} refuses the key of CONFORMANCE_KEY.`);
    giveUp(`${settings.origin} does not respond like this service: ${message}.`);
  }
}

/** Signs in through next-auth. */
async function signIn(credentials: Record<string, string>): Promise<void> {
  await postForm("callback/credentials", credentials);
  const session = (await send("/api/auth/session", { by: "account" })).body() as { user?: unknown };
  if (!session.user) refuse();
  if ((await asStaff("GET", "activity?limit=1")).status === 200) return;
  await signOut();
  giveUp("The account of CONFORMANCE_STAFF_EMAIL is neither an editor nor an administrator.");
}

function refuse(): never {
  giveUp(`${settings.origin} refuses the sign-in with CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD.`);
}

export function signOut(): Promise<void> {
  return postForm("signout", {});
}

/** Posts one of next-auth's forms, and keeps the cookies of the session. */
async function postForm(action: string, fields: Record<string, string>): Promise<void> {
  const token = await send("/api/auth/csrf", { by: "account" });
  keepCookies(token);
  const { csrfToken } = token.body() as { csrfToken: string };
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
