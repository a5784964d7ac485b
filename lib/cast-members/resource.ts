import "server-only";
import { defineResource } from "../api/resource.ts";
import { by, inOrderOf } from "../order.ts";
import { findPerson } from "../people/queries.ts";
import { findProduction } from "../productions/queries.ts";
import { findRole } from "../roles/queries.ts";
import { findCastMember, insertCastMember, listCastMembers, removeCastMember, updateCastMember } from "./queries.ts";
import { castMember, castMemberEntry, roleTypes, type CastMember, type CastMemberEntry } from "./schema.ts";

type Row = Awaited<ReturnType<typeof listCastMembers>>[number];

export const castMembers = defineResource({
  path: "cast-members",
  singular: "Cast member",
  plural: "Cast members",
  record: castMember,
  entry: castMemberEntry,
  filters: ["person_id", "production_id"],
  references: { person_id: findPerson, production_id: findProduction, role_id: findRole },
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
  find: findCastMember,
  check: async (transaction, { role_id, production_id }) => {
    const role = role_id === null ? null : await findRole(transaction, role_id);
    return role && role.production_id !== production_id
      ? [{ path: "role_id", message: "names a role of another production" }]
      : [];
  },
  insert: insertCastMember,
  update: updateCastMember,
  remove: removeCastMember,
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
