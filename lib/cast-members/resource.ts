import "server-only";
import { defineResource } from "../api/resource.ts";
import { by, inOrderOf } from "../order.ts";
import { personTable } from "../people/queries.ts";
import { productionTable } from "../productions/queries.ts";
import { roleTable } from "../roles/queries.ts";
import { castMemberTable, listCastMembers } from "./queries.ts";
import { castMember, castMemberEntry, type CastMember, type CastMemberEntry } from "./schema.ts";
import { roleTypes } from "./terms.ts";

type Row = Awaited<ReturnType<typeof listCastMembers>>[number];

export const castMembers = defineResource({
  path: "cast-members",
  singular: "Cast member",
  plural: "Cast members",
  record: castMember,
  entry: castMemberEntry,
  filters: ["person_id", "production_id"],
  table: castMemberTable,
  references: { person_id: personTable, production_id: productionTable, role_id: roleTable },
  dependants: [],
  list: listCastMembers,
  order: inOrderOf<Row>(
    by((row) => row.production_id),
    by((row) => row.billing_order),
    by((row) => roleTypes.indexOf(row.role_type)),
    by((row) => row.person.name.toLowerCase()),
    by((row) => row.id),
  ),
  toRecord: serialize,
  checkedFields: ["role_id", "production_id"],
  check: async (records, { role_id, production_id }) => {
    const role = role_id === null ? null : await records.find(roleTable, role_id);
    return role && role["production_id"] !== production_id
      ? [{ path: "role_id", message: "names a role of another production" }]
      : [];
  },
  toEntry: (row: Row): CastMemberEntry => ({
    ...serialize(row),
    person: row.person,
    production: row.production,
    role: row.role,
  }),
});

function serialize({ id, person_id, production_id, role_id, role_type, billing_order }: Row): CastMember {
  return { id, person_id, production_id, role_id, role_type, billing_order };
}
