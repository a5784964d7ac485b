import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { HttpRequest, HttpResponse, Route } from "../http/route.ts";
import { handleRequest } from "../http/pipeline.ts";
import { requestId, addressOf } from "../http/request.ts";
import { createRouter } from "../http/router.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { log } from "../log.ts";
import { serveAuth } from "../auth/next-auth/serve-auth.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { Connections, defaultConnectionLimits, type ConnectionLimits } from "./connections.ts";
import { fromNodeRequest, sendResponse } from "./node-adapter.ts";
import { PageCache, type NextHandler } from "./page-cache.ts";
import { isAsset, servePage } from "./pages.ts";
import { openFastPath } from "./fast-path.ts";
import { PendingResponses } from "./pending-responses.ts";
import { recordPageRequest } from "./page-access-log.ts";
import { answerMalformedRequests } from "./answer-malformed-requests.ts";

export interface HttpServerOptions {
  routes: readonly Route[];
  infrastructure: Infrastructure;
  nextHandler: NextHandler;
  /** For tests, which have no time. */
  timeouts?: Partial<typeof defaultTimeouts>;
  /** For connections; absent: what the system gives. */
  connectionLimits?: ConnectionLimits;
}

export interface HttpServer {
  /** Not listening yet. */
  readonly server: Server;
  /**
   * No new connections; what is under way is answered, then the rest is closed.
   *
   * @param patience in milliseconds, after which whatever is left is cut off.
   */
  stop(patience?: number): Promise<void>;
}

const defaultTimeouts = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  /** How long a connection may stand still while an answer is under way: whoever does not read must not hold it for ever. */
  timeout: 90_000,
};

/** A page takes the event loop for as long as a hundred reads; a browser asks for no more than six at once. */
const pageBounds = { inFlight: 8, inFlightPerAddress: 4, waiting: 128, waitingPerAddress: 64 };
/** Signing in waits for passwords to be hashed, and for those who guess them, more than it works. */
const authBounds = { inFlight: 512, inFlightPerAddress: 8, waiting: 512, waitingPerAddress: 100 };

const ignore = () => undefined;

/** What Next is never asked, outside `/api`: a request with a defect, a method that Node gives no response object for. */
const unroutedRequest: Route = {
  path: "",
  name: "outside",
  isMetered: false,
  operations: {
    GET: {
      handle: () => {
        throw new AppError("not_found");
      },
    },
  },
};

/**
 * The port: `/api` is answered here, by `lib/routes.ts`; everything
 * else is Next's. Also what Node itself would answer (a broken request line, too large a
 * header, a body that never comes) gets an answer of ours.
 */
export function createHttpServer({
  routes,
  infrastructure,
  nextHandler,
  timeouts = {},
  connectionLimits,
}: HttpServerOptions): HttpServer {
  const router = createRouter(routes, unroutedRequest);
  const traffic = new PendingResponses();
  const connections = new Connections(
    connectionLimits ?? defaultConnectionLimits(infrastructure.settings.TRUSTED_PROXY_HOPS),
  );
  const cache = new PageCache(nextHandler, infrastructure);
  const pageLimit = new ConcurrencyLimit(pageBounds);
  const authLimit = new ConcurrencyLimit(authBounds);

  async function answer(request: HttpRequest): Promise<HttpResponse> {
    try {
      return await handleRequest(request, infrastructure);
    } catch (error) {
      log.error({ err: error }, "A request could not be answered.");
      throw error;
    }
  }

  function listen(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, defect: AppError | null = null): void {
    nodeResponse.once("close", connections.begin(nodeRequest.socket));
    nodeRequest.on("error", ignore);
    traffic.begin(nodeRequest, nodeResponse, () => respond(nodeRequest, nodeResponse, defect));
  }

  function respond(nodeRequest: IncomingMessage, nodeResponse: ServerResponse, defect: AppError | null): void {
    if (connections.isStopping) nodeResponse.setHeader("Connection", "close");
    const request = fromNodeRequest(nodeRequest, router, defect);
    const { settings, requests, now } = infrastructure;
    if (request.owner === "auth" && !request.defect) {
      const id = requestId(request.header("x-request-id"));
      recordPageRequest({ request, id, nodeResponse, route: "/api/auth" }, requests);
      serveAuth({
        request,
        nodeRequest,
        nodeResponse,
        nextHandler,
        id,
        settings,
        now,
        limit: authLimit,
        address: addressOf(request, settings),
      });
    } else if (request.owner !== "pages" || request.defect) {
      answer(request)
        .then((response) => sendResponse(nodeRequest, nodeResponse, response))
        .catch(() => nodeResponse.destroy());
    } else {
      const id = requestId(request.header("x-request-id"));
      recordPageRequest({ request, id, nodeResponse, route: isAsset(request) ? "assets" : "pages" }, requests);
      servePage({
        request,
        nodeRequest,
        nodeResponse,
        nextHandler,
        id,
        settings,
        now,
        cache,
        limit: pageLimit,
        address: addressOf(request, settings),
      });
    }
  }

  const times = { ...defaultTimeouts, ...timeouts };
  const { timeout, ...nodeTimeouts } = times;
  // That exactly one Host is sent is asked by us, with a body.
  const server = createServer({ ...nodeTimeouts, requireHostHeader: false }, (nodeRequest, response) =>
    listen(nodeRequest, response),
  );
  // Their total size is limited; a limit of their number would silently drop the rest, the key among them.
  server.maxHeadersCount = 0;
  server.timeout = timeout;
  // A client may close its own direction as soon as it has asked, as `nc` does.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("checkExpectation", (nodeRequest: IncomingMessage, nodeResponse: ServerResponse) => {
    listen(
      nodeRequest,
      nodeResponse,
      new AppError("expectation_failed", { message: "The only expectation that is met is 100-continue." }),
    );
  });
  answerMalformedRequests(server, traffic, router, answer);
  openFastPath(server, { connections, timeouts: times, router, answer });
  return { server, stop: (patience) => connections.stop(server, patience) };
}
