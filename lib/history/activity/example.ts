import "server-only";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { RecordSample, OperationTag } from "../../http/declaration.ts";
import { differencesOf, labelOfRecord } from "../../resources/record-words.ts";
import type { ActivityEntry } from "./schema.browser.ts";

/** The examples of the activity operations in the OpenAPI document. */

export const activityTag: OperationTag = {
  name: "Activity",
  description: "Who changed what, and when. Every write adds an entry for each record it changed, and can be undone.",
};

/** The entry of creating the first record; undefined when there are no samples. */
export function exampleActivityEntry([sample]: readonly RecordSample[]): ActivityEntry | undefined {
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
