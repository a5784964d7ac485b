import "server-only";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Route } from "../route.ts";
import { handleRequest } from "../pipeline.ts";
import { requestId, addressOf, unroutedRequest } from "../request.ts";
import { createRouter } from "../router.ts";
import { AppError } from "../../core/errors.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { closingUnanswered, Connections, defaultConnectionLimits, type ConnectionLimits } from "./connections.ts";
import { fromNodeRequest, sendResponse } from "./node-adapter.ts";
import { createPageCache } from "./pages/page-cache.ts";
import type { NextHandler } from "./rendered-page.ts";
import { createPageLimits, recordPageRequest } from "./pages/page-limits.ts";
import { servePage } from "./pages/pages.ts";
import { openFastPath } from "./fast-path/fast-path.ts";
import { PendingResponses } from "./fast-path/pending-responses.ts";
import { answerMalformedRequests } from "./answer-malformed-requests.ts";

export interface HttpServerOptions {
  routes: readonly Route[];
  infrastructure: Infrastructure;
  nextHandler: NextHandler;
  /** Shorter timeouts for tests. */
  timeouts?: Partial<typeof defaultTimeouts>;
  /** Defaults to what the process's file descriptors permit. */
  connectionLimits?: ConnectionLimits;
}

const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  /** How long a connection may be idle during a response, so that a client that does not read can't hold it for ever. */
  timeout: 90_000,
};

const ignore = () => undefined;

/**
 * Creates the server. It serves the routes of `lib/routes.ts` and passes everything else to Next. It also
 * replaces Node's own error responses (a broken request line, a header that is too large, a body that never arrives), so
 * that every error has the same shape.
 *
 * @returns the server, which does not listen yet, and what stops it gracefully: see `Connections`.
 */
export function createHttpServer({
  routes,
  infrastructure,
  nextHandler,
  timeouts = {},
  connectionLimits,
}: HttpServerOptions) {
  const router = createRouter(routes, unroutedRequest);
  const traffic = new PendingResponses();
  const connections = new Connections(
    connectionLimits ?? defaultConnectionLimits(infrastructure.settings.CLIENT_ADDRESS),
  );
  const cache = createPageCache(nextHandler, infrastructure);
  const pageLimits = createPageLimits(infrastructure.now);

  function listen(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, defect: AppError | null = null): void {
    // Each layer of Next adds a listener too, and together they pass Node's warning limit of ten.
    nodeResponse.setMaxListeners(20).once("close", connections.begin(nodeRequest.socket));
    nodeRequest.on("error", ignore);
    traffic.begin(nodeRequest, nodeResponse, () => respond(nodeRequest, nodeResponse, defect));
  }

  function respond(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, defect: AppError | null): void {
    if (connections.isStopping) nodeResponse.setHeader("Connection", "close");
    const request = fromNodeRequest(nodeRequest, router, defect);
    const { settings, now } = infrastructure;
    if (request.owner === "api" || request.defect) {
      handleRequest(request, infrastructure)
        .then((response) => sendResponse(nodeRequest, nodeResponse, response))
        .catch(closingUnanswered(nodeResponse));
      return;
    }
    const id = requestId(request.header("x-request-id"));
    const address = addressOf(request, settings);
    recordPageRequest(request, id, nodeResponse, infrastructure);
    const received = { request, nodeRequest, nodeResponse, nextHandler, id, settings, now, address };
    servePage({ ...received, cache, limits: pageLimits });
  }

  const times = { ...defaultTimeouts, ...timeouts };
  const { timeout, ...nodeTimeouts } = times;
  // `fromNodeRequest` checks for exactly one Host, because Node's own 400 would have no body.
  const server = createServer({ ...nodeTimeouts, requireHostHeader: false }, (nodeRequest, response) =>
    listen(nodeRequest, response),
  );
  // The total size of the headers is limited; a limit of their number would silently drop the rest, perhaps the key.
  server.maxHeadersCount = 0;
  server.timeout = timeout;
  // A client may half-close the connection right after its request, as `nc` does.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("checkExpectation", (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => {
    listen(
      nodeRequest,
      nodeResponse,
      new AppError("expectation_failed", { message: "Only the expectation 100-continue is supported." }),
    );
  });
  answerMalformedRequests(server, traffic, router, infrastructure);
  if (infrastructure.settings.FAST_PATH === "on")
    openFastPath(server, { connections, timeouts: times, router, infrastructure });
  return { server, stop: (timeoutMilliseconds?: number) => connections.stop(server, timeoutMilliseconds) };
}
