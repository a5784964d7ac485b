import { randomUUID } from "node:crypto";
import "./deployment.ts";
import { NotCheckable } from "./check.ts";
import { type Answer, asStaff, get } from "./client.ts";

export type PublicRecord = Record<string, unknown> & { id: string };

/** One of the contract's seven resources, named independently of the service, whose own definitions are under test. */
interface Resource {
  path: string;
  singular: string;
  filters: readonly string[];
  /** The first sort key of the list. */
  order: (entry: PublicRecord) => string | number;
}

const byName = (entry: PublicRecord) => String(entry["name"]).toLowerCase();
const byProduction = (entry: PublicRecord) => String(entry["production_id"]);
const newestFirst = (entry: PublicRecord) => -Date.parse(String(entry["opening_date"]));

export const resources: readonly Resource[] = [
  { path: "shows", singular: "Show", filters: [], order: byName },
  { path: "theatres", singular: "Theatre", filters: [], order: byName },
  { path: "people", singular: "Person", filters: [], order: byName },
  { path: "productions", singular: "Production", filters: ["theatre_id", "show_id"], order: newestFirst },
  { path: "roles", singular: "Role", filters: ["production_id"], order: byName },
  { path: "cast-members", singular: "Cast member", filters: ["person_id", "production_id"], order: byProduction },
  {
    path: "crew-members",
    singular: "Crew member",
    filters: ["person_id", "production_id", "job"],
    order: byProduction,
  },
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

/** In the name of everything that this run creates. */
export const label = `Conformance check ${randomUUID()}`;

const places: string[] = [];
const firstIds = new Map<string, string>();

/** Creates a record, which is removed at the end, even after a failure. @param collection where it is found then. */
export async function create(path: string, body: object, collection = path): Promise<Answer> {
  const answer = await asStaff("POST", path, body);
  const id = answer.status < 300 && /"id":"([^"]+)"/.exec(answer.text)?.[1];
  if (!id) return answer;
  places.push(`${collection}/${encodeURIComponent(id)}`);
  if (!firstIds.has(collection)) firstIds.set(collection, id);
  return answer;
}

/** The id of the first record created there. @throws NotCheckable when none could be created. */
export function idOf(path: string): string {
  const id = firstIds.get(path);
  if (id !== undefined) return id;
  throw new NotCheckable(`nothing could be created at /api/${path}`);
}

export async function createdRecord(path: string, body: object): Promise<PublicRecord> {
  return (await create(path, body)).body(201) as PublicRecord;
}

/** Removes what the run created, the latest first. @returns the paths that could not be removed. */
export async function removeAll(): Promise<string[]> {
  const left: string[] = [];
  for (const place of places.splice(0).reverse()) {
    // With what refers to it, because a check may have changed a reference.
    const answer = await asStaff("DELETE", `${place}?cascade=true`).catch(() => null);
    if (answer?.status !== 200 && answer?.status !== 404) left.push(`/api/${place}`);
  }
  return left;
}
