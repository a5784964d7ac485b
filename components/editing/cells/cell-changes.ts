import { plainProblem, type RecordField } from "@/components/records/form/record-shape";
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

interface Issue {
  path: string;
  message: string;
  now?: unknown;
}

/** One update for each record, which the API refuses when someone else has changed one of the cells meanwhile. */
export function cellChanges(
  path: ResourcePath,
  edits: readonly CellEdit[],
): Extract<RequestedChange, { action: "update" }>[] {
  const ids = [...new Set(edits.map(({ id }) => id))];
  return ids.map((id) => {
    const own = edits.filter((edit) => edit.id === id);
    return {
      action: "update",
      resource: path,
      id,
      data: Object.fromEntries(own.map(({ field, after }) => [field, after])),
      expect: Object.fromEntries(own.map(({ field, before }) => [field, before])),
    };
  });
}

/**
 * Why an edit was refused, and the edit with the value that the words tell: who saves again has seen it.
 *
 * @param issues of the change of its record.
 * @param typed what was entered.
 */
export function refusedCell(
  edit: CellEdit,
  field: RecordField,
  typed: string,
  issues: readonly Issue[],
): CellEdit & { problem: string } {
  const changed = issues.find(({ path }) => path.endsWith(`expect.${edit.field}`));
  if (changed)
    return {
      ...edit,
      before: changed.now,
      problem: `Someone else has changed it to ${shownText(field, changed.now) || "empty"}.`,
    };
  const messages = issues.map(({ path, message }) =>
    /(^|\.)id$/.test(path)
      ? "Someone else has deleted the record."
      : plainProblem(field, typed, `${nameBefore(path)}${message}`.replace(`${field.name} `, `${field.label} `)),
  );
  return { ...edit, problem: messages.join("; ") || "Refused" };
}

/** `name ` for an issue of the name; nothing for one of the whole change. */
function nameBefore(path: string): string {
  const name = path.split(/(?:^|\.)data\./)[1] ?? "";
  return name === "" ? "" : `${name} `;
}
