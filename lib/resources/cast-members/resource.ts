import "server-only";
import { defineResource } from "../../resource/resource.ts";
import { indexById, readConsistently, type PageReader } from "../../snapshots/queries.ts";
import type { PrismaClient } from "../../db/generated/client.ts";
import { ascending } from "../../sort.ts";
import { mapYielding } from "../../yielding.ts";
import { people } from "../people/resource.ts";
import { productions } from "../productions/resource.ts";
import { roles } from "../roles/resource.ts";
import { shows } from "../shows/resource.ts";
import { castMember, castMemberEntry, type CastMember } from "./schema.ts";
import { castMemberTerms, roleTypes } from "./terms.ts";

type Row = Awaited<ReturnType<typeof readCastMembers>>[number];

export const castMembers = defineResource({
  path: "cast-members",
  terms: castMemberTerms,
  record: castMember,
  entry: castMemberEntry,
  filters: ["person_id", "production_id"],
  identifiedBy: [["production_id"], ["person_id"]],
  list: readCastMembers,
  order: [
    ascending(({ record }: Row) => record.production_id),
    ascending(({ record }: Row) => record.billing_order),
    ascending(({ record }: Row) => roleTypes.indexOf(record.role_type)),
    ascending(({ embedded }: Row) => embedded.person.name.toLowerCase()),
    ascending(({ record }: Row) => record.id),
  ],
  checkedFields: ["role_id", "production_id"],
  check: async (records, { role_id, production_id }) => {
    const role = role_id === null ? null : await records.find("roles", role_id);
    return role && role["production_id"] !== production_id
      ? [{ path: "role_id", message: "names a role of another production" }]
      : [];
  },
});

/**
 * Embeds persons, productions and roles. They are read separately, because a join would return each of them once per
 * cast member.
 */
async function readCastMembers(prisma: PrismaClient, page: PageReader<CastMember>) {
  const [records, allPeople, allProductions, allRoles, allShows] = await readConsistently(prisma, [
    page,
    people.repository.page,
    productions.repository.page,
    roles.repository.page,
    shows.repository.page,
  ]);
  const personOf = indexById(allPeople);
  const showOf = indexById(allShows);
  const productionOf = indexById(
    allProductions.map(({ id, show_id }) => {
      const { name, type } = showOf(show_id);
      return { id, show: { name, type } };
    }),
  );
  const roleOf = indexById(allRoles.map(({ id, name }) => ({ id, name })));
  return mapYielding(records, (record) => ({
    record,
    embedded: {
      person: personOf(record.person_id),
      production: productionOf(record.production_id),
      role: record.role_id === null ? null : roleOf(record.role_id),
    },
  }));
}
