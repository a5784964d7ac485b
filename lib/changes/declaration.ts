import "server-only";
import { z } from "zod";
import { AppError, type ErrorCode } from "../errors.ts";
import { bodyTooLarge, mostBodyBytes } from "../http/body.ts";
import type { Declaration, Tag } from "../http/declaration.ts";
import { either, failure, message } from "../http/failure.ts";
import { badRequest } from "../http/failures.ts";
import {
  changesRequest,
  changesResult,
  issue,
  maxResultBytes,
  mostChanges,
  mostChangesBytes,
  mostIssues,
} from "./schema.ts";

export const changesTag: Tag = {
  name: "Changes",
  description: "Many records changed as one: bulk edits, whole casts, imports. All or nothing, and undone as one.",
};

const members = {
  message,
  issues: z
    .array(issue)
    .min(1)
    .max(mostIssues)
    .describe("What is wrong, by its place in the body: `changes.3.data.name`."),
  issue_count: z.int().min(1).optional().describe("How many there are, where not all are named."),
};

function refusal(id: string, code: ErrorCode, description: string, path: string, said: string) {
  const issues = [{ path, message: said }];
  const example = new AppError(code, {
    message: "1 of 12 changes can't be made. Nothing was changed.",
    members: { issues, issue_count: 1 },
  });
  return failure({ id, description, example, members });
}

const invalidChanges = either(
  badRequest,
  refusal("InvalidChanges", "invalid", "Some of the changes can't be made.", "changes.3.data.name", "is required"),
);
const conflict = refusal(
  "ChangesConflict",
  "conflict",
  "Other records stand in the way of some of the changes, and nothing else is wrong.",
  "changes.3",
  "There is such a record already.",
);
const stale = refusal(
  "ChangesPreconditionFailed",
  "precondition_failed",
  "Some records were changed since they were read, and nothing else is wrong.",
  "changes.3.if_match",
  "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
);
const tooLarge = failure({
  id: "ChangesTooLarge",
  description: `The body has more than ${mostChangesBytes} bytes.`,
  example: bodyTooLarge(mostChangesBytes),
  members: { message },
});

/** What `POST /changes` says about itself. It reads its body by itself, a change at a time. */
export const changesDeclaration: Declaration = {
  operationId: "makeChanges",
  tag: changesTag,
  summary: "Make many changes as one",
  description: `At most ${mostChanges} changes of at most ${mostBodyBytes} bytes each, held to the rules of single writes one after another: a later one may name what an earlier one creates. All or nothing. With \`dry_run\`, the answer says of each what would become of it, and nothing is written; what it would tell has at most ${maxResultBytes} bytes. With \`Accept: application/x-ndjson\` the answer is lines of JSON, \`{"done":n,"of":m}\` while it goes on; the last is the answer or the error, with its \`status\` before it. Of bodies with more than ${mostBodyBytes} bytes an instance takes one at a time: where several wait already, another is a 503 with \`Retry-After\`.`,
  input: {
    body: changesRequest,
    bodyExample: {
      changes: [
        { action: "create", resource: "people", id: "ada-quill", data: { name: "Ada Quill" } },
        { action: "update", resource: "people", id: "ben-oke", data: { bio: null } },
        { action: "delete", resource: "people", id: "cy-rand", cascade: true },
      ],
    },
  },
  output: {
    description: "What became of each, or in a dry run would.",
    schema: changesResult,
    example: {
      dry_run: false,
      change_id: "5f2d7a34-8c1b-4d0e-9a67-1f3e5b7c9d20",
      activity_id: "1042",
      counts: { created: 1, changed: 0, unchanged: 1, deleted: 1, refused: 0 },
      changes: [
        { index: 0, outcome: "created", id: "ada-quill" },
        { index: 1, outcome: "unchanged", id: "ben-oke" },
        { index: 2, outcome: "deleted", id: "cy-rand" },
      ],
    },
  },
  failures: [invalidChanges, conflict, stale, tooLarge],
};
