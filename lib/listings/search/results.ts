import "server-only";
import { z } from "zod";
import { castEntry, housedProduction, personCredit } from "../casts/schema.browser.ts";
import { id } from "../../core/fields.browser.ts";
import type { IncludedRelation } from "../../records/search-definition.ts";
import { castMemberEntry } from "../../resources/cast-members/schema.browser.ts";
import { crewMemberEntry } from "../../resources/crew-members/schema.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import { theatre } from "../../resources/theatres/schema.browser.ts";
import { hasPlace, namedResources, type SearchedResource } from "./searched-resources.ts";

/** The member that each relation adds to an entry, or extends. */
const members: Readonly<Record<IncludedRelation, z.ZodRawShape>> = {
  theatre: { theatre: theatre.optional().describe("With `include=theatre`: its theatre.") },
  cast: { cast: z.array(castEntry).optional().describe("With `include=cast`: its cast, in cast order.") },
  crew: { crew: z.array(crewMemberEntry).optional().describe("With `include=crew`: its creative team, in its order.") },
  productions: {
    productions: z.array(housedProduction).optional().describe("With `include=productions`: the oldest first."),
  },
  credits: { credits: z.array(personCredit).optional().describe("With `include=credits`: the newest first.") },
  "production.theatre": {
    production: castMemberEntry.shape.production
      .extend({ theatre: theatre.optional().describe("With `include=production.theatre`.") })
      .optional(),
  },
};

/** An entry of the answer: `fields` leaves members out, `include` and `near` add some. */
export function resultSchema({ path, relations }: SearchedResource): z.ZodObject {
  const { record, entry, details } = resourceAt(path);
  const shape: Record<string, z.ZodType> = { ...entry.partial().shape, id };
  if (details) {
    shape["details"] = details.document.optional().describe("With `include=details`.");
    shape["sources"] = details.sources.optional().describe("With `include=sources`.");
  }
  for (const relation of relations) Object.assign(shape, members[relation]);
  if (hasPlace(path)) shape["distance_m"] = z.int().min(0).optional().describe("With `near`: the distance in metres.");
  return z.strictObject(shape).meta({
    id: `${record.meta()?.id ?? ""}SearchResult`,
    description: "A list entry, without the members that `fields` leaves out, and with those that `include` adds.",
  });
}

/** The answer of a search in all names. */
export const searchResults = z
  .strictObject({
    q: z.string().describe("What was searched for, as it was sent."),
    ...Object.fromEntries(
      namedResources.map(({ path }) => [path, z.array(resourceAt(path).record).describe("The best matches first.")]),
    ),
  })
  .meta({ id: "SearchResults", description: "The records whose names match." });
