import "server-only";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Call, Reply } from "../api/call.ts";
import { serve } from "../api/endpoint.ts";
import type { Route } from "../api/route.ts";
import { requestId } from "../api/request-id.ts";
import { isUnderApi } from "../api/target.ts";
import { AppError } from "../errors.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { callFrom, sendReply } from "./node-call.ts";
import { servePage, type Pages } from "./pages.ts";
import { routerOf } from "./router.ts";
import { callFromWreck, writeAndClose, type ParserError } from "./unreadable.ts";

export interface House {
  routes: readonly Route[];
  infrastructure: Infrastructure;
  pages: Pages;
}

const limits = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 65_000,
  // Answered by us, with a body.
  requireHostHeader: false,
};

/**
 * The port: `/api` is answered here, by the handlers that `app/api` exports; everything
 * else is Next's. Also what Node itself would answer (a broken request line, too large a
 * header, a body that never comes) gets an answer of ours.
 */
export function frontDoor({ routes, infrastructure, pages }: House): Server {
  const find = routerOf(routes);
  const busy = new WeakMap<Socket, number>();
  const answer = (call: Call): Promise<Reply> =>
    serve(isUnderApi(call.target) ? find(call.target) : null, call, infrastructure);

  function listen(request: IncomingMessage, response: ServerResponse, defect: AppError | null = null): void {
    const { socket } = request;
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.once("close", () => busy.set(socket, (busy.get(socket) ?? 1) - 1));
    request.on("error", () => undefined);
    const read = callFrom(request);
    const call = defect ? { ...read, defect } : read;
    if (isUnderApi(call.target) || call.defect) {
      void answer(call).then((reply) => sendReply(request, response, reply));
    } else {
      servePage({ call, request, response, pages, id: requestId(call.header("x-request-id")) });
    }
  }

  const server = createServer(limits, (request, response) => listen(request, response));
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    listen(
      request,
      response,
      new AppError("expectation_failed", { message: "The only expectation that is met is 100-continue." }),
    );
  });
  server.on("connect", (request: IncomingMessage, socket: Socket) => {
    const call = callFrom(request);
    void answer(call).then((reply) => writeAndClose(socket, reply));
  });
  server.on("clientError", (error: ParserError, socket: Socket) => {
    socket.on("error", () => undefined);
    // Nothing may be written between the bytes of an answer that is under way.
    if (error.code === "ECONNRESET" || !socket.writable || (busy.get(socket) ?? 0) > 0) {
      socket.destroy();
      return;
    }
    void answer(callFromWreck(error, socket)).then((reply) => writeAndClose(socket, reply));
  });
  return server;
}
