import { z } from "zod";
import { id, name, postcode, reference, text, webAddress } from "../../core/fields.browser.ts";
import { aliases, detailsSchema, externalIds } from "../../records/schema.browser.ts";

export const theatre = z
  .strictObject({
    id,
    name,
    address: text(500).nullable().describe("Street address."),
    postcode: postcode.nullable(),
    lat: z
      .number()
      .min(-90)
      .max(90)
      .nullable()
      .describe("Latitude in degrees (WGS 84). Points © OpenStreetMap contributors."),
    lng: z.number().min(-180).max(180).nullable().describe("Longitude in degrees (WGS 84)."),
    capacity: z.int().min(1).max(100_000).nullable().describe("Number of seats."),
    current_show_id: reference("shows", { term: "show that runs here now", onDelete: "restrict" }).nullable(),
  })
  .meta({ id: "Theatre", description: "A house in or around the West End." });

export const theatreDetails = detailsSchema(theatre, {
  aliases,
  external_ids: externalIds,
  website: webAddress.nullable().describe("Its own site."),
});

export type Theatre = z.infer<typeof theatre>;
