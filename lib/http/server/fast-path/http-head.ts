import "server-only";
import { STATUS_CODES } from "node:http";
import type { HttpResponse } from "../../route.ts";

/** A complete `GET` under `/api` without a body, without further bytes and without connection options. */
export interface SimpleGet {
  /** As sent; it begins with `/api/`. */
  readonly target: string;
  /** Keyed by lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
}

/** Longer requests are rare and left to Node, which enforces the limits. */
export const maxSimpleGetCharacters = 8_192;

/**
 * The unambiguous part of RFC 9112 §2 to §5: an encoded target, no folded lines, no bare CR or LF, no bytes beyond ASCII,
 * no white space before a colon.
 */
const plain = /^GET (\/api\/[\w/?&=%.,:~+-]*) HTTP\/1\.1\r\n(?:[!#$%&'*+.^_`|~\w-]+:[\t\x20-\x7e]*\r\n)+\r\n$/;

/** Headers that announce more than a simple GET. */
const meaningMore = new Set([
  "content-length",
  "expect",
  "proxy-connection",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** @param text the received bytes, decoded as Latin-1. @returns null for anything else, which is left to Node. */
export function parseSimpleGet(text: string): SimpleGet | null {
  const target = plain.exec(text)?.[1];
  if (target === undefined) return null;
  const fields = parseHeaders(text);
  if (!fields?.has("host")) return null;
  const connection = fields.get("connection");
  return connection === undefined || connection.toLowerCase() === "keep-alive" ? { target, headers: fields } : null;
}

/** Null when a name occurs twice, because the rule for duplicates differs between headers. */
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

/** Characters that could end a value, and with it the head (RFC 9110 §5.5). */
const unsafe = /[^\t\x20-\x7e]/;

interface Line {
  readonly value: string;
  readonly text: string;
}

/** The last line of each name, because most headers have the same value in the next response. */
const lastLines = new Map<string, Line>();

function safe(name: string, value: string): string {
  if (unsafe.test(value)) throw new Error(`The header ${name} can't be sent.`);
  return value;
}

/** @throws Error for a value that is not allowed in a head. */
function lineOf(name: string, value: string): string {
  const last = lastLines.get(name);
  if (last?.value === value) return last.text;
  const text = `${name}: ${safe(name, value)}\r\n`;
  lastLines.set(name, { value, text });
  return text;
}

/**
 * Serialises the head of a response that is written without Node's response object.
 *
 * @param connection the value of `Connection`, and any headers that follow it.
 * @throws Error for a value that is not allowed in a head, or for a streamed body.
 */
export function serializeHead(
  { status, headers, cookies = [], body, stream }: HttpResponse,
  connection: string,
): string {
  if (stream) throw new Error("A streamed response needs Node's response object.");
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n`;
  // Every property is the response's own: it is created as a plain object.
  for (const name in headers) head += lineOf(name, headers[name] ?? "");
  // Each is of one response only, so none is kept.
  for (const cookie of cookies) head += `Set-Cookie: ${safe("Set-Cookie", cookie)}\r\n`;
  const isEmpty = !body && status !== 304 && status !== 204 && headers["Content-Length"] === undefined;
  if (isEmpty) head += "Content-Length: 0\r\n";
  return `${head}Connection: ${connection}\r\n\r\n`;
}
