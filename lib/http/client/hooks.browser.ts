import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { RequestError, getApi, writes, type ApiResponse } from "./client.browser.ts";

/** A stored response: its body, and the entity tag that shows whether it is still current. */
export interface CachedResponse<Body> {
  body: Body;
  etag: string | null;
}

interface UseApiOptions {
  isEnabled?: boolean;
  /** Polls at this interval while the page is visible. */
  everyMilliseconds?: number;
}

/**
 * Fetches a path and keeps the response while the page is open. Later requests send the entity tag, so polling is free
 * while nothing changes.
 *
 * The body's type is not validated: page and API come from the same build, whose tests validate every response, and
 * bundling zod for that would add a sixth to the page's scripts.
 */
export function useApi<Body>(path: string, options: UseApiOptions = {}) {
  return useQuery(apiQuery<Body>(useQueryClient(), path, options));
}

/** What `useApi` asks, for a hook that asks several paths at once. */
export function apiQuery<Body>(client: QueryClient, path: string, options: UseApiOptions = {}) {
  return queryOptions<CachedResponse<Body>, RequestError>({
    queryKey: apiQueryKey(path),
    queryFn: () => fetchCached<Body>(client, path),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.everyMilliseconds ?? false,
  });
}

/** Reads a path once. @throws RequestError for every unsuccessful response, and when none comes. */
export async function readApi<Body>(path: string): Promise<ApiResponse<Body>> {
  const answer = await getApi(path).catch(() => null);
  if (answer?.status !== 200) throw new RequestError(answer);
  return answer as ApiResponse<Body>;
}

/** The query key of a path: its resource first, so that all queries of a resource can be addressed. */
export function apiQueryKey(path: string): [resource: string, path: string] {
  return [path.split(/[/?]/)[1] ?? "", path];
}

async function fetchCached<Body>(client: QueryClient, path: string): Promise<CachedResponse<Body>> {
  const held = client.getQueryData<CachedResponse<Body>>(apiQueryKey(path));
  const { ended } = writes;
  const answer = await getApi(path, held?.etag).catch(() => null);
  // TanStack Query does not begin a first load anew when a write invalidates it, and takes what it brings as current.
  if (!held && writes.ended !== ended) return fetchCached<Body>(client, path);
  if (answer?.status === 304 && held) return held;
  if (answer === null || answer.status !== 200) throw new RequestError(answer);
  return { body: answer.body as Body, etag: answer.etag };
}
