import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import { validationError } from "../http/body.ts";
import { pascalCase } from "../http/declaration.ts";
import { defineOperation } from "../http/define-operation.ts";
import { notFound } from "../http/failures.ts";
import type { Operation, Route } from "../http/route.ts";
import { Representation } from "../catalogue/representation.ts";
import { noParameters } from "./details-routes.ts";
import { exampleOf, exampleRecord, recordParam, tagOf } from "./examples.ts";
import { conflict, preconditionFailed } from "./failures.ts";
import { flush } from "./flush.ts";
import { logStep } from "./log-step.ts";
import { mergeKey, mergeRecords } from "./merge.ts";
import { mergeIssues, mergeSchema } from "./merge-body.ts";
import { getCurrent } from "./record-operations.ts";
import type { Resource } from "./resource.ts";
import { recordOf } from "./rows.ts";
import { withSuccessor } from "./successor.ts";
import { runWrite, workOutside } from "./writes.ts";

/** `/people/{id}/merge`: merges a duplicate into another record. */
export function mergeRoute(resource: Resource): Route {
  return {
    path: `/${resource.path}/{id}/merge`,
    isMetered: true,
    operations: { POST: withSuccessor(resource, mergeOperation(resource)) },
  };
}

function mergeOperation(resource: Resource): Operation {
  const term = resource.singular.toLowerCase();
  return defineOperation({
    operationId: `merge${pascalCase(resource.singular)}`,
    tag: tagOf(resource),
    summary: `Merge a ${term} into another`,
    description: `Everything that referred to the ${term} refers to the survivor, and rows that become equal become one. Other names, external ids and sources are united; the ${term}'s name becomes another name of the survivor. The ${term} is deleted; its path stays 404 and names the survivor in \`Link\`. \`others\` merges further duplicates into the same survivor. The merge is one change, undone as one.`,
    access: "merge",
    input: {
      params: recordParam(resource),
      query: noParameters,
      headers: ["If-Match"],
      body: mergeSchema(resource),
      bodyExample: exampleOf(resource, () => ({ into: "the-survivor" })),
    },
    output: {
      description: "The surviving record.",
      headers: ["ETag"],
      optionalHeaders: ["Activity-Id"],
      schema: resource.record,
      example: exampleRecord(resource),
    },
    failures: [notFound(resource), conflict, preconditionFailed],
    prepare: async ({ params, request, infrastructure }) => {
      const work = workOutside(infrastructure);
      return { work, from: await getCurrent(work, resource, params.id, request.header("if-match")) };
    },
    check: ({ sent }, { work, from }) => mergeIssues(work, resource, from, sent),
    handle: async (context) => {
      const { params, request, body } = context;
      const { result: survivor, headers } = await runWrite(context, async (made, work) => {
        const from = await getCurrent(work, resource, params.id, request.header("if-match"));
        const issues = await mergeIssues(work, resource, from, body);
        if (issues.length > 0) throw validationError(issues);
        const into = await getCurrent(work, resource, body.into, body.into_if_match);
        const duplicates = [{ record: from, keep: body.keep ?? {} }];
        for (const { id, if_match: ifMatch, keep = {} } of body.others ?? [])
          duplicates.push({ record: await getCurrent(work, resource, id, ifMatch), keep });
        const merged = await mergeRecords(work, resource, into, duplicates);
        const pending = await work.pendingChanges();
        const [refusal] = await flush(work);
        if (refusal) throw refusal.error;
        for (const { resource: owner, id, stored, current } of pending) {
          const action = current ? "update" : "delete";
          logStep(
            made,
            { action, resource: owner, before: stored, after: current },
            work.today,
            merged.get(mergeKey(owner, id)),
          );
        }
        return (await work.find(resource.repository, into.id)) as FlatRecord;
      });
      const shown = Representation.json(recordOf(resource, survivor));
      return { body: shown, headers: { ...headers, ETag: shown.etag("identity") } };
    },
  });
}
