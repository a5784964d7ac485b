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

/** On every response of a metered route (contract §3). @param isStrict whether of one from contract §12 on. */
export function quotaHeaders(isStrict: boolean): HeaderName[] {
  return [
    ...(isStrict ? (["RateLimit-Policy", "RateLimit"] as const) : []),
    "X-RateLimit-Limit",
    "X-RateLimit-Remaining",
    "X-RateLimit-Reset",
  ];
}

function headerReferences(names: readonly HeaderName[]) {
  return Object.fromEntries([...names, "X-Request-Id"].map((name) => [name, { $ref: `#/components/headers/${name}` }]));
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
    headers: headerReferences(headers),
    content: { "application/json": content, ...Object.fromEntries(otherTypes.map((type) => [type, { schema: text }])) },
  };
}

/** `components.responses`: those of the metered routes that `paths` refers to. */
export function sharedResponses(failures: readonly Failure[], paths: object): Record<string, object> {
  const used = JSON.stringify(paths);
  const notModified = (common: readonly HeaderName[]) => ({
    description:
      "The response that `If-None-Match` names is current. There is no body, and the request is not counted.",
    headers: headerReferences([...common, "ETag"]),
  });
  const shared = [
    { id: notModifiedId, responseWith: notModified },
    ...failures.map((failure) => ({
      id: failure.id,
      responseWith: (common: readonly HeaderName[]) => failureResponse(failure, common),
    })),
  ];
  const responses = shared.flatMap(({ id, responseWith }) =>
    [false, true]
      .filter((isStrict) => used.includes(JSON.stringify(responseReference(id, isStrict))))
      .map((isStrict) => [responseId(id, isStrict), responseWith(quotaHeaders(isStrict))] as const),
  );
  return Object.fromEntries(responses);
}

export const notModifiedId = "NotModified";

export function responseReference(id: string, isStrict: boolean) {
  return { $ref: `#/components/responses/${responseId(id, isStrict)}` };
}

function responseId(id: string, isStrict: boolean): string {
  return isStrict ? `${id}Strict` : id;
}

/** @param common the headers besides those that the failure declares. */
export function failureResponse({ description, headers, bodies }: Failure, common: readonly HeaderName[]) {
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
