import "./deployment.ts";
import { NotCheckable, bodyOf } from "./check.ts";
import { type Answer, get } from "./client.ts";

export type PublicRecord = Record<string, unknown> & { id: string };

/** The contract's seven resources, named independently of the service, whose own definitions are under test. */
export interface Resource {
  path: string;
  singular: string;
  /** The fields of a record that the contract names. */
  fields: readonly string[];
  /** The records that a list entry embeds. */
  embedded: readonly string[];
  filters: readonly string[];
  /** Whether an unknown or a repeated parameter of its list is 400. */
  isStrict?: boolean;
  /** The sort keys of the list, most significant first. */
  keys(entry: PublicRecord): (string | number)[];
}

const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"];
/** In the order of the contract. */
const jobs =
  "author adapter translator composer lyricist book director associate-director choreographer musical-director musical-supervisor orchestrator arranger set-designer costume-designer lighting-designer sound-designer video-designer wigs-hair-and-make-up-designer puppetry-designer illusions-designer fight-director intimacy-director movement-director casting-director dramaturg producer other".split(
    " ",
  );
/** Those of people in a production, by their part in it. */
const keysWithin = (partOf: (entry: PublicRecord) => number) => (entry: PublicRecord) => {
  const { id, production_id, billing_order, person } = entry;
  const place = typeof billing_order === "number" ? billing_order : Number.MAX_SAFE_INTEGER;
  const name = String((person as PublicRecord | null)?.["name"]).toLowerCase();
  return [String(production_id), place, partOf(entry), name, id];
};
const keys = (entry: PublicRecord) => [String(entry["name"]).toLowerCase(), entry.id];
const plain = { embedded: [], filters: [], keys };

export const resources: readonly Resource[] = [
  {
    ...plain,
    path: "shows",
    singular: "Show",
    fields: ["id", "name", "type", "description", "image", "booking_until"],
  },
  {
    ...plain,
    path: "theatres",
    singular: "Theatre",
    fields: ["id", "name", "address", "postcode", "lat", "lng", "capacity", "current_show_id"],
  },
  { ...plain, path: "people", singular: "Person", fields: ["id", "name", "bio", "image"] },
  {
    path: "productions",
    singular: "Production",
    fields: ["id", "show_id", "theatre_id", "opening_date", "closing_date"],
    embedded: ["show"],
    filters: ["theatre_id", "show_id"],
    // Newest first.
    keys: ({ id, opening_date }) => [-Date.parse(String(opening_date)), id],
  },
  {
    ...plain,
    path: "roles",
    singular: "Role",
    fields: ["id", "name", "description", "production_id"],
    filters: ["production_id"],
  },
  {
    path: "cast-members",
    singular: "Cast member",
    fields: ["id", "person_id", "production_id", "role_id", "role_type", "billing_order"],
    embedded: ["person", "production", "role"],
    filters: ["person_id", "production_id"],
    keys: keysWithin(({ role_type }) => roleTypes.indexOf(String(role_type))),
  },
  {
    path: "crew-members",
    singular: "Crew member",
    fields: ["id", "person_id", "production_id", "job", "credit", "billing_order"],
    embedded: ["person", "production"],
    filters: ["person_id", "production_id", "job"],
    isStrict: true,
    keys: keysWithin(({ job }) => jobs.indexOf(String(job))),
  },
];

/** The resource that each reference names. */
export const referenced: Record<string, string> = {
  show_id: "shows",
  current_show_id: "shows",
  theatre_id: "theatres",
  person_id: "people",
  role_id: "roles",
  production_id: "productions",
};

const read = new Map<string, Answer>();
// A list that can't be read fails its own check.
for (const { path } of resources) await get(`/api/${path}`).then((answer) => read.set(path, answer), console.error);

/** The list as it was at the beginning of the run. */
export function answerOf(path: string): Answer {
  const answer = read.get(path);
  if (answer) return answer;
  throw new NotCheckable(`/api/${path} was not read`);
}

/** Its records. @throws NotCheckable when there are none. */
export function recordsOf(path: string): [PublicRecord, ...PublicRecord[]] {
  const records = bodyOf(answerOf(path)) as PublicRecord[];
  const [first, ...others] = records;
  if (first) return [first, ...others];
  throw new NotCheckable(`/api/${path} has no records`);
}

/** The record of a list entry, without what it embeds. */
export function flatten({ embedded }: Resource, entry: PublicRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !embedded.includes(field)));
}

export const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);
export const byId = (path: string) => new Map(recordsOf(path).map((record) => [record.id, record]));
