import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { issuesByChange, useChanges } from "@/components/records/changes/use-changes";
import { plainProblem, type RecordField, type RecordShape } from "@/components/records/form/record-shape";
import { formatRecordCount } from "@/components/records/record-name";
import { useRecordShape } from "@/components/records/shapes";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { editedText, shownText } from "./cell-value";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";

/** A cell whose value is not in the list yet. */
export interface UnsavedCell extends CellEdit {
  /** Null while it is being saved. */
  problem: string | null;
}

interface Options {
  path: ResourcePath;
  fields: ReadonlyMap<string, RecordField>;
  nameOf(id: string): string;
}

/** Saves cells: those that are changed while others are being saved are the next change together. */
export function useCellEdits({ path, fields, nameOf }: Options) {
  const client = useQueryClient();
  const shape = useRecordShape(path);
  const { make } = useChanges();
  const [cells, setCells] = useState<ReadonlyMap<string, UnsavedCell>>(new Map());
  const waiting = useRef(new Map<string, CellEdit>());
  const isSaving = useRef(false);

  /** Shows edits as unsaved, with their problems. */
  function hold(edits: readonly UnsavedCell[]) {
    setCells((held) => new Map([...held, ...edits.map((edit) => [cellKey(edit), edit] as const)]));
  }

  /** Forgets edits, unless a later one of the same cell waits. */
  function release(edits: readonly CellPlace[]) {
    const done = new Set(edits.map(cellKey).filter((key) => !waiting.current.has(key)));
    setCells((held) => new Map([...held].filter(([key]) => !done.has(key))));
  }

  async function save(edits: readonly CellEdit[]): Promise<void> {
    hold(edits.map((edit) => ({ ...edit, problem: null })));
    for (const edit of edits) {
      const before = waiting.current.get(cellKey(edit))?.before ?? edit.before;
      waiting.current.set(cellKey(edit), { ...edit, before });
    }
    if (isSaving.current) return;
    isSaving.current = true;
    try {
      while (waiting.current.size > 0) {
        const together = [...waiting.current.values()];
        waiting.current.clear();
        await saveTogether(together);
      }
    } finally {
      isSaving.current = false;
    }
  }

  /** One change of all edits that the service accepts. */
  async function saveTogether(edits: readonly CellEdit[]): Promise<void> {
    let left = edits;
    while (left.length > 0) {
      const changes = cellChanges(path, left);
      const refusals: RequestError[] = [];
      const [only] = left;
      const text =
        only && left.length === 1
          ? `${fields.get(only.field)?.label ?? only.field} of ${nameOf(only.id)} changed.`
          : `${formatRecordCount(changes.length, path)} changed.`;
      if (await make(changes, text, undefined, (error) => refusals.push(error))) return release(left);
      const [refusal] = refusals;
      if (!refusal) return;
      const found = issuesByChange(refusal);
      const issuesOf = (edit: CellEdit) => found.get(changes.findIndex(({ id }) => id === edit.id));
      const refused = left.filter(issuesOf);
      // Without an answer about single changes none of them is made.
      const stopped = refused.length === 0 ? left : refused;
      hold(stopped.map((edit) => refusedCell(shape, edit, issuesOf(edit) ?? [], refusal.message)));
      void client.invalidateQueries({ queryKey: [path] });
      left = left.filter((edit) => !stopped.includes(edit));
    }
  }

  return {
    cells,
    save,
    hold,
    /** Forgets what could not be saved. */
    discard: (place: CellPlace) => {
      if (cells.get(cellKey(place))?.problem) release([place]);
    },
  };
}

export function cellKey({ id, field }: CellPlace): string {
  return `${id} ${field}`;
}

export interface CellPlace {
  id: string;
  field: string;
}

export interface CellEdit extends CellPlace {
  /** As the page showed it. */
  before: unknown;
  after: unknown;
}

/** One update for each record, which the API refuses when someone else has changed one of the cells meanwhile. */
export function cellChanges(
  path: ResourcePath,
  edits: readonly CellEdit[],
): Extract<RequestedChange, { action: "update" }>[] {
  const ids = [...new Set(edits.map(({ id }) => id))];
  return ids.map((id) => {
    const recordEdits = edits.filter((edit) => edit.id === id);
    return {
      action: "update",
      resource: path,
      id,
      data: Object.fromEntries(recordEdits.map(({ field, after }) => [field, after])),
      expect: Object.fromEntries(recordEdits.map(({ field, before }) => [field, before])),
    };
  });
}

/**
 * Why an edit was refused, and the edit with the value that the words tell: who saves again has seen it.
 *
 * @param otherwise the words where no issue says it.
 */
export function refusedCell(
  shape: RecordShape,
  edit: CellEdit,
  issues: RequestError["issues"],
  otherwise = "Refused",
): UnsavedCell & { problem: string } {
  const field = shape.fields.find(({ name }) => name === edit.field);
  if (!field) return { ...edit, problem: otherwise };
  const changed = issues.find(({ path }) => path.endsWith(`expect.${edit.field}`));
  if (changed)
    return {
      ...edit,
      before: changed.now,
      problem: `Someone else has changed it to ${shownText(field, changed.now) || "empty"}.`,
    };
  const typed = editedText(shape, field, edit.after);
  const messages = issues.map(({ path, message }) => {
    if (/(^|\.)id$/.test(path)) return "Someone else has deleted the record.";
    // An issue of the whole change has no name.
    const [, name = ""] = path.split(/(?:^|\.)data\./);
    return plainProblem(field, typed, `${name} ${message}`.trimStart().replace(`${field.name} `, `${field.label} `));
  });
  return { ...edit, problem: messages.join("; ") || otherwise };
}
