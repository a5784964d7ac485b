import "server-only";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { requireStaff } from "../accounts/sign-in/staff.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { Representation } from "../catalogue/representation.ts";
import { activityHeader, runAuditedChange, type AuditedChange } from "../history/audit-log/audited-change.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { pascalCase, type OutputDeclaration } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { badRequest, notFound } from "../http/failures.ts";
import { UnitOfWork } from "./unit-of-work.ts";
import { deleteRecord } from "./delete-record.ts";
import { exampleBody, exampleRecord, recordParam, tagOf } from "./examples.ts";
import { conflict, preconditionFailed } from "./failures.ts";
import { flush, logStep } from "./flush.ts";
import type { Resource } from "./resource.ts";
import { recordOf } from "./rows.ts";
import type { HandlerResult, Operation, RequestContext } from "../http/route.ts";
import {
  updateRecord,
  createRecord,
  getCurrent,
  findRecordIssues,
  pickRecordFields,
  type RecordStep,
} from "./record-operations.ts";

/** `POST`: creates a record. */
export function createOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    ...writeOf(resource, "create", "Add"),
    input: { body: resource.creation, bodyExample: exampleBody(resource) },
    output: { status: 201, ...recordOutput(resource, `The new ${term}, with its id.`, ["Location", "ETag"]) },
    failures: [conflict],
    check: (inspected, _prepared, { infrastructure }) =>
      findRecordIssues(workOutside(infrastructure), resource, inspected, null),
    handle: async (context) => {
      const { result: record, headers } = await runWrite(context, async (made, work) => {
        const step = await createRecord(work, resource, pickRecordFields(resource, context.body));
        await commit(made, work, [step]);
        return step.after;
      });
      return recordResult(resource, record, {
        status: 201,
        headers: { ...headers, Location: `/api/${resource.path}/${encodeURIComponent(record.id)}` },
      });
    },
  });
}

/** `PUT`: changes a record; an absent field keeps its value. */
export function updateOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    ...writeOf(resource, "update", "Change"),
    description: "Changes the fields in the body. You can send back a whole record as you read it.",
    input: { ...recordInput(resource), body: resource.change, bodyExample: exampleBody(resource) },
    output: recordOutput(resource, `The ${term} after the change.`, ["ETag"]),
    failures: [notFound(resource), conflict, preconditionFailed],
    prepare: async (context) => {
      const work = workOutside(context.infrastructure);
      return { work, before: await currentAsked(work, resource, context) };
    },
    check: async ({ sent, issues }, { work, before }) => {
      const isOther = "id" in sent && sent["id"] !== before.id;
      const ofId = isOther ? [{ path: "id", message: "is not the id in the path" }] : [];
      const found = { sent, issues: [...issues, ...ofId] };
      return [...ofId, ...(await findRecordIssues(work, resource, found, before))];
    },
    handle: async (context) => {
      const { result: record, headers } = await runWrite(context, async (made, work) => {
        // The record may have changed since `prepare` read it.
        const before = await currentAsked(work, resource, context);
        const step = await updateRecord(work, resource, before, pickRecordFields(resource, context.body));
        await commit(made, work, [step]);
        return step.after;
      });
      return recordResult(resource, record, { headers });
    },
  });
}

/** `DELETE`: deletes a record; `?cascade=true` also deletes its dependants, where the resource allows it. */
export function deleteOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    ...writeOf(resource, "delete", "Delete"),
    input: { ...recordInput(resource), query: removalQuery(resource) },
    output: recordOutput(resource, `The deleted ${term}.`, ["ETag"]),
    failures: [badRequest, notFound(resource), conflict, preconditionFailed],
    prepare: async (context) => {
      const { infrastructure } = context;
      await currentAsked(workOutside(infrastructure), resource, context);
    },
    handle: async (context) => {
      const { result: record, headers } = await runWrite(context, async (made, work) => {
        const before = await currentAsked(work, resource, context);
        await commit(made, work, await deleteRecord(work, resource, before, context.query["cascade"] === true));
        return before;
      });
      return recordResult(resource, record, { headers });
    },
  });
}

/** What the declarations of the writes have in common. */
function writeOf(resource: Resource, verb: string, verbOfSummary: string) {
  return {
    operationId: `${verb}${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `${verbOfSummary} a ${resource.singular.toLowerCase()}`,
    access: "editRecords",
  } as const;
}

/** Runs an audited change by the caller, with a unit of work. @returns what it returned, and the header with its entry. */
export async function runWrite<Result>(
  { infrastructure, session }: Pick<RequestContext, "infrastructure" | "session">,
  change: (made: AuditedChange, work: UnitOfWork) => Promise<Result>,
): Promise<{ result: Result; headers: Record<string, string> }> {
  const { result, activityId } = await runAuditedChange(infrastructure.database, requireStaff(session), (made) =>
    change(made, new UnitOfWork(made.transaction, dayInLondon(infrastructure.now()))),
  );
  return { result, headers: activityHeader(activityId) };
}

function recordInput(resource: Resource) {
  const params = recordParam(resource);
  return { params, headers: ["If-Match"] as const };
}

function recordOutput(
  resource: Resource,
  description: string,
  headers: OutputDeclaration["headers"],
): OutputDeclaration {
  return {
    description,
    headers,
    optionalHeaders: ["Activity-Id"],
    schema: resource.record,
    example: exampleRecord(resource),
  };
}

/** `cascade`, for resources with cascading dependants. Any value but `true` is false. */
function removalQuery({ singular, dependants }: Resource) {
  const taken = dependants.flatMap(({ cascade }) => (cascade ? [cascade.plural.toLowerCase()] : []));
  const cascade = z
    .array(z.string())
    .default([])
    .transform((values) => values.includes("true"))
    .pipe(z.boolean().meta({ default: false }))
    .describe(
      `\`true\` also deletes the ${taken.join(" and ")} that refer to the ${singular.toLowerCase()}, all or nothing. Without it, a record with such references is not deleted (409).`,
    );
  return z.object(taken.length === 0 ? {} : { cascade });
}

/** The current record of the path. @throws AppError 404, or 412 when `If-Match` names another version. */
function currentAsked(
  work: UnitOfWork,
  resource: Resource,
  { request, params }: Pick<RequestContext, "request"> & { readonly params: { readonly id: string } },
): Promise<FlatRecord> {
  return getCurrent(work, resource, params.id, request.header("if-match"));
}

/** A unit of work that reads before a change, without a transaction. */
export function workOutside({ database, now }: Infrastructure): UnitOfWork {
  return new UnitOfWork(database.prisma, dayInLondon(now()));
}

/** Writes the steps, and entries in the activity log for those that change something. @throws AppError when the database refuses one. */
export async function commit(made: AuditedChange, work: UnitOfWork, steps: readonly RecordStep[]): Promise<void> {
  const [refusal] = await flush(work);
  if (refusal) throw refusal.error;
  for (const step of steps) if (!isDeepStrictEqual(step.before, step.after)) logStep(made, step, work.today);
}

function recordResult(
  resource: Resource,
  row: FlatRecord,
  extra: Pick<HandlerResult, "status" | "headers"> = {},
): HandlerResult {
  const body = Representation.json(recordOf(resource, row));
  return { ...extra, body, headers: { ...extra.headers, ETag: body.etag("identity") } };
}
