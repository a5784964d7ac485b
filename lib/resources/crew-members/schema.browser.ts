import { z } from "zod";
import { id, partialDate, reference, trimmedLine } from "../../core/fields.browser.ts";
import { detailsSchema } from "../../records/schema.browser.ts";
import { castMemberEntry } from "../cast-members/schema.browser.ts";
import { jobs } from "./terms.browser.ts";

export const crewMember = z
  .strictObject({
    id,
    person_id: reference("people", { term: "person", onDelete: "cascade" }),
    production_id: reference("productions", { term: "production", onDelete: "cascade" }),
    job: z.enum(jobs),
    credit: trimmedLine(200)
      .nullable()
      .describe("The words of the programme where they differ from the job; always set for `other`."),
    billing_order: z.int().min(1).max(10_000).nullable().describe("Position in the published order; 1 is first."),
  })
  .meta({ id: "CrewMember", description: "The assignment of a person to a production, behind the stage." });

export const crewMemberDetails = detailsSchema(crewMember, {
  from: partialDate.nullable().describe("The first day, where it is not the run's."),
  to: partialDate.nullable().describe("The last day, where it is not the run's."),
});

export const crewMemberEntry = crewMember
  .extend({ person: castMemberEntry.shape.person, production: castMemberEntry.shape.production })
  .meta({ id: "CrewMemberEntry", description: "A crew member in a list, with its person and production." });

export type CrewMember = z.infer<typeof crewMember>;
export type CrewMemberEntry = z.infer<typeof crewMemberEntry>;
