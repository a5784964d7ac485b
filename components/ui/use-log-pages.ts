import { useInfiniteQuery } from "@tanstack/react-query";
import { RequestError, getApi } from "@/lib/http/client/client.browser";
import { withoutEmpty } from "./use-search-state";

/**
 * A log, newest first, page by page.
 *
 * @param path the API's path of the log, and its query key.
 * @param narrowing its parameters; empty ones are left out.
 */
export function useLogPages<Entry extends { id: string }>(
  path: "activity" | "security-log",
  narrowing: Readonly<Record<string, string>>,
  pageLength: number,
) {
  const query = withoutEmpty({ ...narrowing, limit: String(pageLength) });
  return useInfiniteQuery<Entry[], RequestError, { pages: Entry[][] }, string[], string | null>({
    queryKey: [path, "pages", query.toString()],
    initialPageParam: null,
    queryFn: async ({ pageParam }) => {
      const older = pageParam === null ? "" : `&before=${pageParam}`;
      const answer = await getApi(`/${path}?${query}${older}`).catch(() => null);
      if (answer?.status !== 200) throw new RequestError(answer);
      return answer.body as Entry[];
    },
    getNextPageParam: (page) => (page.length < pageLength ? undefined : page.at(-1)?.id),
  });
}
