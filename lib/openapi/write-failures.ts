import "server-only";
import { z } from "zod";
import { bodyTooLarge, invalid, maxIssues, mostBodyBytes } from "../http/body.ts";
import { AppError } from "../errors.ts";
import { resources } from "../resources/resources.ts";
import { either, failure, message } from "./failure.ts";
import { badRequest, invalidKey } from "./failures.ts";

const issue = z.strictObject({
  path: z
    .string()
    .describe(
      "The field that is wrong; empty when it is the body as a whole. A long name that no field has is cut off, with `…`.",
    ),
  message: z.string().describe("What is wrong with it."),
});

const invalidRequest = failure({
  id: "InvalidRequest",
  description: `Something in the request is not as it should be. \`issues\` names the fields that are wrong, not only the first, but at most ${maxIssues}: mend those, and send it again.`,
  example: invalid([
    { path: "opening_date", message: "is required" },
    { path: "theatre_id", message: "does not exist" },
  ]),
  members: { message, issues: z.array(issue).min(1).max(maxIssues) },
});

const unauthorized = failure({
  id: "Unauthorized",
  description: "Nobody is signed in. An API key does not authorise this: sign in.",
  example: new AppError("unauthorized", {
    message: "Sign in to do this. An API key does not authorise it.",
  }),
  members: { message },
});

/** Whoever reads a body or a query finds fault with it. */
export const invalidInput = either(badRequest, invalidRequest);

export const unauthenticated = either(invalidKey, unauthorized);

export const forbidden = failure({
  id: "Forbidden",
  description:
    "The account's role is not enough, or a write comes from another origin than the service's own. Ask an administrator for the role, or use the service's own pages.",
  example: new AppError("forbidden", { message: "This requires the role editor. Ask an administrator." }),
  members: { message },
});

export const conflict = failure({
  id: "Conflict",
  description: "Other records stand in the way, and nothing was changed. `message` says which: change those first.",
  example: new AppError("conflict", {
    message: "Other records refer to it: 3 cast-members.",
    members: { references: { "cast-members": 3 } },
  }),
  members: {
    message,
    references: z
      .partialRecord(z.enum(resources.map(({ path }) => path)), z.int().min(1))
      .optional()
      .describe(
        "Where a record can't be deleted: how many records of each resource refer to it, named as in the path.",
      ),
  },
});

export const preconditionFailed = failure({
  id: "PreconditionFailed",
  description:
    "`If-Match` names the record as it no longer is, and nothing was changed. Read it again, and send its new `ETag`.",
  example: new AppError("precondition_failed", {
    message: "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
  }),
  members: { message },
});

export const contentTooLarge = failure({
  id: "ContentTooLarge",
  description: `The body has more than ${mostBodyBytes} bytes. Send less at a time.`,
  example: bodyTooLarge(mostBodyBytes),
  members: { message },
});

export const unsupportedMediaType = failure({
  id: "UnsupportedMediaType",
  description: "The body is not announced as JSON. Send `Content-Type: application/json`.",
  example: new AppError("unsupported_media_type", {
    message: "Send JSON, with the header Content-Type: application/json.",
  }),
  members: { message },
});
