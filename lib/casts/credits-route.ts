import "server-only";
import { z } from "zod";
import { dayInLondon } from "../dates.ts";
import { idParam } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import type { Route } from "../http/route.ts";
import { noParameters } from "../resource/details-routes.ts";
import { exampleOf, tagOf } from "../resource/examples.ts";
import { withSuccessor } from "../resource/successor.ts";
import { resourceAt } from "../resources/resources.ts";
import type { ResourceSnapshot } from "../snapshots/resource-snapshot.ts";
import { entryOn, showEntries, type DatedEntry } from "./cast-entries.ts";
import { housedProductions } from "./housed-productions.ts";
import { exampleEntry, exampleProduction, requireRecord } from "./records.ts";
import { personCredit, type PersonCredit, type HousedProduction } from "./schema.ts";

const people = resourceAt("people");

/** `/people/{id}/credits`: the productions that a person was in. */
export const creditsRoute: Route = {
  path: "/people/{id}/credits",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      people,
      defineOperation({
        operationId: "getPersonCredits",
        tag: tagOf(people),
        summary: "Get the credits of a person",
        description: "The productions that the person was in, the newest first, each with the person's cast entries.",
        isConditional: true,
        input: {
          params: idParam(
            "person",
            exampleOf(people, ({ id }) => id),
          ),
          query: noParameters,
        },
        output: {
          description: "The credits; an empty array when there are none.",
          schema: z.array(personCredit),
          example: exampleProduction(({ theatre, ...production }, member) => [
            { production, theatre, cast_members: [exampleEntry(member)] },
          ]),
        },
        failures: [notFound(people)],
        prepare: (context) => requireRecord(context, people),
        handle: async (context) => {
          const { infrastructure, versions, params } = context;
          const housed = await infrastructure.snapshots.snapshot(housedProductions, versions?.data ?? null);
          const today = dayInLondon(infrastructure.now());
          const body = await showEntries(
            context,
            { person_id: [params.id] },
            `credits ${today}`,
            (entries) => creditsOf(entries, housed, today),
            [housed],
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};

/** The productions of a person's entries, the newest first. */
export function creditsOf(entries: readonly DatedEntry[], housed: ResourceSnapshot, today: string): PersonCredit[] {
  const credits = new Map<string, PersonCredit>();
  for (const one of entries) {
    const id = one.entry.production_id;
    const before = credits.get(id);
    if (before) {
      before.cast_members.push(entryOn(one, today));
      continue;
    }
    const stored = housed.record(id);
    // A snapshot can be newer than the other, and the production deleted.
    if (!stored) continue;
    const { theatre, ...production } = JSON.parse(stored.identity.toString("utf8")) as HousedProduction;
    credits.set(id, { production, theatre, cast_members: [entryOn(one, today)] });
  }
  return [...credits.values()].toSorted(newestFirst);
}

function newestFirst({ production: a }: PersonCredit, { production: b }: PersonCredit): number {
  if (a.opening_date !== b.opening_date) return a.opening_date > b.opening_date ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}
