import "server-only";
import { defineResource, type ListRow } from "../../records/resource.ts";
import { ascending } from "../../core/sort.ts";
import { coverIssues, runOf } from "./covers.ts";
import {
  castMember,
  castMemberDetails,
  castMemberEntry,
  type CastMember,
  type CastMemberEntry,
} from "./schema.browser.ts";
import { engagementIssues, inOrderOfTime, withEnd } from "./engagement-rules.browser.ts";
import { castMemberTerms, roleTypes } from "./terms.browser.ts";

type Row = ListRow<CastMember, CastMemberEntry>;

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
  search: {
    names: ["people", "roles", "shows"],
    enums: { role_type: { resource: "cast-members", field: "role_type", values: roleTypes } },
    relations: ["production.theatre"],
  },
  filters: ["person_id", "production_id"],
  isLenient: true,
  identifiedBy: [["production_id"], ["person_id"]],
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
