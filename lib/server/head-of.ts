import "server-only";
import { STATUS_CODES } from "node:http";
import type { Reply } from "../http/request.ts";

/** What could end a value, and the head with it (RFC 9110 §5.5). */
const unsafe = /[^\t\x20-\x7e]/;

/**
 * The head of an answer that is written without Node's response object.
 *
 * @param connection the value of `Connection`, and whatever belongs to it.
 * @throws when a value can't stand in a head, or when the body is made while it is sent.
 */
export function headOf({ status, headers, body, stream }: Reply, connection: string): string {
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
