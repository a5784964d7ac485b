import "server-only";
import { z } from "zod";
import type { CatalogueReader } from "../catalogue/derived.ts";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import type { Route } from "../http/route.ts";
import { noParameters } from "../resource/details-routes.ts";
import { exampleOf, recordParam, tagOf } from "../resource/examples.ts";
import { withSuccessor } from "../resource/successor.ts";
import { earliestBeginning } from "../resources/cast-members/presence.ts";
import { resourceAt } from "../resources/resources.ts";
import type { CastMemberDetails } from "../resources/cast-members/schema.ts";
import { Representation } from "../snapshots/representation.ts";
import { runDaysOf } from "./days.ts";
import { exampleEntry, requireRecord } from "./records.ts";
import { castEntryOf } from "./row-entries.ts";
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
          params: recordParam(roles),
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
          const { id } = context.params;
          const body = await context.infrastructure.derived.body(context, `players ${id}`, (read) =>
            Representation.json(playersOf(read, id)),
          );
          return { body, isConditional: true };
        },
      }),
    ),
  },
};

function playersOf(read: CatalogueReader, roleId: string): CastEntry[] {
  const role = read.row("roles", roleId);
  const production = role && read.row("productions", String(role.record["production_id"]));
  if (!production) return [];
  const run = runDaysOf(production);
  return read
    .where("cast-members", "production_id", production.id)
    .map((row) => ({ row, ...(row.details as CastMemberDetails) }))
    .filter(({ row, covers }) => row.record["role_id"] === roleId || covers.some((cover) => cover.role_id === roleId))
    .map(({ row, engagements }) => ({ row, begins: earliestBeginning(engagements, run, read.today) }))
    .toSorted((a, b) => (a.begins < b.begins ? -1 : a.begins > b.begins ? 1 : 0))
    .map(({ row }) => castEntryOf(read, row));
}
