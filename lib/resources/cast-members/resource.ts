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
import { coverIssues, runOf } from "./covers.ts";
import { castMember, castMemberDetails, castMemberEntry, type CastMember } from "./schema.ts";
import { engagementIssues, inOrderOfTime, withEnd } from "./stints.ts";
import { castMemberTerms, roleTypes } from "./terms.ts";

type Row = Awaited<ReturnType<typeof readCastMembers>>[number];

export const castMembers = defineResource({
  path: "cast-members",
  terms: castMemberTerms,
  record: castMember,
  entry: castMemberEntry,
  details: {
    document: castMemberDetails,
    check: async (records, member) => [
      ...engagementIssues(member.engagements, await runOf(records, member), records.today),
      ...(await coverIssues(records, member)),
    ],
    arrange: async (records, member) => ({
      ...member,
      engagements: inOrderOfTime(
        member.engagements.map((one) => withEnd(one, records.today)),
        await runOf(records, member),
        records.today,
      ),
    }),
    present: (details, today) => ({
      ...details,
      engagements: details.engagements.map((one) => withEnd(one, today)),
    }),
  },
  uniqueBy: ["person_id", "production_id", "role_id", "role_type"],
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
  check: async (records, member, before) => {
    const { role_id, production_id } = member;
    const role = role_id === null ? null : await records.find("roles", role_id);
    const isElsewhere = role && role["production_id"] !== production_id;
    const isMoved = before !== null && before.production_id !== production_id;
    return [
      ...(isElsewhere ? [{ path: "role_id", message: "names a role of another production" }] : []),
      ...(isMoved && (await coverIssues(records, member)).length > 0
        ? [{ path: "production_id", message: "can't change while the cast member covers roles of the production" }]
        : []),
    ];
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
  const personOf = await indexById(allPeople);
  const showOf = await indexById(allShows);
  const productionOf = await indexById(
    allProductions.map(({ id, show_id }) => {
      const { name, type } = showOf(show_id);
      return { id, show: { name, type } };
    }),
  );
  const roleOf = await indexById(allRoles.map(({ id, name }) => ({ id, name })));
  return mapYielding(records, (record) => ({
    record,
    embedded: {
      person: personOf(record.person_id),
      production: productionOf(record.production_id),
      role: record.role_id === null ? null : roleOf(record.role_id),
    },
  }));
}
