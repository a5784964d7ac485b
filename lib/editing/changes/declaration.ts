import "server-only";
import { z } from "zod";
import { AppError, type ErrorCode } from "../../core/errors.ts";
import { maxBodyBytes, maxValues, type FieldIssue } from "../../http/body.ts";
import type { Declaration, OperationTag } from "../../http/declaration.ts";
import { badRequest, defineFailure, eitherFailure } from "../../http/failures.ts";
import type { Resource } from "../../records/resource.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { resources } from "../../resources/resources.ts";
import { changesRequest, changesResult, issue, maxResultBytes, maxIssuesPerResult } from "./schema.browser.ts";
import { maxChanges, maxChangesBytes } from "./limits.browser.ts";
import { joinPath } from "./parts.ts";
import { batchTooLarge } from "./read-changes.ts";

export const changesTag: OperationTag = {
  name: "Changes",
  description: "Bulk edits, whole casts and imports: many changes in one request, all or nothing, undone as one.",
};

/** The `{resource}` of a path, and what an unknown one gets. */
export const resourceParam = {
  resource: { description: "The resource as in its path: `cast-members`.", example: resources[0]?.path ?? "" },
};

export const resourceNotFound = defineFailure({
  id: "ResourceNotFound",
  description: "There is no such resource.",
  example: new AppError("not_found"),
});

/** The resource that the path names. @throws AppError 404 */
export function resourceOfPath(name: string | undefined): Resource {
  const resource = resources.find(({ path }) => path === name);
  if (!resource) throw resourceNotFound.error;
  return resource;
}

const members = {
  issues: z
    .array(issue)
    .min(1)
    .max(maxIssuesPerResult)
    .describe("What is wrong, by its path in the body: `changes.3.data.name`."),
  issue_count: z.int().min(1).optional().describe("How many issues there are, when not all are listed."),
};

/** @param what can't be made, of several. @param members those of the body. */
export function batchRefusal(what: string, members: Record<"issues" | "issue_count", z.ZodType>) {
  return (id: string, code: ErrorCode, description: string, path: string, issueMessage: string) => {
    const refused = [{ path, issues: [{ path: "", message: issueMessage }] }];
    return defineFailure({ id, description, example: refuseBatch(what, 12, [code], refused), members });
  };
}

/**
 * The 400 of a batch of which some parts are refused; 409 or 412 when those are the only failures.
 *
 * @param what can't be made, of several. @param codes of what is refused.
 */
export function refuseBatch(
  what: string,
  total: number,
  codes: readonly ErrorCode[],
  refused: readonly { path: string; issues: readonly FieldIssue[]; unnamed?: number }[],
): AppError {
  const [only, ...others] = new Set(codes);
  const isOne = others.length === 0 && (only === "conflict" || only === "precondition_failed");
  const issues = refused.flatMap(({ path: above, issues: some }) =>
    some.map((one) => ({ ...one, path: joinPath(above, one.path) })),
  );
  const unnamed = refused.reduce((sum, one) => sum + (one.unnamed ?? 0), 0);
  return new AppError(isOne ? only : "invalid", {
    message: `${refused.length} of ${total} ${what}. Nothing was changed.`,
    members: { issues: issues.slice(0, maxIssuesPerResult), issue_count: issues.length + unnamed },
  });
}

const refusal = batchRefusal("changes can't be made", members);
const invalidChanges = eitherFailure(
  badRequest,
  refusal("InvalidChanges", "invalid", "Some of the changes can't be made.", "changes.3.data.name", "is required"),
);
const conflict = refusal(
  "ChangesConflict",
  "conflict",
  "Some changes conflict with other records, and nothing else is wrong.",
  "changes.3",
  "This record already exists.",
);
const stale = refusal(
  "ChangesPreconditionFailed",
  "precondition_failed",
  "Some records have changed since they were read, and nothing else is wrong.",
  "changes.3.if_match",
  "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
);
const tooLarge = defineFailure({
  id: "ChangesTooLarge",
  description: `The body has more than ${maxChangesBytes} bytes.`,
  example: batchTooLarge(),
});

/** The declaration of `POST /changes`. The operation validates its body itself, one change at a time. */
export const changesDeclaration: Declaration = {
  operationId: "makeChanges",
  tag: changesTag,
  summary: "Apply a batch of changes",
  description: `At most ${maxChanges} changes, ${maxChangesBytes} bytes and ${maxValues} JSON values, at most ${maxBodyBytes} bytes a change without white space, under the rules of single writes, applied in order: a later change may refer to what an earlier one creates. All or nothing. With \`dry_run\` nothing is written and the response shows the outcome of each change in words, what refers to a record that it deletes, and \`offers\` that it may \`accept\`, in at most ${maxResultBytes} bytes. With \`Accept: application/x-ndjson\` the response is lines of JSON: \`{"done":n,"of":m}\` for progress, then the result or the error with its \`status\`. An instance processes bodies over ${maxBodyBytes} bytes one at a time; when several are waiting, another gets 503 with \`Retry-After\`.`,
  input: {
    query: noParameters,
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
    description: "The outcome of each change.",
    optionalHeaders: ["Activity-Id"],
    schema: changesResult,
  },
  failures: [invalidChanges, conflict, stale, tooLarge],
};
