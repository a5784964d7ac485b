import "server-only";
import { z } from "zod";
import { requireStaff } from "../../http/access/staff.ts";
import type { InspectedChange } from "../changes/inspect-change.ts";
import { maxBodyBytes } from "../../http/body.ts";
import type { Declaration } from "../../http/declaration.ts";
import { queryReader } from "../../http/define-operation.ts";
import { defineFailure, eitherFailure, badRequest } from "../../http/failures.ts";
import { meteredRoute, type RequestContext } from "../../http/route.ts";
import type { FindRecord } from "../../resources/record-words.ts";
import { batchRefusal, changesTag, resourceNotFound, resourceOfPath, resourceParam } from "../changes/declaration.ts";
import { maxChanges, maxChangesBytes } from "../changes/limits.browser.ts";
import { makeChanges } from "../changes/make-changes.ts";
import { inspectChanges } from "../changes/read-changes.ts";
import { runBatch } from "../changes/changes-route.ts";
import { issue, type RequestedChange } from "../changes/schema.browser.ts";
import { importRows, planFile, readFile } from "./import-file.ts";
import type { MakeChanges } from "./judge-rows.ts";
import { fileTooLarge, readUpload } from "./read-upload.ts";
import { importedFile, importPlan, importResult, importSettings } from "./schema.browser.ts";

const refused = {
  issues: z.array(issue).min(1).describe("What is wrong, by the row of the file: `rows.4.name`."),
  issue_count: z.int().min(1).optional().describe("How many issues there are, when not all are listed."),
};

const refusal = batchRefusal("rows can't be imported", refused);

const exampleCsv = "id,name,type\r\nthe-seagull,The Seagull,play\r\n";
const settingsSchema = z.toJSONSchema(importSettings, { io: "input" }).properties;

const declaration: Declaration = {
  operationId: "importRecords",
  tag: changesTag,
  summary: "Import a file of records",
  description: `The file as it is: CSV of a spreadsheet in any of its forms, or a JSON array, as the body or as \`file\` of a form, whose fields may stand in place of the parameters. At most ${maxChangesBytes} bytes and ${maxChanges} rows. A row with the id of a record changes it, empty cells clear fields, and fields without a column stay; a row without an id creates a record, or uses the one that has its name. References may be names. With \`dry_run=true\` the response is the plan, row by row; without it the same is done as one change, all or nothing, under the rules of \`POST /changes\`, with its progress as lines of JSON where \`Accept\` asks for \`application/x-ndjson\`.`,
  input: {
    params: resourceParam,
    query: importSettings,
    body: importedFile,
    bodyExample: [{ id: "the-seagull", name: "The Seagull", type: "play" }],
    otherBodies: {
      "text/csv": { schema: { type: "string" }, example: exampleCsv },
      "multipart/form-data": {
        schema: {
          type: "object",
          required: ["file"],
          properties: { file: { type: "string", format: "binary" }, ...settingsSchema },
        },
        example: { file: exampleCsv, dry_run: "true" },
      },
    },
  },
  output: {
    description: "What each row did; with `dry_run` the plan.",
    optionalHeaders: ["Activity-Id"],
    schema: z.union([importResult, importPlan]),
  },
  failures: [
    eitherFailure(
      badRequest,
      refusal("InvalidImport", "invalid", "Some rows can't be imported.", "rows.4.name", "is required"),
    ),
    refusal(
      "ImportConflict",
      "conflict",
      "Some rows conflict with other records, and nothing else is wrong.",
      "rows.4",
      "This record already exists.",
    ),
    resourceNotFound,
    defineFailure({ id: "FileTooLarge", description: "The file is too large.", example: fileTooLarge() }),
  ],
};

const readSettings = queryReader(importSettings);

/** `POST /imports/{resource}`: imports a file, or says what that would do (contract §29). */
export const importRoute = meteredRoute("/imports/{resource}", {
  POST: {
    access: "editRecords",
    isStrict: true,
    declaration,
    handle: (context) => {
      const { request, params, versions, infrastructure } = context;
      const resource = resourceOfPath(params["resource"]);
      const settings = readSettings(request.target);
      return runBatch(context, async () => {
        const upload = await readUpload(request, settings);
        await infrastructure.catalogue.reach(versions?.data ?? null);
        const file = await readFile(upload, resource, infrastructure.catalogue);
        const make = makerOf(context);
        return {
          of: file.steps,
          run: (onProgress) =>
            upload.isDryRun ? planFile(file, make, onProgress) : importRows(file, make, onProgress),
        };
      });
    },
  },
});

function makerOf({ request, session, infrastructure: { database, catalogue, now } }: RequestContext): MakeChanges {
  const staff = requireStaff(session);
  const find: FindRecord = (path, id) => catalogue.row(path, id)?.record;
  return async (changes, isDryRun, onProgress) =>
    makeChanges(database, staff, {
      changes: (await inspectChanges(changes)).map((inspected, index) => boundedChange(inspected, changes[index])),
      ...{ isDryRun, now: now(), find, onProgress, isClientGone: () => request.isGone() },
    });
}

/** A change that is too long is refused as one of the list of changes is. */
function boundedChange(inspected: InspectedChange, sent: RequestedChange | undefined): InspectedChange {
  if (Buffer.byteLength(JSON.stringify(sent ?? null)) <= maxBodyBytes) return inspected;
  const message = `must have at most ${maxBodyBytes} bytes`;
  return { action: "none", id: inspected.id, issues: [{ path: "", message }], unnamed: 0 };
}
