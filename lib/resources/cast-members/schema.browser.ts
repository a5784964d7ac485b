import { z } from "zod";
import { id, listOf, partialDate, reference, text } from "../../core/fields.browser.ts";
import { detailsSchema } from "../../records/schema.browser.ts";
import { person } from "../people/schema.browser.ts";
import { production } from "../productions/schema.browser.ts";
import { role } from "../roles/schema.browser.ts";
import { show } from "../shows/schema.browser.ts";
import { roleTypes } from "./terms.browser.ts";

export const castMember = z
  .strictObject({
    id,
    person_id: reference("people", { term: "person", onDelete: "cascade" }),
    production_id: reference("productions", { term: "production", onDelete: "cascade" }),
    role_id: reference("roles", { term: "role", onDelete: "cascade" }).nullable(),
    role_type: z.enum(roleTypes),
    billing_order: z.int().min(1).max(10_000).nullable().describe("Position in billing; 1 is top billing."),
  })
  .meta({ id: "CastMember", description: "The assignment of a person to a production, in a role or without one." });

const engagement = z.strictObject({
  from: partialDate.nullable().default(null).describe("The first day; null when it is not known."),
  to: partialDate.nullable().default(null).describe("The last day; null when it is not known or has not come."),
  ended: z.boolean().default(false).describe("Whether it is over; always true once the last day is past."),
  seen: z
    .array(partialDate)
    .max(50)
    .default([])
    .describe("Days on which the person is known to have been in it, in order: between them that is certain."),
  note: text(2000).nullable().default(null),
});

const cover = z.strictObject({
  role_id: reference("roles", { term: "role that is covered", onDelete: "clear", countedAs: "covers" }),
  call_order: z.int().min(1).max(20).nullable().default(null).describe("1 is called first."),
});

export const castMemberDetails = detailsSchema(castMember, {
  engagements: listOf(engagement).describe("When the person was in it, in order of time."),
  covers: listOf(cover).describe("The roles of the same production that the person also plays when needed."),
});

export const castMemberEntry = castMember
  .extend({
    person: person.pick({ id: true, name: true, bio: true, image: true }),
    production: production.pick({ id: true }).extend({ show: show.pick({ name: true, type: true }) }),
    role: role.pick({ id: true, name: true }).nullable(),
  })
  .meta({
    id: "CastMemberEntry",
    description: "A cast member in a list, with its person, production and role.",
  });

export type CastMember = z.infer<typeof castMember>;
export type Engagement = z.infer<typeof engagement>;
export type CastMemberDetails = z.infer<typeof castMemberDetails>;
export type CastMemberEntry = z.infer<typeof castMemberEntry>;
