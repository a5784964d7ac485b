import "server-only";
import { STATUS_CODES } from "node:http";
import type { HttpResponse } from "../http/route.ts";

/** A request that is all there: a `GET` under `/api`, with nothing behind its head and nothing to settle about the connection. */
export interface SimpleGet {
  /** As sent; begins with `/api/`. */
  readonly target: string;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Longer ones are rare, and Node knows the limits. */
export const maxSimpleGetCharacters = 8_192;

/**
 * RFC 9112 §2 to §5, and of that only what cannot be read in two ways: no folded lines, no
 * bare CR or LF, no bytes beyond ASCII, no white space before a colon, an encoded target.
 */
const plain = /^GET (\/api\/[\w/?&=%.,:~+-]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/** Whoever sends one of these means more than to read. */
const meaningMore = new Set([
  "content-length",
  "expect",
  "proxy-connection",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/**
 * @param text bytes as they came, as Latin-1.
 * @returns null for anything but exactly one plain request, of which Node is the judge.
 */
export function parseSimpleGet(text: string): SimpleGet | null {
  const target = plain.exec(text)?.[1];
  if (target === undefined) return null;
  const fields = parseHeaders(text);
  if (!fields?.has("host")) return null;
  const connection = fields.get("connection");
  return connection === undefined || connection.toLowerCase() === "keep-alive" ? { target, headers: fields } : null;
}

/** Null where a name stands twice: which of the two counts is not the same for all names. */
function parseHeaders(text: string): Map<string, string> | null {
  const fields = new Map<string, string>();
  const last = text.length - 2;
  for (let start = text.indexOf("\r\n") + 2; start < last;) {
    const end = text.indexOf("\r\n", start);
    const colon = text.indexOf(":", start);
    const name = text.slice(start, colon).toLowerCase();
    if (fields.has(name) || meaningMore.has(name)) return null;
    fields.set(name, text.slice(colon + 1, end).trim());
    start = end + 2;
  }
  return fields;
}

/** What could end a value, and the head with it (RFC 9110 §5.5). */
const unsafe = /[^\t\x20-\x7e]/;

/**
 * The head of an answer that is written without Node's response object.
 *
 * @param connection the value of `Connection`, and whatever belongs to it.
 * @throws when a value can't stand in a head, or when the body is made while it is sent.
 */
export function serializeHead({ status, headers, body, stream }: HttpResponse, connection: string): string {
  if (stream) throw new Error("Only a write is answered line by line.");
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
  for (const [name, value] of Object.entries(headers)) {
    if (unsafe.test(value)) throw new Error(`The header ${name} can't be sent.`);
    head += `${name}: ${value}\r\n`;
  }
  const isEmpty = !body && status !== 304 && status !== 204 && headers["Content-Length"] === undefined;
  if (isEmpty) head += "Content-Length: 0\r\n";
  return `${head}Connection: ${connection}\r\n\r\n`;
}
