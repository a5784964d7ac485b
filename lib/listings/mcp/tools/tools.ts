import "server-only";
import {
  type Tool,
  daysInWords,
  defineTool,
  linkTo,
  linked,
  listInWords,
  nameOrId,
  linkedRun,
  linkRun,
  limitOfAnswer,
  wantedName,
  crewJob,
  part,
  partOf,
} from "../tool.ts";
import { showHistory, theatreTool, whatsOn } from "./listings.ts";
import { whoWasInTool } from "./who-was-in.ts";
import { z } from "zod";
import { listingsDay, type PersonCredit, type HousedProduction } from "../../casts/schema.browser.ts";
import { findRecord } from "../api-reader.ts";
import { resources } from "../../../resources/resources.ts";
import { kindOf, kinds, type UpdatesPage } from "../../updates/document.ts";
import type { Named } from "../../pages/schema.browser.ts";
import { jobInWords } from "../../../resources/crew-members/terms.browser.ts";
import type { Role } from "../../../resources/roles/schema.browser.ts";

const maxCredits = 50;

const personCredits = defineTool({
  name: "person_credits",
  title: "Credits of a person",
  description:
    "The West End productions that a person was in or worked on, the newest first, with roles, dates and covers, and with jobs such as director.",
  input: z.strictObject({ person: nameOrId("a person") }),
  output: z.strictObject({
    person: linked,
    count: z.int(),
    credits: z.array(linkedRun.extend({ parts: z.array(part), crew: z.array(crewJob) })).max(maxCredits),
  }),
  answer: async ({ person }, api) => {
    const found = await findRecord(api, "people", person);
    const all = await api.get<PersonCredit[]>(`/people/${encodeURIComponent(found.id)}/credits`);
    const credits = all.slice(0, maxCredits).map(({ production, theatre, cast_members, crew_members }) => ({
      ...linkRun(api, { ...production, theatre }),
      parts: cast_members.map(partOf),
      crew: crew_members.map(({ job, credit }) => ({ job, credit })),
    }));
    const lines = credits.map((one) => {
      const parts = one.parts.map(({ role, role_type }) => role ?? role_type);
      const jobs = one.crew.map(({ job, credit }) => credit ?? jobInWords(job));
      return `${[...parts, ...jobs].join(", ")} in ${one.show.name} at ${one.theatre.name} (the run: ${daysInWords(one, api.today)})`;
    });
    const summary = `${found.name}: ${listInWords(lines, "no credit is recorded.")}`;
    return { summary, person: linkTo(api, "people", found), count: all.length, credits };
  },
});

const maxChanges = 50;

const recentChanges = defineTool({
  name: "recent_changes",
  title: "Recent changes",
  description:
    "The records that were added, changed or deleted last, the newest first: a corrected date, a new cast member. Each record is there with its last change only.",
  input: z.strictObject({
    kind: z.enum(kinds).optional().describe("Only records of this kind."),
    since: listingsDay.optional().describe("Only changes on this day or later, in UTC."),
    limit: limitOfAnswer(maxChanges, 20).describe("The most changes."),
  }),
  output: z.strictObject({
    changes: z
      .array(
        z.strictObject({
          change: z.int().describe("The number of the change."),
          state: z.enum(["updated", "deleted"]),
          kind: z.enum(kinds),
          id: z.string(),
          name: z.string().nullable(),
          changed_at: z.string().nullable(),
        }),
      )
      .max(maxChanges),
  }),
  answer: async ({ kind, since = "0001-01-01", limit }, api) => {
    const wantedResources = resources.filter((resource) => kind === undefined || kindOf(resource) === kind);
    const paths = wantedResources.map(({ path }) => path);
    const { latest, last } = await api.latestChanges(paths, since, limit);
    const { items } = await api.get<UpdatesPage>("/updates", {
      afterChangeNumber: (latest.at(-1)?.number ?? last + 1) - 1,
      // Deletions that are no longer kept are not asked for.
      startChangeNumber: last,
      kind,
      limit,
    });
    const changes = items.toReversed().map((item) => ({
      change: item.modified,
      state: item.state,
      kind: item.kind,
      id: item.id,
      name: item.state === "updated" && "name" in item.data ? String(item.data["name"]) : null,
      changed_at: latest.find(({ number }) => number === item.modified)?.changed_at ?? null,
    }));
    const lines = changes.map(({ state, kind: of, name, id }) => `${of} ${name ?? id} ${state}`);
    return { summary: listInWords(lines, "Nothing has changed."), changes };
  },
});

const maxMatches = 20;

type Matches = Readonly<Record<"shows" | "theatres" | "people", Named[]>> & { readonly roles: Role[] };

const search = defineTool({
  name: "search",
  title: "Search names",
  description:
    "Shows, theatres, people and roles whose name or former name matches, the best first, with the ids that the other tools take. One wrong letter in a longer word still matches.",
  input: z.strictObject({
    query: wantedName.describe("The text to find in names."),
    limit: limitOfAnswer(maxMatches, 5).describe("The most records of each kind."),
  }),
  output: z.strictObject({
    shows: z.array(linked),
    theatres: z.array(linked),
    people: z.array(linked),
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

/** The tools of the MCP server (contract §20). */
export const tools: readonly Tool[] = [
  whatsOn,
  search,
  whoWasInTool,
  personCredits,
  showHistory,
  theatreTool,
  recentChanges,
];
