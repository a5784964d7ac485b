import { randomUUID } from "node:crypto";
import type { Answer, Call } from "./client.ts";
import { answers, asStaff, cookies, get, giveUp, NotCheckable, readQuota, send, settings } from "./client.ts";

const { CONFORMANCE_URL: origin, CONFORMANCE_KEY: key, CONFORMANCE_STAFF_EMAIL: email } = settings;

/** The caller's quota before the first check. */
export const start = await readQuota().catch(({ message }: Error) => {
  const [answer] = answers;
  if (!answer) giveUp(`${origin} can't be reached: ${message}.`);
  if (key !== undefined && answer.status === 401) giveUp(`${origin} refuses the key of CONFORMANCE_KEY.`);
  giveUp(`${origin} does not respond like this service: ${message}.`);
});
if (email !== undefined) await signIn().catch(refuse);

/** The most that the checks spend of each bucket, the removal of created records included. */
const costs: [payer: Call["by"], name: string, cost: number][] = [["caller", "this address", 100]];
if (key !== undefined) costs.splice(0, 1, ["caller", "the key", 90], ["address", "this address", 10]);
if (email !== undefined) costs.push(["account", "the account", 300]);
for (const [payer, name, cost] of costs) {
  const { remaining, limit } = await readQuota(payer);
  console.log(`Spends at most ${cost} of the ${remaining} requests that ${name} has left today (limit ${limit}).`);
  const remedy = "pass a key with CONFORMANCE_KEY, or continue with CONFORMANCE_YES=1.";
  if (cost > remaining && !settings.CONFORMANCE_YES) giveUp(`Not enough requests are left for ${name}: ${remedy}`);
}

async function signIn(): Promise<void> {
  await postForm("callback/credentials", { email, password: settings.CONFORMANCE_STAFF_PASSWORD });
  const session = (await send("/api/auth/session", { by: "account" })).body() as { user?: unknown };
  if (!session.user) refuse();
  if ((await asStaff("GET", "activity?limit=1")).status === 200) return;
  await postForm("signout");
  giveUp("The account of CONFORMANCE_STAFF_EMAIL is neither an editor nor an administrator.");
}

function refuse(): never {
  giveUp(`${origin} refuses the sign-in with CONFORMANCE_STAFF_EMAIL and CONFORMANCE_STAFF_PASSWORD.`);
}

/** Posts one of next-auth's forms, and keeps the cookies of the session. */
export async function postForm(action: string, fields: object = {}): Promise<void> {
  const token = await send("/api/auth/csrf", { by: "account" });
  keepCookies(token);
  const headers = { "content-type": "application/x-www-form-urlencoded", origin };
  const body = new URLSearchParams({ ...fields, ...(token.body() as { csrfToken: string }), json: "true" }).toString();
  keepCookies(await send(`/api/auth/${action}`, { method: "POST", by: "account", headers, body }));
}

function keepCookies({ headers }: Answer): void {
  for (const cookie of headers["set-cookie"] ?? []) {
    const [, name = "", value = ""] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
}

export type PublicRecord = Record<string, unknown> & { id: string };

const byName = (entry: PublicRecord) => String(entry["name"]).toLowerCase();
const byProduction = (entry: PublicRecord) => String(entry["production_id"]);
const newestFirst = (entry: PublicRecord) => -Date.parse(String(entry["opening_date"]));
const links = ["person_id", "production_id"];
const none: string[] = [];

/**
 * The contract's seven resources, named independently of the service, whose own definitions are under test, with the
 * first sort key of their lists.
 */
export const resources = [
  { path: "shows", singular: "Show", filters: none, order: byName },
  { path: "theatres", singular: "Theatre", filters: none, order: byName },
  { path: "people", singular: "Person", filters: none, order: byName },
  { path: "productions", singular: "Production", filters: ["theatre_id", "show_id"], order: newestFirst },
  { path: "roles", singular: "Role", filters: ["production_id"], order: byName },
  { path: "cast-members", singular: "Cast member", filters: links, order: byProduction },
  { path: "crew-members", singular: "Crew member", filters: [...links, "job"], order: byProduction },
];

const lists = new Map<string, Answer>();
// A list that can't be read fails its own check.
for (const { path } of resources) await get(`/api/${path}`).then((answer) => lists.set(path, answer), console.error);

/** The list as it was at the beginning of the run. */
export function answerOf(path: string): Answer {
  const answer = lists.get(path);
  if (answer) return answer;
  throw new NotCheckable(`/api/${path} was not read`);
}

/** Its records. @throws NotCheckable when there are none. */
export function recordsOf(path: string): [PublicRecord, ...PublicRecord[]] {
  const [first, ...others] = answerOf(path).body() as PublicRecord[];
  if (first) return [first, ...others];
  throw new NotCheckable(`/api/${path} has no records`);
}

/** The record of a list entry, without the records that it embeds: the `show` beside its `show_id`. */
export function flatten(entry: PublicRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !(`${field}_id` in entry)));
}

export const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
export const byId = (path: string) => new Map(recordsOf(path).map((record) => [record.id, record]));

/** Reads with the session, because an anonymous caller's requests of a day would not be enough. */
export const read = async <Body = PublicRecord>(path: string) => (await asStaff("GET", path)).body() as Body;

/** In the name of everything that this run creates. */
export const label = `Conformance check ${randomUUID()}`;

/** The ids of what the run created, by collection, in the order in which they refer to each other. */
const created = new Map<string, string[]>();

/** Creates what is removed at the end, from `collection`. @throws NotCheckable when no key can be created today. */
export async function create(path: string, body: object, collection = path): Promise<Answer> {
  const answer = await asStaff("POST", path, body);
  if (collection === "keys" && answer.status === 429) throw new NotCheckable("no more keys can be created today");
  const id = answer.status < 300 && /"id":"([^"]+)"/.exec(answer.text)?.[1];
  if (id) created.set(collection, [...(created.get(collection) ?? []), id]);
  return answer;
}

/** The id of the first record created there. @throws NotCheckable when none could be created. */
export function idOf(path: string): string {
  const [id] = created.get(path) ?? [];
  if (id !== undefined) return id;
  throw new NotCheckable(`nothing could be created at /api/${path}`);
}

export async function createdRecord(path: string, body: object): Promise<PublicRecord> {
  return (await create(path, body)).body(201) as PublicRecord;
}

/** Removes what the run created, the latest first. @returns the paths that could not be removed. */
export async function removeAll(): Promise<string[]> {
  const left: string[] = [];
  const places = [...created].flatMap(([collection, ids]) =>
    ids.map((id) => `${collection}/${encodeURIComponent(id)}`),
  );
  for (const place of places.reverse()) {
    // With what refers to it, because a check may have changed a reference.
    const answer = await asStaff("DELETE", `${place}?cascade=true`).catch(() => null);
    if (answer?.status !== 200 && answer?.status !== 404) left.push(`/api/${place}`);
  }
  return left;
}
