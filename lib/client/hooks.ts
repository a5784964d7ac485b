"use client";

import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ApiError, getApi } from "./client.ts";

/** A stored response: its body, and the entity tag that shows whether it is still current. */
export interface CachedResponse<Body> {
  body: Body;
  etag: string | null;
}

/** How a body is parsed: a zod schema or a function in its place. */
export interface BodyParser<Body> {
  parse(body: unknown): Body;
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
 * The error is an `ApiError`, also when the body does not match the schema.
 */
export function useApi<Body>(path: string, schema: BodyParser<Body>, options: UseApiOptions = {}) {
  return useQuery(apiQuery(useQueryClient(), path, schema, options));
}

/** What `useApi` asks, for a hook that asks several paths at once. */
export function apiQuery<Body>(
  client: QueryClient,
  path: string,
  schema: BodyParser<Body>,
  options: UseApiOptions = {},
) {
  return queryOptions<CachedResponse<Body>, ApiError>({
    queryKey: apiQueryKey(path),
    queryFn: () => fetchCached(client, path, schema),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.everyMilliseconds ?? false,
  });
}

/** The query key of a path: its resource first, so that all queries of a resource can be addressed. */
export function apiQueryKey(path: string): [resource: string, path: string] {
  return [path.split(/[/?]/)[1] ?? "", path];
}

async function fetchCached<Body>(
  client: QueryClient,
  path: string,
  schema: BodyParser<Body>,
): Promise<CachedResponse<Body>> {
  const held = client.getQueryData<CachedResponse<Body>>(apiQueryKey(path));
  const answer = await getApi(path, held?.etag).catch(() => null);
  if (answer?.status === 304 && held) return held;
  if (answer === null || answer.status !== 200) throw new ApiError(answer);
  return { body: schema.parse(answer.body), etag: answer.etag };
}
