import "server-only";
import type { HeaderName } from "../../http/declaration.ts";

/** Response headers, as `components.headers` describes them. */
export const headers: Record<HeaderName, object> = {
  "X-RateLimit-Limit": {
    description: "The caller's limit of requests per UTC day.",
    schema: { type: "integer", minimum: 1 },
    example: 100,
  },
  "X-RateLimit-Remaining": {
    description: "Requests left today.",
    schema: { type: "integer", minimum: 0 },
    example: 73,
  },
  "X-RateLimit-Reset": {
    description: "When the count resets: the next midnight UTC, as Unix time in whole seconds.",
    schema: { type: "integer" },
    example: 1798761600,
  },
  "RateLimit-Policy": {
    description: "The caller's limit per UTC day, as draft-ietf-httpapi-ratelimit-headers defines it.",
    schema: { type: "string" },
    example: '"daily";q=100;w=86400',
  },
  RateLimit: {
    description: "Requests left today, and the seconds until the count resets, as the same draft defines it.",
    schema: { type: "string" },
    example: '"daily";r=73;t=39600',
  },
  "X-Request-Id": {
    description:
      "Identifies this request in our log. The request's own `X-Request-Id` is used if it has 8 to 128 letters, digits, `_`, `.` and `-`; otherwise a new id is generated.",
    schema: { type: "string" },
    example: "7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  },
  ETag: {
    description:
      "Identifies this version of the content. Send it in `If-None-Match` to get 304 while nothing has changed, or in `If-Match` to write only if nothing has changed.",
    schema: { type: "string" },
    example: '"tHzx6dO2Y0m3dNfPZq1kSg"',
  },
  Location: {
    description: "The path of the new record.",
    schema: { type: "string" },
    example: "/api/shows/7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  },
  "Retry-After": {
    description: "Seconds to wait before the next request.",
    schema: { type: "integer", minimum: 1 },
    example: 5,
  },
  "WWW-Authenticate": {
    description: "The authentication scheme for API keys.",
    schema: { type: "string", const: "Bearer" },
  },
  Allow: {
    description: "The methods that the path supports.",
    schema: { type: "string" },
    example: "GET, HEAD, OPTIONS",
  },
  Link: {
    required: false,
    description:
      'Links to what belongs to the response, separated by commas (RFC 8288): of a page of a search `<…>; rel="next"`, the next page, absent on the last one; of a list `rel="license"`, the licence of the data; of an error `rel="help"`, what to do about it.',
    schema: { type: "string" },
    example: '</api/search/shows?limit=20&cursor=WyJ1bkFqVGtBM3BVIiwx>; rel="next"',
  },
  "X-Ignored-Parameters": {
    required: false,
    description: "The parameters that the request has and the operation does not know, percent-encoded.",
    schema: { type: "string" },
    example: "typ",
  },
  "Activity-Id": {
    required: false,
    description:
      "The entry of the activity log that `POST /api/activity/{id}/revert` takes to undo the write. Absent when nothing has changed.",
    schema: { type: "string" },
    example: "1042",
  },
  "X-Total-Count": {
    required: false,
    description: "With `count=exact`: the number of entries of all pages.",
    schema: { type: "integer", minimum: 0 },
    example: 42,
  },
};

/** On every response of a metered route (contract §3). */
export const quotaHeaderNames = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** On every response of the routes from contract §12 on, in addition. */
export const strictHeaderNames = ["RateLimit-Policy", "RateLimit"] as const;

export function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
