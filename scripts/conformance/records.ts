/** The six resources of the contract, named independently of the service, whose own definitions are under test. */

export type PublicRecord = Record<string, unknown> & { id: string };

export interface ContractResource {
  path: string;
  singular: string;
  /** The fields of a record that the contract names; later ones are in the deployment's own document. */
  fields: readonly string[];
  /** The embedded records of a list entry. */
  embedded: readonly string[];
  filters: readonly string[];
  /** The sort keys of the list, most significant first. */
  keys(entry: PublicRecord): (string | number)[];
  /** The path of the referenced resource, by reference field. */
  references: Record<string, string>;
}

const roleTypes = ["principal", "ensemble", "understudy", "swing", "standby", "alternate"];

const byName = (entry: PublicRecord) => [String(entry["name"]).toLowerCase(), entry.id];
const last = Number.MAX_SAFE_INTEGER;

export const contractResources: readonly ContractResource[] = [
  {
    path: "shows",
    singular: "Show",
    fields: ["id", "name", "type", "description", "image", "booking_until"],
    embedded: [],
    filters: [],
    keys: byName,
    references: {},
  },
  {
    path: "theatres",
    singular: "Theatre",
    fields: ["id", "name", "address", "postcode", "lat", "lng", "capacity", "current_show_id"],
    embedded: [],
    filters: [],
    keys: byName,
    references: { current_show_id: "shows" },
  },
  {
    path: "people",
    singular: "Person",
    fields: ["id", "name", "bio", "image"],
    embedded: [],
    filters: [],
    keys: byName,
    references: {},
  },
  {
    path: "roles",
    singular: "Role",
    fields: ["id", "name", "description", "production_id"],
    embedded: [],
    filters: ["production_id"],
    keys: byName,
    references: { production_id: "productions" },
  },
  {
    path: "productions",
    singular: "Production",
    fields: ["id", "show_id", "theatre_id", "opening_date", "closing_date"],
    embedded: ["show"],
    filters: ["theatre_id", "show_id"],
    // Newest first.
    keys: ({ id, opening_date }) => [-Date.parse(String(opening_date)), id],
    references: { show_id: "shows", theatre_id: "theatres" },
  },
  {
    path: "cast-members",
    singular: "Cast member",
    fields: ["id", "person_id", "production_id", "role_id", "role_type", "billing_order"],
    embedded: ["person", "production", "role"],
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
export function flattenEntry({ embedded }: ContractResource, entry: PublicRecord): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entry).filter(([field]) => !embedded.includes(field)));
}
