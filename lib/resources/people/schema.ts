import { z } from "zod";
import { id, imageUrl, name, text } from "../../fields.ts";

export const person = z
  .strictObject({
    id,
    name: name.describe("Full name."),
    bio: text(10_000).nullable().describe("Biography or description."),
    image: imageUrl.nullable().describe("Address of the headshot."),
  })
  .meta({ id: "Person", description: "A performer or a member of a crew." });

export type Person = z.infer<typeof person>;
