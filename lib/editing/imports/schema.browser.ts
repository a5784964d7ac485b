import { z } from "zod";
import { difference } from "../activity/schema.browser.ts";
import { changesResult, issue } from "../changes/schema.browser.ts";

/** The encodings and the orders of days, as the import page offers them too. */
export const fileEncodings = ["utf-8", "windows-1252", "utf-16"] as const;
export const dayOrders = ["day/month", "month/day"] as const;

const truth = z.enum(["true", "false"]).optional();

/** The settings of an import, as parameters or as fields of a form. */
export const importSettings = z.strictObject({
  dry_run: truth.describe("`true` answers with the plan, row by row, and writes nothing."),
  encoding: z
    .enum(fileEncodings)
    .optional()
    .describe("Absent: the one of a byte order mark, else UTF-8, else Windows-1252."),
  mapping: z
    .string()
    .optional()
    .describe(
      'JSON, the field of each column: `{"Closes":"closing_date","Notes":null}`; null ignores the column. `#3` is the third column. Needed for columns that are not named like a field.',
    ),
  dates: z
    .enum(dayOrders)
    .optional()
    .describe("The order of days such as 03/04/2031. Needed where the file does not show it."),
  choices: z
    .string()
    .optional()
    .describe(
      'JSON, what is done with rows, by their number: `{"4":"keep:ada-quill","7":"skip"}`. Each row of a plan has its `choices`; `skip` leaves any row out.',
    ),
  skip_refused: truth.describe("`true` leaves out the rows that are refused. Without it they refuse the whole import."),
});

export type ImportSettings = z.infer<typeof importSettings>;

export const importedFile = z
  .array(
    z.looseObject({
      id: z.string().optional(),
      details: z.record(z.string(), z.unknown()).optional(),
      sources: z.array(z.unknown()).optional(),
    }),
  )
  .meta({
    id: "ImportFile",
    description: "Records to import, as an export has them; the members that a record lacks stay as they are.",
  });

const effect = {
  outcome: z.enum(["created", "changed", "unchanged", "refused"]),
  id: z.string().nullable().describe("The record; null when it is new, or not known."),
  issues: z.array(issue).describe("Why it is refused, by column; an empty path is the row."),
  differences: z
    .array(difference)
    .describe("What changes in the record; of `keep`, what the row has otherwise and is left out."),
  doubts: z.array(z.string()).describe("What looks like a mistake, though it can be saved."),
};

const rowChoice = z.strictObject({
  choice: z.string().describe("`update:<id>`, `keep:<id>` or `create`."),
  label: z.string(),
  ...effect,
});

const plannedRow = z.strictObject({
  row: z.int().min(1).describe("As a spreadsheet counts: the column names are row 1. Records of JSON count from 1."),
  label: z.string().describe("What people call the record; empty where that is not known."),
  ...effect,
  chosen: z.string().nullable().describe("The choice that is made; null: the row has none, or one must be made."),
  choices: z
    .array(rowChoice)
    .describe("The alternatives, where the name is that of a known record; empty for any other row."),
  cells: z
    .array(z.string())
    .optional()
    .describe(
      "The row's values as CSV has them, where it or one of its choices is refused: to correct and import again.",
    ),
});

const columnOfFile = z.strictObject({
  position: z.int().min(1),
  column: z.string().describe("Its name; empty for none."),
  sample: z.string().describe("Its first value."),
  field: z.string().nullable().describe("The field that it is read into; null: it is ignored, or not decided."),
  problem: z.string().nullable().describe("Why it must be decided."),
});

const counts = changesResult.shape.counts;

/** What `POST /imports/{resource}` answers to `dry_run` (contract §29). */
export const importPlan = z
  .strictObject({
    dry_run: z.literal(true),
    questions: z
      .array(z.enum(["mapping", "dates"]))
      .describe("What must be answered by a parameter first; then there are no rows yet."),
    file: z.strictObject({
      format: z.enum(["csv", "json"]),
      rows: z.int().min(0),
      encoding: z.enum(fileEncodings),
      detected: z.enum(fileEncodings).describe("The encoding that the file seems to have."),
      words: z.array(z.string()).describe("Of a file that is not UTF-8, words in which a wrong encoding would show."),
      separator: z.string(),
      columns: z.array(z.string()).describe("Those of `cells`."),
    }),
    columns: z.array(columnOfFile),
    dates: z
      .strictObject({
        example: z.string(),
        order: z.enum(dayOrders).nullable().describe("Null: the file does not show it."),
        readings: z
          .strictObject({ "day/month": z.string().nullable(), "month/day": z.string().nullable() })
          .describe("The day that the example is in each order; null: none."),
      })
      .nullable()
      .describe("Null: the file has no days whose order matters."),
    counts,
    rows: z.array(plannedRow),
  })
  .meta({ id: "ImportPlan", description: "What an import will do." });

export type ImportPlan = z.infer<typeof importPlan>;
export type PlannedImportRow = z.infer<typeof plannedRow>;
export type ImportEffect = Omit<z.infer<typeof rowChoice>, "choice" | "label">;

/** What it answers when it has imported the file. */
export const importResult = z
  .strictObject({
    dry_run: z.literal(false),
    change_id: changesResult.shape.change_id,
    activity_id: changesResult.shape.activity_id,
    counts,
    rows: z.array(
      z.strictObject({
        row: z.int().min(1),
        outcome: z.enum(["created", "changed", "unchanged", "refused"]),
        id: z.string().nullable(),
        label: z.string(),
      }),
    ),
  })
  .meta({ id: "ImportResult", description: "What an import has done." });

export type ImportResult = z.infer<typeof importResult>;
