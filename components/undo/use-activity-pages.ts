"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { ActivityEntry } from "@/lib/activity/schema";
import { ApiError, getApi } from "@/lib/client/client";

/** The activity log, newest first, page by page. @param narrowing the parameters of `GET /activity`; empty ones are left out. */
export function useActivityPages(narrowing: Readonly<Record<string, string>>, pageLength: number) {
  const query = new URLSearchParams(Object.entries(narrowing).filter(([, value]) => value !== ""));
  query.set("limit", String(pageLength));
  return useInfiniteQuery<ActivityEntry[], ApiError, { pages: ActivityEntry[][] }, string[], string | null>({
    queryKey: ["activity", "pages", query.toString()],
    initialPageParam: null,
    queryFn: async ({ pageParam }) => {
      const answer = await getApi(`/activity?${query}${pageParam === null ? "" : `&before=${pageParam}`}`).catch(
        () => null,
      );
      if (answer?.status !== 200) throw new ApiError(answer);
      return answer.body as ActivityEntry[];
    },
    getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.id),
  });
}
