import "server-only";
import { headers } from "next/headers";
import { pageInfrastructure, withinPageTime } from "@/app/page-infrastructure";
import { createRequest } from "@/lib/http/request";
import { createFixedRouter } from "@/lib/http/router";
import type { HttpRequest, Route } from "@/lib/http/route";
import { readForPage } from "@/lib/http/pipeline";
import type { CachedResponse } from "@/lib/http/client/hooks.browser";

/**
 * Answers API paths on the server, so that the page carries the data it would request. A path that can't be answered in
 * time is left out; the browser then requests it and shows any error.
 */
export async function prefetch(
  wanted: Readonly<Record<string, Route>>,
): Promise<Record<string, CachedResponse<unknown>>> {
  const cookie = (await headers()).get("cookie") ?? undefined;
  const running = await pageInfrastructure();
  const responses = await Promise.all(
    Object.entries(wanted).map(async ([path, route]) => {
      const body = await withinPageTime(readForPage(requestFor(path, route, cookie), running)).catch(() => null);
      if (body === null) return [];
      const bytes = await body.bytes("identity");
      return [[path, { body: JSON.parse(bytes.toString()) as unknown, etag: null }]];
    }),
  );
  return Object.fromEntries(responses.flat()) as Record<string, CachedResponse<unknown>>;
}

/** Sends the request as the browser would, with the reader's cookies. */
function requestFor(path: string, route: Route, cookie: string | undefined): HttpRequest {
  const header = (name: string) => (name === "cookie" ? cookie : undefined);
  return createRequest({ method: "GET", target: `/api${path}`, header }, createFixedRouter(route));
}
