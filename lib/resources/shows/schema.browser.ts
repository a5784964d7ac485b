import { z } from "zod";
import { date, id, webAddress, name, text } from "../../core/fields.browser.ts";
import { aliases, detailsSchema, externalIds } from "../../records/schema.browser.ts";
import { showTypes } from "./terms.browser.ts";

export const show = z
  .strictObject({
    id,
    name,
    type: z.enum(showTypes),
    description: text(5000).nullable(),
    image: webAddress.nullable().describe("Address of the show's image."),
    booking_until: date.nullable().describe("The last day that can be booked; null when there is no end date."),
  })
  .meta({ id: "Show", description: "A work that is, was or will be staged: a musical, play, comedy or drama." });

export const showDetails = detailsSchema(show, { aliases, external_ids: externalIds });

export type Show = z.infer<typeof show>;
