import "server-only";
import type { FlatRecord } from "../../core/json.browser.ts";
import { type RecordSample, type OperationTag, idParam } from "../../http/declaration.ts";
import { differencesOf, labelOfRecord, type FindRecord } from "../../resources/record-words.ts";
import {
  type ActivityEntry,
  activityEntry,
  authors,
  activityQuery,
  entryId,
  maxActivityCsvEntries,
  maxActivityEntries,
  type LoggedEntry,
} from "./schema.browser.ts";
import { isStorable } from "../../db/rows.ts";
import { z } from "zod";
import { defineOperation } from "../../http/define-operation.ts";
import { meteredRoute, type HandlerResult } from "../../http/route.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { Representation } from "../../catalogue/representation.ts";
import { csvType, prefersCsv } from "../../http/prefers-csv.ts";
import { dayAfter, startOfLondonDay } from "../../core/dates.ts";
import { AppError } from "../../core/errors.ts";
import { listEntries, type ActivityRow } from "../../catalogue/activity-queries.ts";
import { runWrite } from "../../records/writes.ts";
import { notFound } from "../../http/failures.ts";
import { conflict } from "../../records/failures.ts";
import { resources } from "../../resources/resources.ts";
import { orderFields, revertChange } from "./revert.ts";
import { formatCell, csvText } from "../csv/cell.browser.ts";
import { authorOf } from "./terms.browser.ts";

const activityTag: OperationTag = {
  name: "Activity",
  description: "Who changed what, and when. Every write adds an entry for each record it changed, and can be undone.",
};

/** The entry of creating the first record; undefined when there are no samples. */
function exampleActivityEntry([sample]: readonly RecordSample[]): ActivityEntry | undefined {
  if (!sample) return undefined;
  const record = JSON.parse(sample.record) as FlatRecord;
  return {
    id: "1042",
    at: "2026-10-01T09:30:00.000Z",
    account: { id: "0b7c8f9e-4f55-4c2f-8f0e-3a5f8c2d1e90", name: "Ada Quill" },
    by: "account",
    change_id: "5f2d7a34-8c1b-4d0e-9a67-1f3e5b7c9d20",
    action: "create",
    resource: sample.path,
    record_id: sample.id,
    label: labelOfRecord(sample.path, record, () => undefined),
    differences: differencesOf(sample.path, null, record, () => undefined),
    before: null,
    after: record,
  };
}

/** `GET /activity`: who changed what, newest first. */
export const activityRoute = meteredRoute("/activity", {
  GET: defineOperation({
    operationId: "listActivity",
    tag: activityTag,
    summary: "List changes",
    description:
      "Newest first. For the next page, send the id of the last entry as `before`. With `Accept: text/csv` the answer is CSV, with the fields that changed.",
    access: "readActivity",
    input: { query: activityQuery },
    output: {
      description: "An array of entries, possibly empty.",
      schema: z.array(activityEntry),
      example: (samples) => {
        const entry = exampleActivityEntry(samples);
        return entry && [entry];
      },
      otherTypes: [csvType],
    },
    handle: async ({
      request,
      query: { from, to, q: text, before, limit, ...fields },
      infrastructure: { database, catalogue },
      versions,
    }) => {
      const isCsv = prefersCsv(request.header("accept"));
      const filter = {
        ...fields,
        text,
        from: from === undefined ? undefined : startOfLondonDay(from),
        until: to === undefined ? undefined : startOfLondonDay(dayAfter(to)),
        before: before === undefined ? before : BigInt(before),
        limit: limit ?? (isCsv ? maxActivityCsvEntries : maxActivityEntries),
      };
      const isPossible = [...Object.values(fields), text].every((one) => isStorable(one ?? ""));
      const entries = isPossible ? await listEntries(database.prisma, filter) : [];
      if (isCsv) return activityCsv(entries.map(serialize));
      await catalogue.reach(versions?.data ?? null);
      return { body: Representation.json(withWords(entries.map(serialize), catalogue)) };
    },
  }),
});

export const revertRoute = meteredRoute("/activity/{id}/revert", {
  POST: defineOperation({
    operationId: "revertActivity",
    tag: activityTag,
    summary: "Undo a change",
    description:
      "Undoes the whole change that the entry belongs to, including a cascade, all or nothing; with `only=record`, what it did to the entry's record alone. A deleted record comes back with its old id. No body is sent.",
    access: "undoChanges",
    input: {
      params: idParam("activity", (samples) => exampleActivityEntry(samples)?.id),
      query: z.object({
        only: z.literal("record").optional().describe("Undo what the change did to the entry's record alone."),
      }),
    },
    output: {
      description: "The entry's record after the undo; for an undone creation, as it was.",
      optionalHeaders: ["Activity-Id"],
      schema: z.union(resources.map(({ record }) => record)),
      example: (samples) => exampleActivityEntry(samples)?.after,
    },
    failures: [notFound({ singular: "Activity" }), conflict],
    handle: async (context) => {
      const { params, query } = context;
      const id = entryId.safeParse(params.id);
      if (!id.success) throw new AppError("not_found", { error: "Activity not found" });
      const { result, headers } = await runWrite(context, (audited, work) =>
        revertChange(audited, work, BigInt(id.data), query.only === "record"),
      );
      return { body: Representation.json(result), headers };
    },
  }),
});

/** A record that an entry names may be gone: then one of the other entries may have it. */
function withWords(entries: readonly LoggedEntry[], catalogue: Catalogue): ActivityEntry[] {
  const gone = new Map(
    // The newest of a record comes first.
    entries
      .toReversed()
      .map(({ resource, record_id, ...entry }) => [`${resource}/${record_id}`, entry.after ?? entry.before ?? {}]),
  );
  const find: FindRecord = (path, id) => catalogue.row(path, id)?.record ?? gone.get(`${path}/${id}`);
  return entries.map(({ before, after, ...entry }) => {
    const [from, to] = [before, after].map((version) => version && { ...version, id: entry.record_id });
    return {
      ...entry,
      label: labelOfRecord(entry.resource, to ?? from ?? { id: entry.record_id }, find),
      differences: differencesOf(entry.resource, from ?? null, to ?? null, find),
      before,
      after,
    };
  });
}

function serialize(entry: ActivityRow): LoggedEntry {
  const { id, at, account_id, account_name, change_id, action, resource, record_id, before, after } = entry;
  return {
    id: String(id),
    at: at.toISOString(),
    account: account_id === "schedule" ? null : { id: account_id, name: account_name },
    by: authors.find((author) => author === account_id) ?? "account",
    change_id,
    action,
    resource,
    record_id,
    before: orderFields(resource, before),
    after: orderFields(resource, after),
  };
}

const columns = [
  "id",
  "at",
  "account_id",
  "account",
  "change_id",
  "action",
  "resource",
  "record_id",
  "fields",
  "before",
  "after",
];

/** The entries as CSV, each with the fields that changed. */
function activityCsv(entries: readonly LoggedEntry[]): HandlerResult {
  const rows = entries.map(({ id, at, account, by, change_id, action, resource, record_id, before, after }) => {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
    const [earlier, later] = [before, after].map((record) =>
      record === null ? null : JSON.stringify(Object.fromEntries(changed.map((name) => [name, record[name]]))),
    );
    const who = [account?.id ?? null, account ? account.name : authorOf({ account, by })];
    const what = [change_id, action, resource, record_id, changed.join(", ")];
    return [id, at, ...who, ...what, earlier ?? null, later ?? null].map(formatCell);
  });
  return {
    body: new Representation(csvText([columns, ...rows]), `${csvType}; charset=utf-8`),
    headers: { "Content-Disposition": 'attachment; filename="activity.csv"' },
  };
}
