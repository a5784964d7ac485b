import { keepPreviousData, useInfiniteQuery, type InfiniteData } from "@tanstack/react-query";
import type { ApiResponse, RequestError } from "@/lib/http/client/client.browser";
import { apiQueryKey, readApi } from "@/lib/http/client/hooks.browser";
import { withoutEmpty } from "./use-search-state";

interface Options<Body> {
  /** The path of the next page, from the answer with the last one. */
  nextOf(answer: ApiResponse<Body>): string | null | undefined;
  /** Whether the pages of another path stay until those of this one are there. */
  areKept?: boolean;
}

/** A list of the API, page by page. @param path of the first page, under `/api`. */
export function usePages<Body>(path: string, { nextOf, areKept = false }: Options<Body>) {
  type Page = ApiResponse<Body>;
  return useInfiniteQuery<Page, RequestError, { pages: Body[] }, string[], string>({
    queryKey: [...apiQueryKey(path), "pages"],
    initialPageParam: path,
    ...(areKept && { placeholderData: keepPreviousData }),
    queryFn: ({ pageParam }) => readApi<Body>(pageParam),
    getNextPageParam: nextOf,
    select: bodiesOf,
  });
}

function bodiesOf<Body>({ pages }: InfiniteData<ApiResponse<Body>>) {
  return { pages: pages.map(({ body }) => body) };
}

/** A log, newest first. @param narrowing its parameters; empty ones are left out. */
export function useLogPages<Entry extends { id: string }>(
  log: "activity" | "security-log",
  narrowing: Readonly<Record<string, string>>,
  pageLength: number,
) {
  const path = `/${log}?${withoutEmpty({ ...narrowing, limit: String(pageLength) })}`;
  return usePages<Entry[]>(path, {
    nextOf: ({ body }) => (body.length < pageLength ? null : `${path}&before=${body.at(-1)?.id}`),
  });
}
