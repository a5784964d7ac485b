import "server-only";
import { z } from "zod";
import type { PersonCredit } from "../../casts/schema.browser.ts";
import { findRecord } from "../find-record.ts";
import { daysInWords, defineTool, linkTo, linked, listInWords, nameOrId, linkedRun, linkRun } from "../tool.ts";
import { creditInWords, crewJob, crewJobOf, part, partOf } from "../part.ts";

const maxCredits = 50;

/** What a person was in. */
export const personCredits = defineTool({
  name: "person_credits",
  title: "Credits of a person",
  description:
    "The West End productions that a person was in or worked on, the newest first, with roles, dates and covers, and with jobs such as director.",
  input: z.strictObject({ person: nameOrId("a person") }),
  output: z.strictObject({
    person: linked.person,
    count: z.int(),
    credits: z.array(linkedRun.extend({ parts: z.array(part), crew: z.array(crewJob) })).max(maxCredits),
  }),
  answer: async ({ person }, api) => {
    const found = await findRecord(api, "people", person);
    const all = await api.get<PersonCredit[]>(`/people/${encodeURIComponent(found.id)}/credits`);
    const credits = all.slice(0, maxCredits).map(({ production, theatre, cast_members, crew_members }) => ({
      ...linkRun(api, { ...production, theatre }),
      parts: cast_members.map(partOf),
      crew: crew_members.map(crewJobOf),
    }));
    const lines = credits.map(
      (one) =>
        `${[...one.parts.map(({ role, role_type }) => role ?? role_type), ...one.crew.map(creditInWords)].join(", ")} in ${one.show.name} at ${one.theatre.name} (the run: ${daysInWords(one, api.today)})`,
    );
    const summary = `${found.name}: ${listInWords(lines, "no credit is recorded.")}`;
    return { summary, person: linkTo(api, "people", found), count: all.length, credits };
  },
});
