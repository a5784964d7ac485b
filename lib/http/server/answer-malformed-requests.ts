import "server-only";
import { type IncomingMessage, type Server, METHODS } from "node:http";
import type { Socket } from "node:net";
import { lingerMilliseconds } from "../body.ts";
import type { HttpRequest, HttpResponse } from "../route.ts";
import { serializeHead } from "./fast-path/http-head.ts";
import type { Router } from "../router.ts";
import { fromNodeRequest, failRequestBody } from "./node-adapter.ts";
import type { PendingResponses } from "./fast-path/pending-responses.ts";
import { createRequest } from "../request.ts";
import { handleRequest } from "../pipeline.ts";
import { AppError } from "../../core/errors.ts";
import { closingUnanswered } from "./connections.ts";
import type { Infrastructure } from "../../infrastructure.ts";

/** Responds to requests for which Node creates no response object: those that its parser refuses, and CONNECT. */
export function answerMalformedRequests(
  server: Server,
  traffic: PendingResponses,
  router: Router,
  infrastructure: Infrastructure,
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
        handleRequest(request, infrastructure)
          .then((response) => write(socket, response))
          .catch(closingUnanswered(socket));
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

type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** A request that Node's parser refused: the error, and the text received so far. */
interface MalformedRequest {
  readonly error: ParserError;
  readonly text: string;
}

/** Starts collecting a refused request. The packet may begin with complete requests that were read before it. */
function startMalformedRequest(error: ParserError): MalformedRequest {
  const packet = error.rawPacket?.toString("latin1") ?? "";
  return { error, text: packet.slice(startOfRequest(packet, error)) };
}

/** Node refuses an unknown method at its first wrong letter, when the rest of the head may not have arrived yet. */
function isUnfinished({ error, text }: MalformedRequest): boolean {
  return (
    error.code === "HPE_INVALID_METHOD" &&
    /^[!#$%&'*+.^_`|~\w-]{1,64}( [^\n]*(\n[^]*)?)?$/.test(text) &&
    !text.includes("\r\n\r\n") &&
    text.length < 16_384
  );
}

/** Parses a refused request as far as possible. An unknown method is no defect: it gets a 405 like any other. */
function fromMalformedRequest({ error, text }: MalformedRequest, peer: string | null, router: Router): HttpRequest {
  const [head = ""] = text.split("\r\n\r\n", 1);
  const [line = "", ...lines] = head.split("\r\n");
  const [, method = "GET", target = "/api"] =
    /^([!#$%&'*+.^_`|~\w-]{1,64}) ([^\s]{1,16384}) HTTP\/1\.[01]$/.exec(line) ?? [];
  const fields = lines.map(parseHeaderLine);
  const hosts = fields.filter(([name]) => name === "host").length;
  const isInvented = error.code === "HPE_INVALID_METHOD" && !METHODS.includes(method) && hosts === 1;
  // The first of duplicate headers counts, as with Node.
  const headers = new Map(fields.reverse());
  return createRequest(
    {
      method,
      target,
      header: (name) => headers.get(name),
      peer,
      defect: isInvented ? null : malformedRequestError(error),
    },
    router,
  );
}

function startOfRequest(packet: string, { code, bytesParsed = 0 }: ParserError): number {
  if (code === "HPE_INVALID_METHOD") return packet.slice(0, bytesParsed).search(/[!#$%&'*+.^_`|~\w-]*$/);
  // If the parser reached the end of the refused head, that end does not belong to an earlier request.
  const end = bytesParsed < 5 ? -1 : packet.lastIndexOf("\r\n\r\n", bytesParsed - 5);
  return end < 0 ? 0 : end + 4;
}

function malformedRequestError({ code }: ParserError): AppError {
  if (code === "HPE_HEADER_OVERFLOW") return new AppError("headers_too_large");
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return new AppError("content_too_large");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new AppError("request_timeout");
  return new AppError("bad_request");
}

function parseHeaderLine(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
