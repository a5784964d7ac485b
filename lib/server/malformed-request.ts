import "server-only";
import { METHODS } from "node:http";
import { createRequest } from "../http/request.ts";
import type { Router } from "../http/router.ts";
import type { HttpRequest } from "../http/route.ts";
import { AppError, type ErrorCode } from "../core/errors.ts";

/** The error of Node's parser when it refuses a request. */
export type ParserError = Error & { code?: string; rawPacket?: Buffer; bytesParsed?: number };

/** A request that Node's parser refused: the error, and the text received so far. */
export interface MalformedRequest {
  readonly error: ParserError;
  readonly text: string;
}

/** Starts collecting a refused request. The packet may begin with complete requests that were read before it. */
export function startMalformedRequest(error: ParserError): MalformedRequest {
  const packet = error.rawPacket?.toString("latin1") ?? "";
  return { error, text: packet.slice(startOfRequest(packet, error)) };
}

/** Node refuses an unknown method at its first wrong letter, when the rest of the head may not have arrived yet. */
export function isUnfinished({ error, text }: MalformedRequest): boolean {
  return (
    error.code === "HPE_INVALID_METHOD" &&
    /^[!#$%&'*+.^_`|~\w-]{1,64}( [^\n]*(\n[^]*)?)?$/.test(text) &&
    !text.includes("\r\n\r\n") &&
    text.length < 16_384
  );
}

/**
 * Parses a refused request as far as possible. An unknown method is not a defect: it gets a 405 like any other method
 * that the route does not offer.
 */
export function fromMalformedRequest(
  { error, text }: MalformedRequest,
  peer: string | null,
  router: Router,
): HttpRequest {
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

export function malformedRequestError(error: ParserError): AppError {
  return new AppError(errorCodeOf(error));
}

function errorCodeOf({ code }: ParserError): ErrorCode {
  if (code === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (code === "HPE_CHUNK_EXTENSIONS_OVERFLOW") return "content_too_large";
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "bad_request";
}

function parseHeaderLine(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
}
