import { z } from "zod";
import { id, reference } from "../../fields.ts";
import { person } from "../people/schema.ts";
import { production } from "../productions/schema.ts";
import { role } from "../roles/schema.ts";
import { show } from "../shows/schema.ts";
import { roleTypes } from "./terms.ts";

export const castMember = z
  .strictObject({
    id,
    person_id: reference("people", { noun: "person", onDelete: "cascade" }),
    production_id: reference("productions", { noun: "production", onDelete: "cascade" }),
    role_id: reference("roles", { noun: "role", onDelete: "cascade" }).nullable(),
    role_type: z.enum(roleTypes),
    billing_order: z.int().min(1).max(10_000).nullable().describe("Position in billing; 1 is top billing."),
  })
  .meta({ id: "CastMember", description: "The assignment of a person to a production, in a role or without one." });

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
export type CastMemberEntry = z.infer<typeof castMemberEntry>;
