import "server-only";
import { deleteRecord } from "./delete-record.ts";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { requireStaff } from "../http/access/staff.ts";
import { dayInLondon } from "../core/dates.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { Representation } from "../catalogue/representation.ts";
import { activityHeader, runAuditedChange, type AuditedChange } from "./audited-change.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { pascalCase, type Declaration, type InputDeclaration, type OutputDeclaration } from "../http/declaration.ts";
import type { FieldIssue, Validated } from "../http/body.ts";
import { defineOperation } from "../http/define-operation.ts";
import { badRequest, notFound } from "../http/failures.ts";
import { UnitOfWork } from "./unit-of-work.ts";
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
  representPart,
  type RecordStep,
  type RowPart,
} from "./record-operations.ts";

export function createOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `create${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `Add a ${term}`,
    access: "editRecords",
    input: { body: resource.creation, bodyExample: exampleBody(resource) },
    output: { status: 201, ...recordOutput(resource, `The new ${term}, with its id.`, ["Location", "ETag"]) },
    failures: [conflict],
    check: (inspected, _prepared, { infrastructure }) =>
      findRecordIssues(workOutside(infrastructure), resource, inspected, null),
    handle: async (context) => {
      const { result: record, headers } = await runWrite(context, async (audited, work) => {
        const step = await createRecord(work, resource, pickRecordFields(resource, context.body));
        await commit(audited, work, [step]);
        return step.after;
      });
      return tagged(Representation.json(recordOf(resource, record)), {
        status: 201,
        headers: { ...headers, Location: `/api/${resource.path}/${encodeURIComponent(record.id)}` },
      });
    },
  });
}

/** `PUT`: changes a record; an absent field keeps its value. */
export function updateOperation(resource: Resource): Operation {
  return putOperation(resource, {
    part: "record",
    operationId: `update${pascalCase(resource.singular)}`,
    summary: `Change a ${resource.singular.toLowerCase()}`,
    description: "Changes the fields in the body. You can send back a whole record as you read it.",
    input: { body: resource.change, bodyExample: exampleBody(resource) },
    output: recordOutput(resource, `The ${resource.singular.toLowerCase()} after the change.`, ["ETag"]),
    failures: [notFound(resource), conflict, preconditionFailed],
    check: async (work, { sent, issues }, before) => {
      const isOther = "id" in sent && sent["id"] !== before.id;
      const ofId = isOther ? [{ path: "id", message: "is not the id in the path" }] : [];
      const found = { sent, issues: [...issues, ...ofId] };
      return [...ofId, ...(await findRecordIssues(work, resource, found, before))];
    },
    write: (work, before, body) => updateRecord(work, resource, before, pickRecordFields(resource, body)),
  });
}

/** The `PUT` of a part of a record: what differs between the parts. */
interface PartChange extends Pick<Declaration, "operationId" | "summary" | "description" | "output" | "failures"> {
  readonly part: RowPart;
  readonly input: Pick<InputDeclaration, "query" | "bodyExample"> & { readonly body: z.ZodObject };
  check(work: UnitOfWork, inspected: Validated<Record<string, unknown>>, before: FlatRecord): Promise<FieldIssue[]>;
  /** @param now milliseconds since 1970. @throws AppError 400 */
  write(work: UnitOfWork, before: FlatRecord, body: Record<string, unknown>, now: number): Promise<RecordUpdate>;
}

type RecordUpdate = RecordStep<FlatRecord, FlatRecord>;

export function putOperation(resource: Resource, { part, input, check, write, ...declared }: PartChange): Operation {
  return defineOperation({
    ...declared,
    tag: tagOf(resource),
    access: "editRecords",
    input: { params: recordParam(resource), headers: ["If-Match"], ...input },
    prepare: async (context) => {
      const work = workOutside(context.infrastructure);
      return { work, before: await currentAsked(work, resource, context, part) };
    },
    check: (inspected, { work, before }) => check(work, inspected, before),
    handle: async (context) => {
      const now = context.infrastructure.now();
      const { result: row, headers } = await runWrite(context, async (audited, work) => {
        // The record may have changed since `prepare` read it.
        const step = await write(work, await currentAsked(work, resource, context, part), context.body, now);
        await commit(audited, work, [step]);
        return step.after;
      });
      return tagged(representPart(part, resource, row, dayInLondon(now)), { headers });
    },
  });
}

/** `DELETE`: deletes a record; `?cascade=true` also deletes its dependants, where the resource allows it. */
export function deleteOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `delete${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `Delete a ${term}`,
    access: "editRecords",
    input: { params: recordParam(resource), headers: ["If-Match"], query: removalQuery(resource) },
    output: recordOutput(resource, `The deleted ${term}.`, ["ETag"]),
    failures: [badRequest, notFound(resource), conflict, preconditionFailed],
    prepare: (context) => currentAsked(workOutside(context.infrastructure), resource, context),
    handle: async (context) => {
      const { result: record, headers } = await runWrite(context, async (audited, work) => {
        const before = await currentAsked(work, resource, context);
        await commit(audited, work, await deleteRecord(work, resource, before, context.query["cascade"] === true));
        return before;
      });
      return tagged(Representation.json(recordOf(resource, record)), { headers });
    },
  });
}

/** Runs an audited change by the caller, with a unit of work. @returns what it returned, and the header with its entry. */
export async function runWrite<Result>(
  { infrastructure, session }: Pick<RequestContext, "infrastructure" | "session">,
  change: (audited: AuditedChange, work: UnitOfWork) => Promise<Result>,
): Promise<{ result: Result; headers: Record<string, string> }> {
  const { result, activityId } = await runAuditedChange(infrastructure.database, requireStaff(session), (audited) =>
    change(audited, new UnitOfWork(audited.transaction, dayInLondon(infrastructure.now()))),
  );
  return { result, headers: activityHeader(activityId) };
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
  const taken = dependants.flatMap(({ onDelete, owner }) =>
    onDelete === "cascade" ? [owner.plural.toLowerCase()] : [],
  );
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

/** The current record of the path. @throws AppError 404, or 412 when `If-Match` names another version of the part. */
function currentAsked(
  work: UnitOfWork,
  resource: Resource,
  { request, params }: Pick<RequestContext, "request"> & { readonly params: { readonly id: string } },
  part: RowPart = "record",
): Promise<FlatRecord> {
  return getCurrent(work, resource, params.id, request.header("if-match"), part);
}

/** A unit of work that reads before a change, without a transaction. */
export function workOutside({ database, now }: Infrastructure): UnitOfWork {
  return new UnitOfWork(database.prisma, dayInLondon(now()));
}

/** Writes the steps, and entries in the activity log for those that change something. @throws AppError when the database refuses one. */
export async function commit(audited: AuditedChange, work: UnitOfWork, steps: readonly RecordStep[]): Promise<void> {
  const [refusal] = await flush(work);
  if (refusal) throw refusal.error;
  for (const step of steps) if (!isDeepStrictEqual(step.before, step.after)) logStep(audited, step, work.today);
}

/** The answer to a write, with the entity tag of what is there now. */
export function tagged(body: Representation, { headers, ...extra }: Omit<HandlerResult, "body">): HandlerResult {
  return { ...extra, body, headers: { ...headers, ETag: body.etag("identity") } };
}
