import { useQuery } from "@tanstack/react-query";
import { EditPreview, refusals, type PlannedEdit } from "@/components/editing/changes/edit-preview";
import { FormDialog } from "@/components/form/form-dialog";
import { sendChanges } from "@/components/records/changes/use-changes";
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
  const trial = useQuery<PlannedEdit[], RequestError>({
    queryKey: ["trial", path, "cells", edits],
    queryFn: () => planCells(path, shape, edits),
    staleTime: 0,
    gcTime: 0,
  });
  const plan = new Map(trial.data?.map((edit) => [edit.id, edit]));
  const issuesOf = ({ id }: CellEdit) => plan.get(id)?.issues ?? [];
  const going = edits.filter((edit) => edit.before !== edit.after && issuesOf(edit).length === 0);
  return (
    <FormDialog
      title={`Paste ${edits.length} lines into “${field.label}”`}
      action={trial.data ? `Change ${formatRecordCount(going.length, path)}` : "Checking…"}
      onSubmit={() => {
        if (!trial.data) return;
        const stopped = edits.flatMap((edit) => {
          const issues = issuesOf(edit);
          return issues.length > 0 ? [{ ...edit, problem: issues.join("; ") }] : [];
        });
        onAgreed(going, stopped);
      }}
      onDismiss={onDismiss}
    >
      <QueryState query={trial} what="the preview" lines={6} />
      {trial.data && <EditPreview field={field} edits={trial.data} nameOf={nameOf} />}
    </FormDialog>
  );
}

/** Tries edits of one column without making them: first those that can't be made. */
async function planCells(path: ResourcePath, shape: RecordShape, edits: readonly CellEdit[]): Promise<PlannedEdit[]> {
  const changes = cellChanges(
    path,
    edits.filter(({ before, after }) => before !== after),
  );
  const outcomes = changes.length === 0 ? [] : (await sendChanges(changes, { isDryRun: true })).changes;
  const refused = refusals(changes, outcomes);
  return edits
    .map((edit): PlannedEdit => {
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
