import { z } from "zod";
import { castMemberDetails, castMemberEntry } from "../resources/cast-members/schema.ts";
import { role } from "../resources/roles/schema.ts";

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

export type CastEntry = z.infer<typeof castEntry>;
