import "server-only";
import { defineResource } from "../api/resource.ts";
import { readTogether } from "../catalogue/queries.ts";
import type { PrismaClient } from "../db/generated/client.ts";
import { by } from "../order.ts";
import { listPeople, personTable } from "../people/queries.ts";
import { listProductions, productionTable } from "../productions/queries.ts";
import { listRoles, roleTable } from "../roles/queries.ts";
import { mapInTurns } from "../turns.ts";
import { castMemberTable, listCastMembers } from "./queries.ts";
import { castMember, castMemberEntry, type CastMember } from "./schema.ts";
import { roleTypes } from "./terms.ts";

type Row = Awaited<ReturnType<typeof readCastMembers>>[number];

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
  list: { all: readCastMembers },
  order: [
    by((row: Row) => row.production_id),
    by((row: Row) => row.billing_order),
    by((row: Row) => roleTypes.indexOf(row.role_type)),
    by((row: Row) => row.person.name.toLowerCase()),
    by((row: Row) => row.id),
  ],
  toRecord: serialize,
  checkedFields: ["role_id", "production_id"],
  check: async (records, { role_id, production_id }) => {
    const role = role_id === null ? null : await records.find(roleTable, role_id);
    return role && role["production_id"] !== production_id
      ? [{ path: "role_id", message: "names a role of another production" }]
      : [];
  },
  embed: ({ person, production, role }) => ({ person, production, role }),
});

function serialize({ id, person_id, production_id, role_id, role_type, billing_order }: Row): CastMember {
  return { id, person_id, production_id, role_id, role_type, billing_order };
}

/** With whom and what they name. Those are read beside them and put in here: joined by the database, each would be read once for every row that names it. */
async function readCastMembers(prisma: PrismaClient) {
  const [rows, people, productions, roles] = await readTogether(prisma, [
    listCastMembers,
    listPeople,
    listProductions,
    listRoles,
  ]);
  const personOf = finder(people);
  const productionOf = finder(productions.map(({ id, show: { name, type } }) => ({ id, show: { name, type } })));
  const roleOf = finder(roles.map(({ id, name }) => ({ id, name })));
  return mapInTurns(rows, (row) => ({
    ...row,
    person: personOf(row.person_id),
    production: productionOf(row.production_id),
    role: row.role_id === null ? null : roleOf(row.role_id),
  }));
}

function finder<Row extends { id: string }>(rows: Row[]): (id: string) => Row {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return (id) => {
    const row = byId.get(id);
    // The database lets nobody name what is not there.
    if (!row) throw new Error(`A cast member names ${id}, which is nowhere.`);
    return row;
  };
}
