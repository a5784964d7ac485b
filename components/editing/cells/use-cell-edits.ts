"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { issuesByChange } from "@/components/records/changes/send-changes";
import { useChanges } from "@/components/records/changes/use-changes";
import { plainProblem } from "@/components/records/form/plain-problem";
import type { RecordField } from "@/components/records/form/record-shape";
import { formatRecordCount } from "@/components/records/referrers";
import { useRecordShape } from "@/components/records/shapes";
import type { RequestError } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { editedText } from "./cell-value";
import { checkCells, type CellEdit, type CellPlace } from "./check-cells";

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

/** Another write may come between the check and the change each time, but rarely does twice. */
const attempts = 3;

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
  function release(edits: readonly CellEdit[]) {
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
    for (let attempt = 0; left.length > 0 && attempt < attempts; attempt += 1) {
      const { going, changes, stopped } = await checkCells(path, fields, left);
      hold(stopped.map(({ edit, problem }) => ({ ...edit, problem })));
      if (stopped.length > 0) void client.invalidateQueries({ queryKey: [path] });
      if (going.length === 0) return;
      const refusals: RequestError[] = [];
      const [only] = going;
      const text =
        only && going.length === 1
          ? `${fields.get(only.field)?.label ?? only.field} of ${nameOf(only.id)} changed.`
          : `${formatRecordCount(changes.length, path)} changed.`;
      if (await make(changes, text, undefined, (error) => refusals.push(error))) return release(going);
      const [refusal] = refusals;
      if (!refusal) return;
      const found = issuesByChange(refusal);
      const isOutrun = refusal.response?.status === 412;
      left = isOutrun ? going : going.filter(({ id }) => !found.has(changes.findIndex((change) => change.id === id)));
      // Without an answer about single changes none of them is made.
      if (found.size === 0 || attempt === attempts - 1) left = [];
      hold(
        going
          .filter((edit) => !left.includes(edit))
          .map((edit) => ({ ...edit, problem: problemIn(edit, found, changes, refusal) })),
      );
    }
  }

  function problemIn(
    edit: CellEdit,
    found: ReadonlyMap<number, string[]>,
    changes: readonly { id: string }[],
    refusal: RequestError,
  ): string {
    const messages = found.get(changes.findIndex(({ id }) => id === edit.id));
    const field = fields.get(edit.field);
    if (!messages || !field) return refusal.message;
    const typed = editedText(shape, field, edit.after);
    return messages
      .map((message) => plainProblem(field, typed, message.replace(`${field.name} `, `${field.label} `)))
      .join("; ");
  }

  return {
    cells,
    save,
    hold,
    /** Forgets what could not be saved. */
    discard: (edit: CellEdit) => {
      if (cells.get(cellKey(edit))?.problem) release([edit]);
    },
  };
}

export function cellKey({ id, field }: CellPlace): string {
  return `${id} ${field}`;
}
