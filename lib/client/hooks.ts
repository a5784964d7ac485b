"use client";

import { queryOptions, useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ApiError, callApi } from "./client.ts";

/** What is held of a path: the body, and the entity tag that tells whether it still holds. */
export interface Held<Body> {
  body: Body;
  etag: string | null;
}

/** How a body is understood: a zod schema, or what stands in for one. */
export interface Reading<Body> {
  parse(body: unknown): Body;
}

interface UseApiOptions {
  isEnabled?: boolean;
  /** Asks again that often, as long as somebody looks at the page. */
  everyMilliseconds?: number;
}

/**
 * What a path answers now, kept while the page is open. Asked again it sends the entity tag
 * that it holds, so that polling costs nothing while nothing has changed.
 *
 * The error is an `ApiError`; a body that is not as the schema says is one, too.
 */
export function useApi<Body>(path: string, schema: Reading<Body>, options: UseApiOptions = {}) {
  return useQuery(apiQuery(useQueryClient(), path, schema, options));
}

/** What `useApi` asks, for a hook that asks several paths at once. */
export function apiQuery<Body>(client: QueryClient, path: string, schema: Reading<Body>, options: UseApiOptions = {}) {
  return queryOptions<Held<Body>, ApiError>({
    queryKey: apiKey(path),
    queryFn: () => ask(client, path, schema),
    enabled: options.isEnabled ?? true,
    refetchInterval: options.everyMilliseconds ?? false,
  });
}

/** The name under which the answer of a path is kept: its first segment first, so that all of a resource can be named. */
export function apiKey(path: string): [resource: string, path: string] {
  return [path.split(/[/?]/)[1] ?? "", path];
}

async function ask<Body>(client: QueryClient, path: string, schema: Reading<Body>): Promise<Held<Body>> {
  const held = client.getQueryData<Held<Body>>(apiKey(path));
  const answer = await callApi(path, held?.etag).catch(() => null);
  if (answer?.status === 304 && held) return held;
  if (answer === null || answer.status !== 200) throw new ApiError(answer);
  return { body: schema.parse(answer.body), etag: answer.etag };
}
