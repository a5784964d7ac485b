import "server-only";
import { earliestDay, latestDay } from "../../core/partial-dates.browser.ts";
import { ascending } from "../../core/sort.ts";
import { defineResource, type ListRow } from "../../records/resource.ts";
import {
  crewMember,
  crewMemberDetails,
  crewMemberEntry,
  type CrewMember,
  type CrewMemberEntry,
} from "./schema.browser.ts";
import { jobs } from "./terms.browser.ts";

type Row = ListRow<CrewMember, CrewMemberEntry>;

export const crewMembers = defineResource({
  path: "crew-members",
  record: crewMember,
  entry: crewMemberEntry,
  details: {
    document: crewMemberDetails,
    check: (_records, { from, to }) =>
      from !== null && to !== null && earliestDay(from) > latestDay(to)
        ? [{ path: "to", message: "must not be before from" }]
        : [],
  },
  uniqueBy: ["person_id", "production_id", "job", { field: "credit", when: { job: "other" } }],
  search: {
    names: ["people", "shows"],
    enums: { job: { resource: "crew-members", field: "job", values: jobs } },
    relations: ["production.theatre"],
  },
  filters: ["person_id", "production_id", "job"],
  identifiedBy: [["production_id"], ["person_id"], ["job"]],
  order: [
    ascending(({ record }: Row) => record.production_id),
    ascending(({ record }: Row) => record.billing_order),
    ascending(({ record }: Row) => jobs.indexOf(record.job)),
    ascending(({ embedded }: Row) => embedded.person.name.toLowerCase()),
    ascending(({ record }: Row) => record.id),
  ],
  checkedFields: ["job", "credit"],
  check: (_records, { job, credit }) =>
    job === "other" && credit === null ? [{ path: "credit", message: "is required for the job other" }] : [],
});
