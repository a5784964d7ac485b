import "server-only";
import type { Route } from "../api/route.ts";
import type { Resource } from "../api/resource.ts";
import { castMembers } from "../cast-members/resource.ts";
import type { CastMember } from "../cast-members/schema.ts";
import { Body } from "../catalogue/body.ts";
import { dayInLondon } from "../dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { people } from "../people/resource.ts";
import type { Person } from "../people/schema.ts";
import { productions } from "../productions/resource.ts";
import type { Production } from "../productions/schema.ts";
import { shows } from "../shows/resource.ts";
import type { Show } from "../shows/schema.ts";
import { turnTaker } from "../turns.ts";
import { theatres } from "../theatres/resource.ts";
import type { Theatre } from "../theatres/schema.ts";
import type { Data } from "./data.ts";
import { findProblems } from "./find-problems.ts";

/** `GET /problems`: what in the data can't be as it is, or is missing. */
export const problemsRoute: Route = {
  path: "/problems",
  isMetered: true,
  operations: {
    GET: {
      access: "editor",
      answer: async ({ infrastructure, versions }) => {
        const data = await readData(infrastructure, versions?.data ?? null);
        return { body: Body.json(findProblems(data, dayInLondon(infrastructure.now()))) };
      },
    },
  },
};

/** The records that reads are answered from. */
async function readData({ catalogue }: Infrastructure, version: number | null): Promise<Data> {
  const turn = turnTaker();
  const read = async <Record>(resource: Resource): Promise<Record[]> => {
    const records: Record[] = [];
    for (const json of (await catalogue.shelf(resource, version)).records()) {
      // The resource's own serializer wrote it.
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
