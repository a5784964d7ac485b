import "server-only";
import { z } from "zod";
import type { FlatRecord } from "../../core/json.browser.ts";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute } from "../../http/route.ts";
import type { Resource } from "../../records/resource.ts";
import type { Documents } from "../../catalogue/definition.ts";
import { Representation } from "../../catalogue/representation.ts";
import { mapYielding, sortYielding } from "../../core/yielding.ts";
import { changesTag, resourceNotFound, resourceOfPath, resourceParam } from "./declaration.ts";
import { exportedRecord } from "./schema.browser.ts";

/**
 * `GET /export/{resource}`: all records with their details and sources, as `POST /changes` takes them. The dashboard's
 * export needs them all: two reads a record would take a third of an account's day for 1,600 records.
 */
export const exportRoute = meteredRoute("/export/{resource}", {
  GET: defineOperation({
    operationId: "exportRecords",
    tag: changesTag,
    summary: "Export records with details and sources",
    description:
      "All records of a resource with their details and sources, by id. Sent back in `POST /changes`, each record's fields as `data`, they change nothing.",
    access: "exportRecords",
    input: {
      params: resourceParam,
      query: z.strictObject({}),
    },
    output: {
      description: "An array of records, possibly empty.",
      schema: z.array(exportedRecord),
    },
    failures: [resourceNotFound],
    prepare: ({ params }) => resourceOfPath(params.resource),
    handle: async ({ prepared: resource, versions, infrastructure: { catalogue } }) => {
      await catalogue.reach(versions?.data ?? null);
      const rows = await sortYielding([...catalogue.list(resource.path)], (a, b) => (a.id < b.id ? -1 : 1));
      const records = await mapYielding(rows, (row) => Buffer.from(JSON.stringify(exportedRecordOf(resource, row))));
      return { body: await Representation.array(records) };
    },
  }),
});

/** Details and sources as a change takes them; the time of verification is not a field that can be written. */
export function exportedRecordOf(resource: Resource, { record, details, sources }: Documents): FlatRecord {
  if (!resource.details) return record;
  const { id: _id, verified_at: _verified, ...fields } = details;
  return { ...record, details: fields, sources: sources["sources"] };
}
