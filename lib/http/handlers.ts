import "server-only";
import { Readable } from "node:stream";
import { infrastructure } from "../shared-infrastructure.ts";
import { createRequest } from "./request.ts";
import { routerTo, type Router } from "./router.ts";
import type { Call, Reply, Route } from "./route.ts";
import { serve } from "./pipeline.ts";
import { readRequestBody } from "./request-body.ts";

/** What a `route.ts` exports: one function for all methods, since the route itself knows which it offers. */
export interface Handler {
  (request: Request): Promise<Response>;
  /** The one of `lib/routes.ts` that it answers for. */
  readonly route: Route | null;
}

export type Handlers = Record<"GET" | "HEAD" | "OPTIONS" | "POST" | "PUT" | "PATCH" | "DELETE", Handler>;

/** @param route null for whatever is not found. */
export function handlersOf(route: Route | null): Handlers {
  const router = routerTo(route);
  const handler: Handler = Object.assign(
    async (request: Request) => respond(await serve(callFrom(request, router), await infrastructure())),
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

/** Under Next's own server nobody can tell whose connection it is: all such callers share one bucket. */
function callFrom(request: Request, router: Router): Call {
  return createRequest(
    {
      method: request.method,
      target: request.url,
      header: (name) => request.headers.get(name) ?? undefined,
      readBody: (most) => readRequestBody(request, most),
      isGone: () => request.signal.aborted,
    },
    router,
  );
}

function respond({ status, headers, body, stream }: Reply): Response {
  // Node's types know two kinds of web streams, which are one.
  if (stream) return new Response(Readable.toWeb(Readable.from(stream)) as ReadableStream, { status, headers });
  return new Response(body === null ? null : new Uint8Array(body), { status, headers });
}
