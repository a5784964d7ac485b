import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Call, Reply, Route } from "../http/route.ts";
import { serve } from "../http/pipeline.ts";
import { requestId, addressOf } from "../http/request.ts";
import { routerOf } from "../http/router.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { log } from "../log.ts";
import { serveAuth } from "../auth/next-auth/serve-auth.ts";
import { ConcurrencyLimit } from "./concurrency-limit.ts";
import { Connections, roomForConnections, type Room } from "./connections.ts";
import { callFrom, sendReply } from "./node-adapter.ts";
import { PageCache, type Pages } from "./page-cache.ts";
import { isAsset, servePage } from "./pages.ts";
import { openPlainLane } from "./fast-path.ts";
import { Traffic } from "./pending-responses.ts";
import { watchPage } from "./page-access-log.ts";
import { answerWrecks } from "./answer-malformed-requests.ts";

export interface House {
  routes: readonly Route[];
  infrastructure: Infrastructure;
  pages: Pages;
  /** For tests, which have no time. */
  limits?: Partial<typeof usualLimits>;
  /** For connections; absent: what the system gives. */
  room?: Room;
}

export interface FrontDoor {
  /** Not listening yet. */
  readonly server: Server;
  /**
   * No new connections; what is under way is answered, then the rest is closed.
   *
   * @param patience in milliseconds, after which whatever is left is cut off.
   */
  stop(patience?: number): Promise<void>;
}

const usualLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  /** How long a connection may stand still while an answer is under way: whoever does not read must not hold it for ever. */
  timeout: 90_000,
};

/** A page takes the event loop for as long as a hundred reads; a browser asks for no more than six at once. */
const pageBounds = { underWay: 8, underWayPerAddress: 4, waiting: 128, waitingPerAddress: 64 };
/** Signing in waits for passwords to be hashed, and for those who guess them, more than it works. */
const authBounds = { underWay: 512, underWayPerAddress: 8, waiting: 512, waitingPerAddress: 100 };

const ignore = () => undefined;

/** What Next is never asked, outside `/api`: a request with a defect, a method that Node gives no response object for. */
const outside: Route = {
  path: "",
  name: "outside",
  isMetered: false,
  operations: {
    GET: {
      answer: () => {
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
export function frontDoor({ routes, infrastructure, pages, limits = {}, room }: House): FrontDoor {
  const router = routerOf(routes, outside);
  const traffic = new Traffic();
  const connections = new Connections(room ?? roomForConnections(infrastructure.settings.TRUSTED_PROXY_HOPS));
  const cache = new PageCache(pages, infrastructure);
  const pageLimit = new ConcurrencyLimit(pageBounds);
  const authLimit = new ConcurrencyLimit(authBounds);

  async function answer(call: Call): Promise<Reply> {
    try {
      return await serve(call, infrastructure);
    } catch (error) {
      log.error({ err: error }, "A request could not be answered.");
      throw error;
    }
  }

  function listen(request: IncomingMessage, response: ServerResponse, defect: AppError | null = null): void {
    response.once("close", connections.begin(request.socket));
    request.on("error", ignore);
    traffic.begin(request, response, () => respond(request, response, defect));
  }

  function respond(request: IncomingMessage, response: ServerResponse, defect: AppError | null): void {
    if (connections.isStopping) response.setHeader("Connection", "close");
    const call = callFrom(request, router, defect);
    const { settings, requests, now } = infrastructure;
    if (call.owner === "auth" && !call.defect) {
      const id = requestId(call.header("x-request-id"));
      watchPage({ call, id, response, route: "/api/auth" }, requests);
      serveAuth({
        call,
        request,
        response,
        pages,
        id,
        settings,
        now,
        limit: authLimit,
        address: addressOf(call, settings),
      });
    } else if (call.owner !== "pages" || call.defect) {
      answer(call)
        .then((reply) => sendReply(request, response, reply))
        .catch(() => response.destroy());
    } else {
      const id = requestId(call.header("x-request-id"));
      watchPage({ call, id, response, route: isAsset(call) ? "assets" : "pages" }, requests);
      servePage({
        call,
        request,
        response,
        pages,
        id,
        settings,
        now,
        cache,
        limit: pageLimit,
        address: addressOf(call, settings),
      });
    }
  }

  const times = { ...usualLimits, ...limits };
  const { timeout, ...nodesTimes } = times;
  // That exactly one Host is sent is asked by us, with a body.
  const server = createServer({ ...nodesTimes, requireHostHeader: false }, (request, response) =>
    listen(request, response),
  );
  // Their total size is limited; a limit of their number would silently drop the rest, the key among them.
  server.maxHeadersCount = 0;
  server.timeout = timeout;
  // A client may close its own direction as soon as it has asked, as `nc` does.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    listen(
      request,
      response,
      new AppError("expectation_failed", { message: "The only expectation that is met is 100-continue." }),
    );
  });
  answerWrecks(server, traffic, router, answer);
  openPlainLane(server, { connections, times, router, answer });
  return { server, stop: (patience) => connections.stop(server, patience) };
}
