import "server-only";
import { isDeepStrictEqual } from "node:util";
import type { FieldIssue } from "../../http/body.ts";
import type { RecordReader } from "../../records/repository.ts";
import {
  type CastMember,
  type CastMemberDetails,
  castMember,
  castMemberDetails,
  castMemberEntry,
  type CastMemberEntry,
  type Engagement,
} from "./schema.browser.ts";
import { runOfProduction, type RunDays } from "./presence.browser.ts";
import { defineResource, type ListRow } from "../../records/resource.ts";
import { ascending } from "../../core/sort.ts";
import { engagementIssues, inOrderOfTime, withEnd } from "./engagement-rules.browser.ts";
import { roleTypes } from "./terms.browser.ts";

/** A covered role belongs to the cast member's production, and each is listed once. */
async function coverIssues(
  records: RecordReader,
  { production_id, covers }: Pick<CastMember & CastMemberDetails, "production_id" | "covers">,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const [index, { role_id }] of covers.entries()) {
    const path = `covers.${index}.role_id`;
    const role = await records.find("roles", role_id);
    if (role && role["production_id"] !== production_id)
      issues.push({ path, message: "names a role of another production" });
    else if (covers.findIndex((cover) => cover.role_id === role_id) < index)
      issues.push({ path, message: "is listed already" });
  }
  return issues;
}

/** The days of the cast member's production. */
async function runOf(records: RecordReader, { production_id }: Pick<CastMember, "production_id">): Promise<RunDays> {
  const production = await records.find("productions", production_id);
  const day = (field: string) => (typeof production?.[field] === "string" ? production[field] : null);
  return runOfProduction({
    first_preview: day("first_preview"),
    opening_date: day("opening_date") ?? "0001-01-01",
    closing_date: day("closing_date"),
  });
}

type Row = ListRow<CastMember, CastMemberEntry>;

export const castMembers = defineResource({
  path: "cast-members",
  record: castMember,
  entry: castMemberEntry,
  details: {
    document: castMemberDetails,
    check: async (records, member, before) => {
      const { today } = records;
      const kept = before?.engagements.map((one) => withEnd(one, today)) ?? [];
      const isKept = (one: Engagement) => kept.some((other) => isDeepStrictEqual(other, withEnd(one, today)));
      return [
        ...engagementIssues(member.engagements, await runOf(records, member), today, isKept),
        ...(await coverIssues(records, member)),
      ];
    },
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
