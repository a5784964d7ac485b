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
import { earliestBeginning } from "../resources/cast-members/presence.ts";
import { resourceAt } from "../resources/resources.ts";
import type { Role } from "../resources/roles/schema.ts";
import { entryOn, showEntries, type DatedEntry } from "./cast-entries.ts";
import { exampleEntry, requireRecord } from "./records.ts";
import { castEntry, type CastEntry } from "./schema.ts";

const roles = resourceAt("roles");

/** `/roles/{id}/players`: who played a role, or covered it. */
export const playersRoute: Route = {
  path: "/roles/{id}/players",
  isMetered: true,
  operations: {
    GET: withSuccessor(
      roles,
      defineOperation({
        operationId: "getRolePlayers",
        tag: tagOf(roles),
        summary: "Get the players of a role",
        description:
          "The cast entries of the role and of those who cover it, by the earliest day on which they can have begun. Entries without engagements count from the first day of the run.",
        isConditional: true,
        input: {
          params: idParam(
            "role",
            exampleOf(roles, ({ id }) => id),
          ),
          query: noParameters,
        },
        output: {
          description: "The players; an empty array when none is known.",
          schema: z.array(castEntry),
          example: exampleOf(resourceAt("cast-members"), (sample) => [exampleEntry(sample)]),
        },
        failures: [notFound(roles)],
        prepare: (context) => requireRecord(context, roles),
        handle: async (context) => {
          const { id, production_id } = JSON.parse(context.prepared.identity.toString("utf8")) as Role;
          const today = dayInLondon(context.infrastructure.now());
          const body = await showEntries(
            context,
            { production_id: [production_id] },
            `players ${today} ${id}`,
            (entries) => playersOf(id, entries, today),
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};

function playersOf(roleId: string, entries: readonly DatedEntry[], today: string): CastEntry[] {
  return entries
    .filter(({ entry: { role_id, covers } }) => role_id === roleId || covers.some((cover) => cover.role_id === roleId))
    .map((one) => ({ one, begins: earliestBeginning(one.entry.engagements, one.run, today) }))
    .toSorted((a, b) => (a.begins < b.begins ? -1 : a.begins > b.begins ? 1 : 0))
    .map(({ one }) => entryOn(one, today));
}
