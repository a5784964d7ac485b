import { z } from "zod";
import { castMemberDetails, castMemberEntry } from "../resources/cast-members/schema.ts";
import { productionEntry } from "../resources/productions/schema.ts";
import { role } from "../resources/roles/schema.ts";
import { theatre } from "../resources/theatres/schema.ts";

const { engagements, covers } = castMemberDetails.shape;

/** A cast member with its engagements and covers. */
export const castEntry = castMemberEntry
  .extend({
    engagements,
    covers: z
      .array(covers.element.extend({ name: role.shape.name }))
      .describe("The roles of the same production that the person also plays when needed, with their names."),
    dated: z.boolean().describe("Whether it has engagements."),
    certain: z
      .boolean()
      .optional()
      .describe(
        "Only with `on`: whether the person was certainly in it on that day. False means that the dates leave it open.",
      ),
  })
  .meta({ id: "CastEntry", description: "A cast member in a list, with its engagements and covers." });

const theatreName = theatre.pick({ id: true, name: true });

/** A production of a show, with the name of its theatre. */
export const housedProduction = productionEntry
  .extend({ theatre: theatreName })
  .meta({ id: "HousedProduction", description: "A production in a list, with its theatre." });

/** A production that a person was in. */
export const personCredit = z
  .strictObject({
    production: productionEntry,
    theatre: theatreName,
    cast_members: z.array(castEntry).describe("The person's entries in the cast, in cast order."),
  })
  .meta({ id: "PersonCredit", description: "A production that a person was in, and as what." });

export type HousedProduction = z.infer<typeof housedProduction>;
export type PersonCredit = z.infer<typeof personCredit>;
export type CastEntry = z.infer<typeof castEntry>;
