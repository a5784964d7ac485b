import "server-only";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Call, Reply } from "../api/call.ts";
import { parseTarget } from "../api/target.ts";
import { AppError, type ErrorCode } from "../errors.ts";

/** What Node's parser gives when it gives up on a connection. */
export type ParserError = Error & { code?: string; rawPacket?: Buffer };

/**
 * A request that Node's parser refused, as far as it can be read from what arrived last.
 * An invented method is no defect: it gets its 405 like any other that isn't offered.
 */
export function callFromWreck(error: ParserError, socket: Socket): Call {
  const packet = error.rawPacket?.toString("latin1") ?? "";
  const [head = ""] = packet.split("\r\n\r\n", 1);
  const [line = "", ...fields] = head.split("\r\n");
  const start = /^([!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}) ([^\s]{1,8192}) HTTP\/1\.[01]$/.exec(line);
  const headers = new Map(fields.map(fieldOf));
  const target = parseTarget(start?.[2] ?? "/api");
  const isInvented = error.code === "HPE_INVALID_METHOD" && start !== null && headers.has("host") && target.isWellFormed;
  return {
    method: start?.[1] ?? "GET",
    target,
    header: (name) => headers.get(name),
    peer: socket.remoteAddress ?? null,
    readBody: async () => Buffer.alloc(0),
    defect: isInvented ? null : new AppError(codeOf(error)),
  };
}

/** Writes the answer on a connection that has no response object, and ends it. */
export function writeAndClose(socket: Socket, { status, headers, body }: Reply): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const lines = Object.entries({ ...headers, Connection: "close" }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n`);
  if (body) socket.write(body);
  socket.end();
}

function codeOf(error: ParserError): ErrorCode {
  if (error.code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (error.code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return "content_too_large";
  if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "bad_request";
}

function fieldOf(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
