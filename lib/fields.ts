import { z } from "zod";

/** What the six resources' fields are made of. Safe for the browser: nothing but zod. */

export const id = z.string().min(1).describe("Opaque identifier.");

export const reference = (noun: string) => id.describe(`The id of the ${noun}.`);

export const name = z.string().min(1).max(200);

export const date = z.iso.date().describe("A calendar day, `YYYY-MM-DD`.");

export const imageUrl = z
  .url({ protocol: /^https?$/ })
  .max(2048)
  .describe("An http or https address.");
