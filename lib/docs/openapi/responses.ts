import "server-only";
import type { Failure, HeaderName } from "../../http/declaration.ts";
import { schemaReference } from "./schemas.ts";

const text = { type: "string" };
const described = (description: string, example: string | number, schema: object = text) => ({
  description,
  schema,
  example,
});
const optional = (description: string, example: string | number, schema?: object) => ({
  required: false,
  ...described(description, example, schema),
});

/** Response headers, as `components.headers` describes them. */
export const headers: Record<HeaderName, object> = {
  "X-RateLimit-Limit": described("The caller's limit of requests per UTC day.", 100, { type: "integer", minimum: 1 }),
  "X-RateLimit-Remaining": described("Requests left today.", 73, { type: "integer", minimum: 0 }),
  "X-RateLimit-Reset": described(
    "When the count resets: the next midnight UTC, as Unix time in whole seconds.",
    1798761600,
    { type: "integer" },
  ),
  "RateLimit-Policy": described(
    "The caller's limit per UTC day, as draft-ietf-httpapi-ratelimit-headers defines it.",
    '"daily";q=100;w=86400',
  ),
  RateLimit: described(
    "Requests left today, and the seconds until the count resets, as the same draft defines it.",
    '"daily";r=73;t=39600',
  ),
  "X-Request-Id": described(
    "Identifies this request in our log. The request's own `X-Request-Id` is used if it has 8 to 128 letters, digits, `_`, `.` and `-`; otherwise a new id is generated.",
    "7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1",
  ),
  ETag: described(
    "Identifies this version of the content. Send it in `If-None-Match` to get 304 while nothing has changed, or in `If-Match` to write only if nothing has changed.",
    '"tHzx6dO2Y0m3dNfPZq1kSg"',
  ),
  Location: described("The path of the new record.", "/api/shows/7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1"),
  "Retry-After": described("Seconds to wait before the next request.", 5, { type: "integer", minimum: 1 }),
  "WWW-Authenticate": {
    description: "The authentication scheme for API keys.",
    schema: { type: "string", const: "Bearer" },
  },
  Allow: described("The methods that the path supports.", "GET, HEAD, OPTIONS"),
  Link: optional(
    'Links to what belongs to the response, separated by commas (RFC 8288): of a page of a search `<…>; rel="next"`, the next page, absent on the last one; of a list `rel="license"`, the licence of the data; of an error `rel="help"`, what to do about it.',
    '</api/search/shows?limit=20&cursor=WyJ1bkFqVGtBM3BVIiwx>; rel="next"',
  ),
  "X-Ignored-Parameters": optional(
    "The parameters that the request has and the operation does not know, percent-encoded.",
    "typ",
  ),
  "Activity-Id": optional(
    "The entry of the activity log that `POST /api/activity/{id}/revert` takes to undo the write. Absent when nothing has changed.",
    "1042",
  ),
  "X-Total-Count": optional("With `count=exact`: the number of entries of all pages.", 42, {
    type: "integer",
    minimum: 0,
  }),
};

/** On every response of a metered route (contract §3). */
export const quotaHeaderNames = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] as const;

/** On every response of the routes from contract §12 on, in addition. */
const strictHeaderNames = ["RateLimit-Policy", "RateLimit"] as const;

function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

interface JsonAnswer {
  description: string;
  /** In addition to `X-Request-Id`, which every response has. */
  headers: readonly HeaderName[];
  schema: object;
  /** Undefined when there is no example. */
  example?: unknown;
  /** By name, when there is an example of each schema. */
  examples?: Record<string, { value: unknown }>;
  /** Media types besides JSON. */
  otherTypes?: readonly string[];
}

export function jsonResponse({ description, headers, otherTypes = [], ...content }: JsonAnswer) {
  return {
    description,
    headers: headerReferences([...headers, "X-Request-Id"]),
    content: { "application/json": content, ...Object.fromEntries(otherTypes.map((type) => [type, { schema: text }])) },
  };
}

const notModified = {
  description: "The response that `If-None-Match` names is current. There is no body, and the request is not counted.",
  headers: headerReferences([...quotaHeaderNames, "ETag", "X-Request-Id"]),
};

/** `components.responses`: shared by the metered routes. */
export function componentResponses(failures: Iterable<Failure>) {
  const answers = [...failures].map((failure) => [failure.id, failureResponse(failure, quotaHeaderNames)] as const);
  return { NotModified: notModified, ...Object.fromEntries(answers) };
}

/** The failures of a metered route, for its `responses`. */
export function failureReferences(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map(({ id, status }) => [status, responseReference(id)]));
}

/** The failures of an unmetered route, for its `responses`, without quota headers. */
export function unmeteredFailures(failures: readonly Failure[]) {
  return Object.fromEntries(failures.map((failure) => [failure.status, failureResponse(failure, [])]));
}

export function responseReference(id: string) {
  return { $ref: `#/components/responses/${id}` };
}

const strictSuffix = "Strict";

/** The operation of a route from contract §12 on: each response has the headers of those routes too. */
export function withStrictHeaders<Described extends { responses: Record<string, object> }>(
  described: Described,
): Described {
  const responses = Object.entries(described.responses).map(([status, response]) => [
    status,
    "$ref" in response ? { $ref: `${String(response.$ref)}${strictSuffix}` } : strictResponse(response),
  ]);
  return { ...described, responses: Object.fromEntries(responses) as Described["responses"] };
}

/** The shared responses, also with the headers of the routes from contract §12 on, of which `paths` refers to each. */
export function usedResponses(shared: Record<string, object>, paths: object): Record<string, object> {
  const used = JSON.stringify(paths);
  return Object.fromEntries(
    Object.entries(shared)
      .flatMap(([id, response]) => [
        [id, response] as const,
        [`${id}${strictSuffix}`, strictResponse(response)] as const,
      ])
      .filter(([id]) => used.includes(JSON.stringify(responseReference(id)))),
  );
}

function strictResponse(response: { headers?: object }) {
  return { ...response, headers: { ...headerReferences(strictHeaderNames), ...response.headers } };
}

function failureResponse({ description, headers, bodies }: Failure, common: readonly HeaderName[]) {
  return jsonResponse({ description, headers: [...common, ...headers, "Link"], ...failureContent(bodies) });
}

function failureContent(bodies: Failure["bodies"]) {
  const [only, ...others] = bodies;
  if (only && others.length === 0) return { schema: schemaReference(only.schema), example: only.example };
  return {
    schema: { oneOf: bodies.map(({ schema }) => schemaReference(schema)) },
    examples: Object.fromEntries(bodies.map(({ id, example }) => [id, { value: example }])),
  };
}
