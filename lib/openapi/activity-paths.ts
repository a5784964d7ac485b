import "server-only";
import { activityEntry, activityQuery, type ActivityEntry } from "../activity/schema.ts";
import { resources } from "../resources/resources.ts";
import { exampleOf } from "./example-of.ts";
import type { Exhibit } from "./exhibit.ts";
import { badRequest, notFound } from "./failures.ts";
import { staffOperation } from "./operation.ts";
import { idParameter } from "./resource-parameters.ts";
import { queryParameters, schemaReference } from "./schemas.ts";
import { conflict, invalidInput } from "./write-failures.ts";

export const activityTag = {
  name: "Activity",
  description: "Who changed what, and when: every write leaves an entry for each record it touched, and can be undone.",
};

const entryNoun = { singular: "Activity" };
export const activityNotFound = notFound(entryNoun);

export function activityPaths(exhibits: readonly Exhibit[]) {
  const shown = exhibits.map(entryAbout).find((entry) => entry !== null) ?? null;
  return { "/activity": { get: listOperation(shown) }, "/activity/{id}/revert": { post: revertOperation(shown) } };
}

function listOperation(shown: ActivityEntry | null) {
  return staffOperation({
    operationId: "listActivity",
    tag: activityTag.name,
    summary: "List what was changed",
    description: "Newest first. `before`, with the id of the last entry, gives those that follow it.",
    parameters: queryParameters(activityQuery),
    success: {
      description: "The entries; an empty array when there are none.",
      schema: { type: "array", items: schemaReference(activityEntry) },
      ...exampleOf(shown, (entry) => [entry]),
    },
    failures: [invalidInput],
  });
}

function revertOperation(shown: ActivityEntry | null) {
  return staffOperation({
    operationId: "revertActivity",
    tag: activityTag.name,
    summary: "Undo a change",
    description:
      "Undoes the whole change that the entry belongs to, a cascade with all it took; all or nothing. A deleted record comes back with its old id. It takes no body.",
    parameters: [{ ...idParameter(entryNoun, null), ...exampleOf(shown, ({ id }) => id) }],
    success: {
      description: "The entry's record as it now is; for a creation that was undone, as it was.",
      schema: { oneOf: resources.map(({ record }) => schemaReference(record)) },
      ...exampleOf(shown, ({ after }) => after),
    },
    failures: [badRequest, activityNotFound, conflict],
  });
}

/** What the journal would say of the record, had somebody added it. */
function entryAbout({ resource, sample }: Exhibit): ActivityEntry | null {
  return (
    sample && {
      id: "1042",
      at: "2026-10-01T09:30:00.000Z",
      account: { id: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90", name: "Ada Quill" },
      change_id: "5f2d7a34-8c1b-4d0e-9a67-1f3e5b7c9d20",
      action: "create",
      resource: resource.path,
      record_id: sample.id,
      before: null,
      after: JSON.parse(sample.record) as Record<string, unknown>,
    }
  );
}
