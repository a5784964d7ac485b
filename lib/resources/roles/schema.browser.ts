import { z } from "zod";
import { id, name, reference, text } from "../../core/fields.browser.ts";
import { aliases, detailsSchema } from "../../records/schema.browser.ts";

export const role = z
  .strictObject({
    id,
    name: name.describe("The character's name."),
    description: text(5000).nullable().describe("Who the character is."),
    production_id: reference("productions", { term: "production that the role belongs to", onDelete: "cascade" }),
  })
  .meta({ id: "Role", description: "A character in one production." });

export const roleDetails = detailsSchema(role, { aliases });

export type Role = z.infer<typeof role>;
