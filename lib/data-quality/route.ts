import "server-only";
import { z } from "zod";
import { changesTag } from "../changes/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import type { Route } from "../http/route.ts";
import type { Noun } from "../resource/resource.ts";
import { castMembers } from "../resources/cast-members/resource.ts";
import type { CastMember } from "../resources/cast-members/schema.ts";
import { Representation } from "../snapshots/representation.ts";
import { dayInLondon } from "../dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { people } from "../resources/people/resource.ts";
import type { Person } from "../resources/people/schema.ts";
import { productions } from "../resources/productions/resource.ts";
import type { Production } from "../resources/productions/schema.ts";
import { shows } from "../resources/shows/resource.ts";
import type { Show } from "../resources/shows/schema.ts";
import { createYielder } from "../yielding.ts";
import { theatres } from "../resources/theatres/resource.ts";
import type { Theatre } from "../resources/theatres/schema.ts";
import type { RuleData } from "./rule-data.ts";
import { exampleProblem } from "./example.ts";
import { findProblems } from "./find-problems.ts";
import { dataProblem } from "./schema.ts";

/** `GET /problems`: contradictions and gaps in the data. */
export const problemsRoute: Route = {
  path: "/problems",
  isMetered: true,
  operations: {
    GET: defineOperation({
      operationId: "listProblems",
      tag: changesTag,
      summary: "List data problems",
      description:
        "As of today in London. A problem that the data alone can solve comes with changes that are ready to be sent; for any other, the response says what a person has to choose.",
      access: "editor",
      output: {
        description: "The problems, rule by rule; an empty array when there are none.",
        schema: z.array(dataProblem),
        example: [exampleProblem],
      },
      handle: async ({ infrastructure, versions }) => {
        const data = await readData(infrastructure, versions?.data ?? null);
        return { body: Representation.json(findProblems(data, dayInLondon(infrastructure.now()))) };
      },
    }),
  },
};

/** The records of the snapshots. */
async function readData({ snapshots }: Infrastructure, version: number | null): Promise<RuleData> {
  const turn = createYielder();
  const read = async <Record>(resource: Noun): Promise<Record[]> => {
    const records: Record[] = [];
    for (const json of (await snapshots.snapshot(resource, version)).records()) {
      // The resource's own serializer wrote this JSON.
      records.push(JSON.parse(json) as Record);
      await turn();
    }
    return records;
  };
  return {
    shows: await read<Show>(shows),
    theatres: await read<Theatre>(theatres),
    people: await read<Person>(people),
    productions: await read<Production>(productions),
    castMembers: await read<CastMember>(castMembers),
  };
}
