import "server-only";
import { z } from "zod";
import { bodyTooLarge, notAnnouncedAsJson, validationError, maxIssues, maxBodyBytes } from "./body.ts";
import { invalidKeyError } from "./identify.ts";
import { unexpectedError } from "./respond.ts";
import { pascalCase, type Failure, type HeaderName } from "./declaration.ts";
import { notSignedIn, secondFactorRequired, signInAgain } from "./access/staff.ts";
import { AppError } from "../core/errors.ts";
import { limitMessage } from "./rate-limit/allowance.ts";

const failureMessage = z.string().describe("What happened and what to do about it. For people: it may be reworded.");

interface Definition {
  id: string;
  description: string;
  /** An error as the service throws it, so that status, text and body match the real responses. */
  example: AppError;
  /** The body's members besides `error` and `message`. */
  members?: z.ZodRawShape;
  headers?: readonly HeaderName[];
}

export function defineFailure({ id, description, example, members = {}, headers = [] }: Definition): Failure {
  const { status, body } = example;
  const error = z.literal(String(body["error"])).describe("For programs: the text is stable.");
  const message = body["message"] === undefined ? {} : { message: failureMessage };
  const schema = z.strictObject({ error, ...message, ...members }).meta({ id, description });
  return { id, status, description, bodies: [{ id, schema, example: body }], error: example, headers };
}

/** Merges two failures of the same status, because OpenAPI allows one response per status. */
export function eitherFailure(one: Failure, other: Failure): Failure {
  return {
    id: `${one.id}Or${other.id}`,
    status: one.status,
    description: `${one.description} Or: ${other.description}`,
    bodies: [...one.bodies, ...other.bodies],
    error: one.error,
    headers: [...new Set([...one.headers, ...other.headers])],
  };
}

export const badRequest = defineFailure({
  id: "BadRequest",
  description:
    "The percent-encoding of the path or the query is broken. Encode values as `encodeURIComponent` does: `%` as `%25`.",
  example: new AppError("bad_request"),
});

export const invalidKey = defineFailure({
  id: "InvalidKey",
  description:
    "The `Authorization` header has no valid key. Such a request counts on the caller's IP address. Send a working key, or no such header.",
  example: invalidKeyError(),
  headers: ["WWW-Authenticate"],
});

export const methodNotAllowed = defineFailure({
  id: "MethodNotAllowed",
  description: "The path does not offer this method. `Allow` lists the methods that it offers.",
  example: new AppError("method_not_allowed"),
  headers: ["Allow"],
});

export const rateLimited = defineFailure({
  id: "RateLimited",
  description:
    "The day's requests are used up. Wait for `reset`, or send an API key; a 304, `/quota` and the creation of an account stay free. Other limits (new keys, new accounts, the minute of what is free, requests for one's own keys once the day is used up) respond in the same way, with their own `limit` and `reset`.",
  example: new AppError("rate_limited", {
    message: limitMessage("public", 100),
    members: { limit: 100, reset: 1798761600 },
  }),
  members: {
    limit: z.int().min(1).describe("The limit that was exceeded: requests per day, unless the message says otherwise."),
    reset: z
      .int()
      .describe("Unix time in seconds at which more is available; for requests per day, the next midnight UTC."),
  },
  headers: ["Retry-After"],
});

export const internalError = defineFailure({
  id: "InternalError",
  description: "Something went wrong on our side. Try again; if it lasts, report the `request_id`.",
  example: unexpectedError("7f1d3c52-52a3-4c39-9a0b-0e1de3a4f0c1"),
  members: { request_id: z.string().describe("The same as in `X-Request-Id`.") },
});

export const unavailable = defineFailure({
  id: "Unavailable",
  description:
    "The database can't be reached and the response is not cached, the database can't store anything, other work delays it, too many answers are being computed, or too many passwords are being checked; the message says which. Try again after `Retry-After` seconds.",
  example: new AppError("unavailable", {
    message: "The database can't be reached at the moment. Try again in a few seconds.",
  }),
  headers: ["Retry-After"],
});

const issue = z.strictObject({
  path: z
    .string()
    .describe("The invalid field; empty for the body as a whole. A long name of an unknown field is cut off with `…`."),
  message: z.string().describe("What is wrong with the field."),
});

const invalidRequest = defineFailure({
  id: "InvalidRequest",
  description: `The request is not valid. \`issues\` lists the invalid fields, at most ${maxIssues} of them. Correct them and send the request again.`,
  example: validationError([
    { path: "opening_date", message: "is required" },
    { path: "theatre_id", message: "does not exist" },
  ]),
  members: { issues: z.array(issue).min(1).max(maxIssues) },
});

const unauthorized = defineFailure({
  id: "Unauthorized",
  description: "The caller is not signed in. An API key does not authorise this.",
  example: notSignedIn(),
});

/** For operations that read a body, or a query that can be invalid. */
export const invalidInput = eitherFailure(badRequest, invalidRequest);

export const unauthenticated = eitherFailure(invalidKey, unauthorized);

export const forbidden = defineFailure({
  id: "Forbidden",
  description:
    "The account's role is not enough, or a write comes from another origin than the service's own. Ask an administrator for the role, or use the service's own pages.",
  example: new AppError("forbidden", { message: "This requires the role editor. Ask an administrator." }),
});

export const forbiddenToSession = eitherFailure(
  forbidden,
  defineFailure({
    id: "SecondFactorRequired",
    description:
      "The account must have a second factor and has none. Add an authenticator app or a passkey; paths below `/account` stay open for that.",
    example: secondFactorRequired(),
  }),
);

export const forbiddenToOldSession = eitherFailure(
  forbiddenToSession,
  defineFailure({
    id: "SignInAgain",
    description: "The sign-in was more than 10 minutes ago. Sign in again, then repeat the request.",
    example: signInAgain(),
  }),
);

export const contentTooLarge = defineFailure({
  id: "ContentTooLarge",
  description: `The body has more than ${maxBodyBytes} bytes. Send less at a time.`,
  example: bodyTooLarge(maxBodyBytes),
});

export const unsupportedMediaType = defineFailure({
  id: "UnsupportedMediaType",
  description: "The body is not announced as JSON. Send `Content-Type: application/json`.",
  example: notAnnouncedAsJson(),
});

/** Of requests that reach no operation, so that no operation declares them. */
export const unroutedFailures: readonly Failure[] = [
  defineFailure({
    id: "UnknownPath",
    description: "The service has no such path. The reference and the OpenAPI document list every path.",
    example: new AppError("not_found"),
  }),
  defineFailure({
    id: "RequestTimeout",
    description: "The request was not complete in time. Send it again, at once and as a whole.",
    example: new AppError("request_timeout"),
  }),
  defineFailure({
    id: "ExpectationFailed",
    description: "`Expect` has another value than `100-continue`. Send the request without this header.",
    example: new AppError("expectation_failed"),
  }),
  defineFailure({
    id: "HeadersTooLarge",
    description: "The request line and the headers are too long. Send fewer or shorter ones.",
    example: new AppError("headers_too_large"),
  }),
];

/** The 404 for an id that no record has. */
export function notFound({ singular }: { readonly singular: string }): Failure {
  const error = `${singular} not found`;
  return defineFailure({
    id: pascalCase(error),
    description: `No ${singular.toLowerCase()} has this id. Take ids from a list; the record may have been deleted.`,
    example: new AppError("not_found", { error }),
  });
}
