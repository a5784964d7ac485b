import { z } from "zod";
import { id } from "../fields.ts";

export const actions = ["create", "update", "delete", "revert"] as const;

const record = z.record(z.string(), z.unknown()).nullable();

export const activityEntry = z
  .strictObject({
    id,
    at: z.iso.datetime().describe("When, in UTC."),
    account: z.strictObject({ id, name: z.string() }).describe("Who, by the name the account had then."),
    change_id: id.describe("Shared by all entries of one request: a cascade, an import, a bulk edit."),
    action: z.enum(actions),
    resource: z.string().describe("As in the path."),
    record_id: id,
    before: record.describe("The whole flat record; null where there was none."),
    after: record.describe("The whole flat record; null where there is none any more."),
  })
  .meta({ id: "ActivityEntry", description: "One record's part in one change." });

export type ActivityEntry = z.infer<typeof activityEntry>;
