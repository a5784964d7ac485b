"use client";

import type { ApiError } from "@/lib/client/client";
import { useApi, type Held } from "@/lib/client/hooks";
import { taken } from "@/components/taken";
import { useMemo } from "react";
import type { Directory, Entries, Path } from "./nouns";

const pollMilliseconds = 30_000;

/** All records of a resource. Asked for again from time to time, which is free while nothing has changed. */
export function useEntries<P extends Path>(path: P, isEnabled = true) {
  return useApi(`/${path}`, taken<Entries[P][]>(), { isEnabled, everyMilliseconds: pollMilliseconds });
}

/** The records of several resources by their ids, each loaded once for the whole dashboard. */
export function useDirectory(wanted: readonly Path[]): {
  directory: Directory;
  isPending: boolean;
  error: ApiError | null;
  retry: () => void;
} {
  const shows = useEntries("shows", wanted.includes("shows"));
  const theatres = useEntries("theatres", wanted.includes("theatres"));
  const people = useEntries("people", wanted.includes("people"));
  const roles = useEntries("roles", wanted.includes("roles"));
  const productions = useEntries("productions", wanted.includes("productions"));
  const castMembers = useEntries("cast-members", wanted.includes("cast-members"));
  const all = [shows, theatres, people, roles, productions, castMembers];
  const isWanted = ["shows", "theatres", "people", "roles", "productions", "cast-members"].map((path) =>
    wanted.some((one) => one === path),
  );
  const directory = useMemo(
    () => ({
      shows: byId(shows.data),
      theatres: byId(theatres.data),
      people: byId(people.data),
      roles: byId(roles.data),
      productions: byId(productions.data),
      "cast-members": byId(castMembers.data),
    }),
    [shows.data, theatres.data, people.data, roles.data, productions.data, castMembers.data],
  );
  return {
    directory,
    isPending: all.some(({ data, error }, index) => isWanted[index] && !data && !error),
    error: all.find(({ data, error }, index) => isWanted[index] && !data && error)?.error ?? null,
    retry: () => all.forEach((query, index) => isWanted[index] && void query.refetch()),
  };
}

const made = new WeakMap<object, ReadonlyMap<string, unknown>>();

/** Made once for each answer, however many components ask. */
function byId<Entry extends { id: string }>(held: Held<Entry[]> | undefined): ReadonlyMap<string, Entry> {
  if (held === undefined) return new Map();
  const known = made.get(held.body) as ReadonlyMap<string, Entry> | undefined;
  if (known) return known;
  const entries = new Map(held.body.map((entry) => [entry.id, entry]));
  made.set(held.body, entries);
  return entries;
}
