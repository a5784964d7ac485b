import { z } from "zod";
import { id, webAddress, name, text } from "../../core/fields.browser.ts";
import { aliases, detailsSchema, externalIds } from "../../records/schema.browser.ts";

export const person = z
  .strictObject({
    id,
    name: name.describe("Full name."),
    bio: text(10_000).nullable().describe("Biography or description."),
    image: webAddress.nullable().describe("Address of the headshot."),
  })
  .meta({ id: "Person", description: "A performer or a member of a crew." });

export const personDetails = detailsSchema(person, { aliases, external_ids: externalIds });

export type Person = z.infer<typeof person>;
