import "server-only";
import { z } from "zod";
import { AppError } from "../core/errors.ts";
import { paths } from "../resources/resource-views.browser.ts";
import { defineFailure } from "../http/failures.ts";

export const conflict = defineFailure({
  id: "Conflict",
  description:
    "The change conflicts with other records, and nothing was changed. `message` says which: change those first.",
  example: new AppError("conflict", {
    message: "Other records refer to it: 3 cast-members.",
    members: { references: { "cast-members": 3 } },
  }),
  members: {
    references: z
      .partialRecord(z.enum([...paths, "covers", "transfers"]), z.int().min(1))
      .optional()
      .describe(
        "When a record can't be deleted: the number of records that refer to it, by resource path. `covers`: cast members who cover the role. `transfers`: productions that were transferred from it.",
      ),
  },
});

export const preconditionFailed = defineFailure({
  id: "PreconditionFailed",
  description:
    "The record has changed since the version that `If-Match` names; nothing was written. Read it again, and send its new `ETag`.",
  example: new AppError("precondition_failed", {
    message: "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
  }),
});
