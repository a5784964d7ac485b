"use client";

import { useQuery } from "@tanstack/react-query";
import { ApiError, getApi } from "@/lib/client/client";
import type { CastMemberEntry } from "@/lib/resources/cast-members/schema";
import type { Person } from "@/lib/resources/people/schema";
import type { LoadedPerson } from "./merge-plan";

interface Merging {
  people: LoadedPerson[];
  credits: CastMemberEntry[];
}

/** The people with the same name and their credits, as of when the dialog opened. */
export function useMerging(ids: readonly string[]) {
  return useQuery<Merging, ApiError>({
    queryKey: ["merging", ids],
    queryFn: async () => ({
      people: await Promise.all(ids.map(readPerson)),
      credits: (await Promise.all(ids.map(readCredits))).flat(),
    }),
    // After the merge some of them no longer exist.
    staleTime: "static",
    gcTime: 0,
  });
}

async function readPerson(id: string): Promise<LoadedPerson> {
  const { body, etag } = await read(`/people/${encodeURIComponent(id)}`);
  return { record: body as Person, etag };
}

async function readCredits(id: string): Promise<CastMemberEntry[]> {
  return (await read(`/cast-members?${new URLSearchParams({ person_id: id })}`)).body as CastMemberEntry[];
}

async function read(path: string) {
  const answer = await getApi(path).catch((cause: unknown) => {
    throw new ApiError(null, cause);
  });
  if (answer.status !== 200) throw new ApiError(answer);
  return answer;
}
