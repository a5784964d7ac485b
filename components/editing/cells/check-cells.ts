import { sendChanges } from "@/components/records/changes/send-changes";
import type { RecordField } from "@/components/records/form/record-shape";
import type { PlannedEdit } from "@/components/editing/changes/edit-plan";
import { RequestError, getApi, type ApiResponse } from "@/lib/client/client.browser";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { shownText } from "./cell-value";

export interface CellPlace {
  id: string;
  field: string;
}

export interface CellEdit extends CellPlace {
  /** As the page showed it. */
  before: unknown;
  after: unknown;
}

/** Edits that can be sent, and why the others can't. */
interface CheckedCells {
  going: readonly CellEdit[];
  /** One update for each record, for the version that was read. */
  changes: Extract<RequestedChange, { action: "update" }>[];
  /** With the values that the problems tell: who saves again has seen them. */
  stopped: readonly { edit: CellEdit; problem: string }[];
}

/** Reads the records of the edits: a cell that someone else has changed meanwhile is not overwritten. */
export async function checkCells(
  path: ResourcePath,
  fields: ReadonlyMap<string, RecordField>,
  edits: readonly CellEdit[],
): Promise<CheckedCells> {
  const ids = [...new Set(edits.map(({ id }) => id))];
  const read = await Promise.all(
    ids.map(async (id) => [id, await getApi(`/${path}/${encodeURIComponent(id)}`).catch(() => null)] as const),
  );
  const answers = new Map(read);
  const checked = edits.map((edit) => ({
    edit,
    problem: problemOf(edit, fields.get(edit.field), answers.get(edit.id) ?? null),
  }));
  const going = checked.filter(({ problem }) => problem === null).map(({ edit }) => edit);
  return {
    going,
    changes: ids.flatMap((id) => {
      const own = going.filter((edit) => edit.id === id);
      if (own.length === 0) return [];
      const data = Object.fromEntries(own.map(({ field, after }) => [field, after]));
      const etag = answers.get(id)?.etag;
      return [{ action: "update", resource: path, id, data, ...(etag && { if_match: etag }) }];
    }),
    stopped: checked.flatMap(({ edit, problem }) => {
      if (problem === null) return [];
      const body = answers.get(edit.id)?.body;
      const told = typeof body === "object" && body !== null && edit.field in body;
      return [{ edit: told ? { ...edit, before: Reflect.get(body, edit.field) as unknown } : edit, problem }];
    }),
  };
}

/** Tries edits of one column without making them: first those that can't be made. */
export async function planCells(
  path: ResourcePath,
  fields: ReadonlyMap<string, RecordField>,
  edits: readonly CellEdit[],
): Promise<PlannedEdit[]> {
  const different = edits.filter(({ before, after }) => before !== after);
  const { changes, stopped } = await checkCells(path, fields, different);
  const outcomes = changes.length === 0 ? [] : (await sendChanges(changes, { isDryRun: true })).changes;
  const issues = new Map(stopped.map(({ edit, problem }) => [edit.id, [problem]]));
  for (const { index, outcome, issues: found = [] } of outcomes)
    if (outcome === "refused")
      issues.set(changes[index]?.id ?? "", found.length > 0 ? found.map(({ message }) => message) : ["Refused"]);
  return edits
    .map(({ id, before, after }): PlannedEdit => ({ id, before, after, issues: issues.get(id) ?? [] }))
    .toSorted((a, b) => b.issues.length - a.issues.length);
}

function problemOf(
  { field: name, before, after }: CellEdit,
  field: RecordField | undefined,
  answer: ApiResponse | null,
): string | null {
  if (answer?.status === 404) return "Someone else has deleted the record.";
  if (!field || answer?.status !== 200) return new RequestError(answer).message;
  const current: unknown = Reflect.get(answer.body as object, name);
  if (current === before || current === after) return null;
  return `Someone else has changed it to ${shownText(field, current) || "empty"}.`;
}
