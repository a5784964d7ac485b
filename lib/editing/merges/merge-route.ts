import "server-only";
import { z } from "zod";
import { may } from "../../http/access/permissions.browser.ts";
import { requireStaff } from "../../http/access/staff.ts";
import { Representation } from "../../catalogue/representation.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import { creationTimes } from "../../catalogue/activity-queries.ts";
import type { AuditedChange } from "../../records/audited-change.ts";
import { validationError } from "../../http/body.ts";
import { pascalCase } from "../../http/declaration.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { notFound } from "../../http/failures.ts";
import { meteredRoute, type HandlerResult, type Operation, type RequestContext, type Route } from "../../http/route.ts";
import { noParameters } from "../../records/resource-routes.ts";
import { exampleOf, exampleRecord, recordParam, tagOf } from "../../records/examples.ts";
import { conflict, preconditionFailed } from "../../records/failures.ts";
import { getCurrent, type RecordStep } from "../../records/record-operations.ts";
import type { Resource } from "../../records/resource.ts";
import { recordOf } from "../../records/rows.ts";
import { withSuccessor } from "../../records/successor.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import { commit, runWrite, tagged, workOutside } from "../../records/writes.ts";
import type { FindRecord } from "../../resources/record-words.ts";
import { referenceInWords, referencesTo } from "../changes/offers.ts";
import { mergeKey, mergeRecords, type Duplicate, type MergeEffect } from "./merge.ts";
import { mergeIssues, mergeSchema } from "./merge-body.ts";
import { planMerge } from "./plan-merge.ts";
import { mergePlan, type MergePlan } from "./schema.browser.ts";

/** `/people/{id}/merge`: merges a duplicate into another record. */
export function mergeRoute(resource: Resource): Route {
  return meteredRoute(`/${resource.path}/{id}/merge`, { POST: withSuccessor(resource, mergeOperation(resource)) });
}

function mergeOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `merge${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `Merge a ${term} into another`,
    description: `Everything that referred to the ${term} refers to the survivor, and rows that become equal become one. Other names, external ids and sources are united; the ${term}'s name becomes another name of the survivor. The ${term} is deleted; its path stays 404 and names the survivor in \`Link\`. \`others\` merges further duplicates into the same survivor. The merge is one change, undone as one. With \`dry_run\` nothing is written, and the answer is the plan of exactly this merge: the survivor as it will be, the values to choose from, what moves, what becomes one, other names and ids that clash.`,
    access: "merge",
    input: {
      params: recordParam(resource),
      query: noParameters,
      headers: ["If-Match"],
      body: mergeSchema(resource),
      bodyExample: exampleOf(resource, () => ({ into: "the-survivor" })),
    },
    output: {
      description: "The surviving record; with `dry_run` the plan of the merge.",
      optionalHeaders: ["ETag", "Activity-Id"],
      schema: z.union([resource.record, mergePlan]),
      example: exampleRecord(resource),
    },
    failures: [notFound(resource), conflict, preconditionFailed],
    prepare: async ({ params, request, infrastructure }) => {
      const work = workOutside(infrastructure);
      return { work, from: await getCurrent(work, resource, params.id, request.header("if-match")) };
    },
    check: ({ sent }, { work, from }, context) => mergeIssues(work, resource, from, sent, context),
    handle: (context) => handleMerge(resource, context),
  });
}

type MergeRequest = Pick<RequestContext, "request" | "infrastructure" | "versions" | "session"> & {
  readonly params: { readonly id: string };
  readonly body: z.infer<ReturnType<typeof mergeSchema>>;
};

/** Merges; in a dry run, says what that does and rolls it back. */
async function handleMerge(resource: Resource, context: MergeRequest): Promise<HandlerResult> {
  const { infrastructure, versions, session, body } = context;
  const { catalogue } = infrastructure;
  const isDryRun = body.dry_run === true;
  if (isDryRun) await catalogue.reach(versions?.data ?? null);
  const { result, headers } = await runWrite(context, async (audited, work): Promise<Representation> => {
    const { into, duplicates } = await findRecords(work, resource, context);
    if (!isDryRun) {
      const { survivor } = await carryOut(audited, work, resource, into, duplicates);
      return Representation.json(recordOf(resource, survivor));
    }
    const find: FindRecord = (path, id) => work.peek(path, id) ?? catalogue.row(path, id)?.record;
    const rows = [...duplicates.map(({ record }) => record), into];
    const references = new Map<string, MergePlan["moves"]>();
    for (const { id } of rows)
      references.set(
        id,
        (await referencesTo(work, resource, id)).map((one) => referenceInWords(one, find)),
      );
    const ids = may(requireStaff(session), "readActivity") ? rows.map(({ id }) => id) : [];
    const createdAt = await creationTimes(audited.transaction, resource.path, ids);
    const outcome = await carryOut(audited, work, resource, into, duplicates);
    audited.rollBack();
    return Representation.json(planMerge({ resource, rows, references, createdAt, find }, outcome));
  });
  return isDryRun ? { body: result } : tagged(result, { headers });
}

/** The records of a request. @throws AppError when one is missing, has changed, or can't be merged. */
async function findRecords(work: UnitOfWork, resource: Resource, context: MergeRequest) {
  const { params, request, body } = context;
  const from = await getCurrent(work, resource, params.id, request.header("if-match"));
  const issues = await mergeIssues(work, resource, from, body, context);
  if (issues.length > 0) throw validationError(issues);
  const into = await getCurrent(work, resource, body.into, body.into_if_match);
  const duplicates: Duplicate[] = [{ record: from, keep: body.keep ?? {} }];
  for (const { id, if_match: ifMatch, keep = {} } of body.others ?? [])
    duplicates.push({ record: await getCurrent(work, resource, id, ifMatch), keep });
  return { into, duplicates };
}

/** Writes the merge, and its entries in the activity log. */
async function carryOut(
  audited: AuditedChange,
  work: UnitOfWork,
  resource: Resource,
  into: FlatRecord,
  duplicates: readonly Duplicate[],
): Promise<MergeEffect> {
  const outcome = await mergeRecords(work, resource, into, duplicates);
  const steps = (await work.pendingChanges()).map(({ resource: owner, id, stored, current }): RecordStep => ({
    action: current ? "update" : "delete",
    ...{ resource: owner, before: stored, after: current },
    mergedInto: outcome.mergedInto.get(mergeKey(owner, id)),
  }));
  await commit(audited, work, steps);
  return outcome;
}
