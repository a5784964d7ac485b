import "server-only";
import type { IncomingMessage, Server } from "node:http";
import type { Socket } from "node:net";
import type { HttpRequest, HttpResponse } from "../http/route.ts";
import { serializeHead } from "./http-head.ts";
import type { Router } from "../http/router.ts";
import { fromNodeRequest, failRequestBody } from "./node-adapter.ts";
import type { PendingResponses } from "./pending-responses.ts";
import {
  startMalformedRequest,
  fromMalformedRequest,
  malformedRequestError,
  isUnfinished,
  type ParserError,
  type MalformedRequest,
} from "./malformed-request.ts";

const lingerMilliseconds = 1000;

/** Answers what Node gives no response object for: requests that its parser refused, and CONNECT. */
export function answerMalformedRequests(
  server: Server,
  traffic: PendingResponses,
  router: Router,
  answer: (request: HttpRequest) => Promise<HttpResponse>,
): void {
  const wrecks = new WeakMap<Socket, MalformedRequest | "done">();

  /** Each connection once: what follows a refused request can't be told from its rest. */
  function finish(socket: Socket, request: HttpRequest | null): void {
    wrecks.set(socket, "done");
    // Where nothing is being answered that Node knows of, it would end the connection as soon as the client ends its own direction.
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
    const known = wrecks.get(socket);
    if (known === "done") return;
    if (!known) socket.on("error", () => undefined);
    // A browser opens connections ahead of need: one that nothing came on asked for nothing.
    if (error.code === "ECONNRESET" || socket.bytesRead === 0) {
      socket.destroy();
      return;
    }
    // Its request was read and is being answered: that answer is the only one.
    const inBody = known ? null : traffic.requestInBody(socket);
    if (inBody) {
      failRequestBody(inBody, malformedRequestError(error));
      finish(socket, null);
      return;
    }
    const malformed = known ? appendPacket(known, error) : startMalformedRequest(error);
    wrecks.set(socket, malformed);
    if (!isUnfinished(malformed)) finish(socket, fromMalformedRequest(malformed, socket.remoteAddress ?? null, router));
  });
}

/** The parser refuses every further packet too; an error without one says that no more will come. */
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

/** Whoever is still sending is given a moment to read the answer: bytes that meet a closed connection take it away. */
function close(socket: Socket): void {
  socket.end();
  socket.resume();
  const linger = setTimeout(() => socket.destroy(), lingerMilliseconds);
  socket.once("close", () => clearTimeout(linger));
}
