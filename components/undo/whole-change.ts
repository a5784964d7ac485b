"use client";

import { useQuery } from "@tanstack/react-query";
import type { ActivityEntry } from "@/lib/activity/schema";
import { ApiError, getApi } from "@/lib/client/client";

const pageLength = 100;
const maxPages = 5;

/** All entries of a change of which a list shows the first; at most five hundred. */
export function useWholeChange(
  changeId: string,
  isEnabled: boolean,
): { entries: readonly ActivityEntry[]; isAll: boolean } | undefined {
  const { data } = useQuery({
    queryKey: ["activity", "change", changeId],
    queryFn: () => readChange(changeId),
    enabled: isEnabled,
    // The entries of a change never change.
    staleTime: Infinity,
  });
  return data;
}

async function readChange(changeId: string): Promise<{ entries: ActivityEntry[]; isAll: boolean }> {
  const entries: ActivityEntry[] = [];
  for (let page = 0; page < maxPages; page += 1) {
    const last = entries.at(-1);
    const query = new URLSearchParams({ change_id: changeId, limit: String(pageLength) });
    if (last) query.set("before", last.id);
    const answer = await getApi(`/activity?${query}`).catch(() => null);
    if (answer?.status !== 200) throw new ApiError(answer);
    const found = answer.body as ActivityEntry[];
    entries.push(...found);
    if (found.length < pageLength) return { entries, isAll: true };
  }
  return { entries, isAll: false };
}
