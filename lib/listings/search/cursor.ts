import "server-only";
import { createHash, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { validationError } from "../../http/body.ts";
import type { Infrastructure } from "../../infrastructure.ts";
import { memoize } from "../../core/memoize.browser.ts";
import type { SortValue } from "../../core/sort.ts";

/** The order key of the last record that was sent, with its id: good on every instance, and after every change. */
export type Position = readonly SortValue[];

/** Of all texts together, and of each at least. Longer ones are cut, so that every `Link` stays readable: heads have 8 kB. */
const [maxKeyCharacters, minKeyCharacters] = [400, 40];

/** The order key as a cursor has it. A name alone is whole. */
export function cursorKey(key: Position): Position {
  const most = Math.max(minKeyCharacters, maxKeyCharacters / (key.length - 1));
  return key.map((one, index) => (typeof one === "string" && index < key.length - 1 ? one.slice(0, most) : one));
}

/**
 * The position as it is sent: a seal and JSON, in base64url. The seal is an HMAC (RFC 2104) of both the JSON and the
 * query, so that a cursor that this service has not written costs no search.
 *
 * @param query in its canonical form, without limit and cursor.
 */
export function writeCursor(key: Position, query: string, infrastructure: Infrastructure): string {
  const json = JSON.stringify(cursorKey(key));
  return Buffer.concat([sealOf(json, query, infrastructure), Buffer.from(json)]).toString("base64url");
}

/** @throws AppError 400 when it is not a cursor of this query. */
export function readCursor(cursor: string, query: string, infrastructure: Infrastructure): Position {
  const bytes = Buffer.from(cursor, "base64url");
  if (bytes.length <= sealBytes) throw cursorError("must be the cursor of a Link header");
  const json = bytes.toString("utf8", sealBytes);
  if (!timingSafeEqual(bytes.subarray(0, sealBytes), sealOf(json, query, infrastructure)))
    throw cursorError("belongs to another query: send the parameters of the first page with it");
  // `writeCursor` wrote this JSON.
  return JSON.parse(json) as Position;
}

const sealBytes = 12;
/** All instances with the same secret read each other's cursors (HKDF, RFC 5869). */
const sealKeyOf = memoize(({ sessionSecret }: Infrastructure) =>
  Buffer.from(hkdfSync("sha256", sessionSecret, "", "position of a search", 32)),
);

function sealOf(json: string, query: string, infrastructure: Infrastructure): Buffer {
  const hash = createHash("sha256").update(query).digest("base64url").slice(0, 12);
  return createHmac("sha256", sealKeyOf(infrastructure)).update(`${hash} ${json}`).digest().subarray(0, sealBytes);
}

function cursorError(message: string) {
  return validationError([{ path: "cursor", message }]);
}
