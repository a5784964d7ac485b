import "server-only";
import { Readable } from "node:stream";
import { sharedInfrastructure } from "../shared-infrastructure.ts";
import { createRequest } from "./request.ts";
import { createFixedRouter, type Router } from "./router.ts";
import type { HttpRequest, HttpResponse, Route } from "./route.ts";
import { handleRequest } from "./pipeline.ts";
import { readRequestBody } from "./request-body.ts";

/** The handler that a `route.ts` exports for every method; the route itself decides which methods it offers. */
export interface NextRouteHandler {
  (request: Request): Promise<Response>;
  /** The route of `lib/routes.ts` that the handler serves; null for the catch-all. */
  readonly route: Route | null;
}

export type NextRouteHandlers = Record<
  "GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE",
  NextRouteHandler
>;

/** @param route null for the catch-all, which responds 404. */
export function nextHandlers(route: Route | null): NextRouteHandlers {
  const router = createFixedRouter(route);
  const handler: NextRouteHandler = Object.assign(
    async (request: Request) =>
      toWebResponse(await handleRequest(fromWebRequest(request, router), await sharedInfrastructure())),
    { route },
  );
  return {
    GET: handler,
    HEAD: handler,
    OPTIONS: handler,
    POST: handler,
    PUT: handler,
    PATCH: handler,
    DELETE: handler,
  };
}

/** Next's own server hides the peer's address, so all anonymous callers share one bucket. */
function fromWebRequest(request: Request, router: Router): HttpRequest {
  return createRequest(
    {
      method: request.method,
      target: request.url,
      header: (name) => request.headers.get(name) ?? undefined,
      readBody: (max) => readRequestBody(request, max),
      isGone: () => request.signal.aborted,
    },
    router,
  );
}

function toWebResponse({ status, headers, body, stream }: HttpResponse): Response {
  // The cast is safe: Node declares two types for the same web stream.
  if (stream) return new Response(Readable.toWeb(Readable.from(stream)) as ReadableStream, { status, headers });
  return new Response(body === null ? null : new Uint8Array(body), { status, headers });
}
