import { RequestError, getApi } from "@/lib/client/client.browser";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { FormRecord } from "@/components/records/form/record-shape";

/** One record's part in a change, as its author knows it. */
export interface RecordedStep {
  path: ResourcePath;
  id: string;
  /** The record after the change; null if it was deleted. */
  after: FormRecord | null;
}

const lookedThrough = 20;

/** The newest entry that produced this version of the record. */
export async function findEntryOf({ path, id, after }: RecordedStep): Promise<string> {
  const query = new URLSearchParams({ resource: path, record_id: id, limit: String(lookedThrough) });
  const answer = await getApi(`/activity?${query}`).catch(() => null);
  if (answer?.status !== 200) throw new RequestError(answer);
  const found = findEntryLeaving(answer.body as ActivityEntry[], after);
  if (!found)
    throw new RequestError({
      ...answer,
      body: { message: "This is no longer the latest change. Undo it in Activity." },
    });
  return found.id;
}

/** @param entries the entries of one record, newest first. */
function findEntryLeaving(entries: readonly ActivityEntry[], after: RecordedStep["after"]): ActivityEntry | undefined {
  return entries.find((entry) => JSON.stringify(entry.after) === JSON.stringify(after));
}
