import { z } from "zod";

/**
 * The six resources of the contract, defined independently of the service, whose own definitions are under test.
 */

const id = z.string().min(1);
const text = (max: number) =>
  z
    .string()
    .refine((value) => [...value].length <= max && !value.includes("\0"), `more than ${max} characters, or NUL`);
const name = text(200).refine((value) => value.length > 0 && value === value.trim(), "empty, or not trimmed");
const image = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .nullable();
const date = z.iso.date();

const show = z.strictObject({
  id,
  name,
  type: z.enum(["musical", "play", "comedy", "drama"]),
  description: text(5000).nullable(),
  image,
  booking_until: date.nullable(),
});

const theatre = z.strictObject({
  id,
  name,
  address: text(500).nullable(),
  postcode: z
    .string()
    .regex(/^[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$/)
    .nullable(),
  lat: z.number().min(-90).max(90).nullable(),
  lng: z.number().min(-180).max(180).nullable(),
  capacity: z.int().min(1).max(100_000).nullable(),
  current_show_id: id.nullable(),
});

const person = z.strictObject({ id, name, bio: text(10_000).nullable(), image });

const role = z.strictObject({ id, name, description: text(5000).nullable(), production_id: id });

const production = z.strictObject({
  id,
  show_id: id,
  theatre_id: id,
  opening_date: date,
  closing_date: date.nullable(),
});

const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"];

const castMember = z.strictObject({
  id,
  person_id: id,
  production_id: id,
  role_id: id.nullable(),
  role_type: z.enum(roleTypes),
  billing_order: z.int().min(1).max(10_000).nullable(),
});

export type PublicRecord = Record<string, unknown> & { id: string };

export interface ContractNoun {
  path: string;
  singular: string;
  /** The schema of a single record. */
  record: z.ZodObject;
  /** The schema of a list entry. */
  entry: z.ZodObject;
  filters: readonly string[];
  /** The sort keys of the list, most significant first. */
  keys(entry: PublicRecord): (string | number)[];
  /** The path of the referenced resource, by reference field. */
  references: Record<string, string>;
}

const byName = (entry: PublicRecord) => [String(entry["name"]).toLowerCase(), entry.id];
const last = Number.MAX_SAFE_INTEGER;

export const contractNouns: readonly ContractNoun[] = [
  { path: "shows", singular: "Show", record: show, entry: show, filters: [], keys: byName, references: {} },
  {
    path: "theatres",
    singular: "Theatre",
    record: theatre,
    entry: theatre,
    filters: [],
    keys: byName,
    references: { current_show_id: "shows" },
  },
  { path: "people", singular: "Person", record: person, entry: person, filters: [], keys: byName, references: {} },
  {
    path: "roles",
    singular: "Role",
    record: role,
    entry: role,
    filters: ["production_id"],
    keys: byName,
    references: { production_id: "productions" },
  },
  {
    path: "productions",
    singular: "Production",
    record: production,
    entry: production.extend({ show: show.pick({ id: true, name: true, type: true, description: true, image: true }) }),
    filters: ["theatre_id", "show_id"],
    // Newest first.
    keys: ({ id, opening_date }) => [-Date.parse(String(opening_date)), id],
    references: { show_id: "shows", theatre_id: "theatres" },
  },
  {
    path: "cast-members",
    singular: "Cast member",
    record: castMember,
    entry: castMember.extend({
      person,
      production: z.strictObject({ id, show: show.pick({ name: true, type: true }) }),
      role: role.pick({ id: true, name: true }).nullable(),
    }),
    filters: ["person_id", "production_id"],
    keys: ({ id, production_id, billing_order, role_type, person: who }) => [
      String(production_id),
      typeof billing_order === "number" ? billing_order : last,
      roleTypes.indexOf(String(role_type)),
      String((who as PublicRecord | null)?.["name"]).toLowerCase(),
      id,
    ],
    references: { person_id: "people", production_id: "productions", role_id: "roles" },
  },
];

/** The record of a list entry, without embedded records. */
export function flattenEntry({ record }: ContractNoun, entry: PublicRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => field in record.shape));
}
