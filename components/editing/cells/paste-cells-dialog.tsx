import { useQuery } from "@tanstack/react-query";
import { EditPreview, tryChanges, type PlannedEdit } from "@/components/editing/changes/edit-preview";
import { FormDialog } from "@/components/form/form-dialog";
import type { RecordField, RecordShape } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { formatRecordCount } from "@/components/records/record-name";
import { QueryState } from "@/components/ui/query-state";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { cellChanges, refusedCell, type CellEdit, type UnsavedCell } from "./use-cell-edits";
import Papa from "papaparse";

interface Props {
  path: ResourcePath;
  field: RecordField;
  /** Of one column. */
  edits: readonly CellEdit[];
  nameOf(id: string): string;
  onAgreed(going: readonly CellEdit[], stopped: readonly UnsavedCell[]): void;
  onDismiss(): void;
}

/** What a pasted column changes, before it does. */
export function PasteCellsDialog({ path, field, edits, nameOf, onAgreed, onDismiss }: Props) {
  const shape = useRecordShape(path);
  const trial = useQuery<PlannedCell[], RequestError>({
    queryKey: ["trial", path, "cells", edits],
    queryFn: () => planCells(path, shape, edits),
    staleTime: 0,
    gcTime: 0,
  });
  const going = trial.data?.filter(({ before, after, issues }) => before !== after && issues.length === 0) ?? [];
  return (
    <FormDialog
      title={`Paste ${edits.length} lines into “${field.label}”`}
      action={trial.data ? `Change ${formatRecordCount(going.length, path)}` : "Checking…"}
      onSubmit={() => {
        if (!trial.data) return;
        const refused = trial.data.filter(({ issues }) => issues.length > 0);
        onAgreed(
          going,
          refused.map(({ issues, ...edit }) => ({ ...edit, problem: issues.join("; ") })),
        );
      }}
      onDismiss={onDismiss}
    >
      <QueryState query={trial} what="the preview" lines={6} />
      {trial.data && <EditPreview field={field} edits={trial.data} nameOf={nameOf} />}
    </FormDialog>
  );
}

type PlannedCell = CellEdit & PlannedEdit;

/** Tries edits of one column without making them: first those that can't be made. */
async function planCells(path: ResourcePath, shape: RecordShape, edits: readonly CellEdit[]): Promise<PlannedCell[]> {
  const changed = edits.filter(({ before, after }) => before !== after);
  const refused = await tryChanges(cellChanges(path, changed));
  return edits
    .map((edit) => {
      const issues = refused.get(edit.id);
      return { ...edit, issues: issues ? [refusedCell(shape, edit, issues).problem] : [] };
    })
    .toSorted((a, b) => b.issues.length - a.issues.length);
}

/** The cells of one column, one a line as a spreadsheet copies them. @returns null for several columns. */
export function pastedColumn(text: string): string[] | null {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ""), { delimiter: "\t" });
  return data.some(({ length }) => length > 1) ? null : data.map(([cell = ""]) => cell);
}
