"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { ApiError, getApi } from "@/lib/client/client";
import type { SecurityLogEntry } from "@/lib/security-log/schema";

/**
 * The security log, newest first, page by page.
 *
 * @param narrowing the parameters of `GET /security-log`; empty ones are left out.
 */
export function useSecurityLog(narrowing: Readonly<Record<string, string>>, pageLength: number) {
  const query = securityLogParameters(narrowing);
  query.set("limit", String(pageLength));
  return useInfiniteQuery<SecurityLogEntry[], ApiError, { pages: SecurityLogEntry[][] }, string[], string | null>({
    queryKey: ["security-log", query.toString()],
    initialPageParam: null,
    queryFn: async ({ pageParam }) => {
      const older = pageParam === null ? "" : `&before=${pageParam}`;
      const answer = await getApi(`/security-log?${query}${older}`).catch(() => null);
      if (answer?.status !== 200) throw new ApiError(answer);
      return answer.body as SecurityLogEntry[];
    },
    getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.id),
  });
}

export function securityLogParameters(narrowing: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(narrowing).filter(([, value]) => value !== ""));
}
