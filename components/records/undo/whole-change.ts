import { queryOptions } from "@tanstack/react-query";
import { RequestError, getApi } from "@/lib/client/client.browser";
import type { ActivityEntry } from "@/lib/history/activity/schema.browser";

const pageLength = 100;
const maxPages = 5;

/** The entries of a change; at most five hundred. */
export interface WholeChange {
  entries: readonly ActivityEntry[];
  isAll: boolean;
}

/** Reads all entries of a change of which a list shows some. */
export function wholeChange(changeId: string) {
  return queryOptions({
    queryKey: ["activity", "change", changeId],
    queryFn: () => readChange(changeId),
    // The entries of a change never change.
    staleTime: Infinity,
  });
}

async function readChange(changeId: string): Promise<WholeChange> {
  const entries: ActivityEntry[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = entries.at(-1);
    const query = new URLSearchParams({ change_id: changeId, limit: String(pageLength) });
    if (last) query.set("before", last.id);
    const answer = await getApi(`/activity?${query}`).catch(() => null);
    if (answer?.status !== 200) throw new RequestError(answer);
    const found = answer.body as ActivityEntry[];
    entries.push(...found);
    if (found.length < pageLength) return { entries, isAll: true };
  }
  return { entries, isAll: false };
}
