import "server-only";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import { lingerMilliseconds } from "../http/body.ts";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { serializeHead } from "./fast-path/http-head.ts";
import type { Router } from "../http/router.ts";
import { fromNodeRequest, failRequestBody } from "./node-adapter.ts";
import type { PendingResponses } from "./fast-path/pending-responses.ts";
import {
  startMalformedRequest,
  fromMalformedRequest,
  malformedRequestError,
  isUnfinished,
  type ParserError,
  type MalformedRequest,
} from "./malformed-request.ts";

/** Responds to requests for which Node creates no response object: those that its parser refuses, and CONNECT. */
export function answerMalformedRequests(
  server: Server,
  traffic: PendingResponses,
  router: Router,
  answer: (request: HttpRequest) => Promise<HttpResponse>,
): void {
  const malformedOn = new WeakMap<Socket, MalformedRequest | "done">();

  /** Responds once and ends the connection, because a next request can't be told apart from the rest of a refused one. */
  function finish(socket: Socket, request: HttpRequest | null): void {
    malformedOn.set(socket, "done");
    // Without a pending response, Node's own listener would close the connection as soon as the client half-closes it.
    socket.removeAllListeners("end");
    traffic.whenQuiet(socket, () => {
      if (!socket.writable || request === null) close(socket);
      else
        answer(request)
          .then((response) => write(socket, response))
          .catch(() => socket.destroy());
    });
  }

  server.on("connect", (nodeRequest: IncomingMessage, socket: Socket) => {
    socket.on("error", () => undefined);
    finish(socket, fromNodeRequest(nodeRequest, router));
  });

  server.on("clientError", (error: ParserError, socket: Socket) => {
    const known = malformedOn.get(socket);
    if (known === "done") return;
    if (!known) socket.on("error", () => undefined);
    // Browsers open connections in advance: one without any bytes has no request to respond to.
    if (error.code === "ECONNRESET" || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // The failure is in the body of a request that has a response already, so no second response is written.
    const inBody = known ? null : traffic.requestInBody(socket);
    if (inBody) {
      failRequestBody(inBody, malformedRequestError(error));
      finish(socket, null);
      return;
    }
    const malformed = known ? appendPacket(known, error) : startMalformedRequest(error);
    malformedOn.set(socket, malformed);
    if (!isUnfinished(malformed)) finish(socket, fromMalformedRequest(malformed, socket.remoteAddress ?? null, router));
  });
}

/** Adds a packet: the parser refuses all further ones too. An error without a packet means that no more will arrive. */
function appendPacket({ error: first, text }: MalformedRequest, error: ParserError): MalformedRequest {
  return error.rawPacket ? { error: first, text: text + error.rawPacket.toString("latin1") } : { error, text };
}

function write(socket: Socket, response: HttpResponse): void {
  if (socket.writable) {
    socket.write(serializeHead(response, "close"));
    if (response.body) socket.write(response.body);
  }
  close(socket);
}

/** Closes with a delay: bytes that arrive on a closed connection cause a reset, which could discard the unread response. */
function close(socket: Socket): void {
  socket.end();
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(linger));
}
