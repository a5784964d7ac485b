import "server-only";
import { z } from "zod";
import type { NamedRecord } from "../api-reader.ts";
import type { HousedProduction } from "../../casts/schema.browser.ts";
import type { Role } from "../../../resources/roles/schema.browser.ts";
import { defineTool, limitOfAnswer, linkTo, linked, listInWords, linkedRun, linkRun, wantedName } from "../tool.ts";

const maxMatches = 20;

interface Matches {
  readonly shows: NamedRecord[];
  readonly theatres: NamedRecord[];
  readonly people: NamedRecord[];
  readonly roles: Role[];
}

/** Finds records by name. */
export const search = defineTool({
  name: "search",
  title: "Search names",
  description:
    "Shows, theatres, people and roles whose name or former name matches, the best first, with the ids that the other tools take. One wrong letter in a longer word still matches.",
  input: z.strictObject({
    query: wantedName.describe("The text to find in names."),
    limit: limitOfAnswer(maxMatches, 5).describe("The most records of each kind."),
  }),
  output: z.strictObject({
    shows: z.array(linked.show),
    theatres: z.array(linked.theatre),
    people: z.array(linked.person),
    roles: z.array(z.strictObject({ id: z.string(), name: z.string(), run: linkedRun.nullable() })),
  }),
  answer: async ({ query, limit }, api) => {
    const { shows, theatres, people, roles } = await api.get<Matches>("/search", { q: query, limit });
    const production_id = [...new Set(roles.map((role) => role.production_id))].join(",");
    const runs = production_id
      ? await api.peek<HousedProduction[]>("/search/productions", { production_id, include: "theatre" })
      : [];
    const runOfRole = ({ production_id: id }: Role) => {
      const found = runs.find((one) => one.id === id);
      return found ? linkRun(api, found) : null;
    };
    const lines = [...shows, ...theatres, ...people, ...roles].map(({ name }) => name);
    return {
      summary: listInWords(lines, "No name matches."),
      shows: shows.map((one) => linkTo(api, "shows", one)),
      theatres: theatres.map((one) => linkTo(api, "theatres", one)),
      people: people.map((one) => linkTo(api, "people", one)),
      roles: roles.map((role) => ({ id: role.id, name: role.name, run: runOfRole(role) })),
    };
  },
});
