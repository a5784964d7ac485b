import "server-only";
import type { HeaderName } from "../http/declaration.ts";

/** Headers that answers carry, as the document's components describe them. */
export const headers: Record<HeaderName, object> = {
  "X-RateLimit-Limit": {
    description: "Requests that the caller has per UTC day.",
    schema: { type: "integer", minimum: 1 },
    example: 100,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left today.",
    schema: { type: "integer", minimum: 0 },
    example: 73,
  },
  "X-RateLimit-Reset": {
    description: "When the count starts afresh: the next midnight UTC, as Unix time in whole seconds.",
    schema: { type: "integer" },
    example: 1798761600,
  },
  "X-Request-Id": {
    description:
      "Names this request in our log. It is the request's own `X-Request-Id` where that has 8 to 128 letters, digits, `_`, `.` and `-`; else a new one.",
    schema: { type: "string" },
    example: "7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  },
  ETag: {
    description:
      "Names the content. Send it back in `If-None-Match` to hear only whether anything has changed, or in `If-Match` to write only where nothing has.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
  Location: {
    description: "Where the new record is read.",
    schema: { type: "string" },
    example: "/api/shows/7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  },
  "Retry-After": {
    description: "Seconds to wait before asking again.",
    schema: { type: "integer", minimum: 1 },
    example: 5,
  },
  "WWW-Authenticate": {
    description: "The scheme that a key is sent with.",
    schema: { type: "string", const: "Bearer" },
  },
  Allow: {
    description: "The methods that the path offers.",
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
};

/** On every answer of a route that is counted (contract §3). */
export const quotaHeaderNames = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

export function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
