import { useQuery } from "@tanstack/react-query";
import { EditPreview, isSound, planEdits } from "@/components/editing/changes/edit-preview";
import { FormDialog } from "@/components/form/form-dialog";
import type { RecordField } from "@/components/records/form/record-shape";
import { useRecordShape } from "@/components/records/shapes";
import { formatRecordCount } from "@/components/records/record-name";
import { QueryState } from "@/components/ui/query-state";
import type { RequestError } from "@/lib/http/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import type { CellEdit, UnsavedCell } from "./use-cell-edits";
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
  const trial = useQuery<UnsavedCell[], RequestError>({
    queryKey: ["trial", path, "cells", edits],
    queryFn: ({ signal }) => planEdits(shape, edits, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const going = trial.data?.filter(isSound) ?? [];
  return (
    <FormDialog
      title={`Paste ${edits.length} lines into “${field.label}”`}
      action={trial.data ? `Change ${formatRecordCount(going.length, path)}` : "Checking…"}
      isDisabled={!trial.data}
      onSubmit={() => onAgreed(going, trial.data?.filter(({ problem }) => problem !== null) ?? [])}
      onDismiss={onDismiss}
    >
      <QueryState query={trial} what="the preview" lines={6} />
      {trial.data && <EditPreview field={field} edits={trial.data} nameOf={nameOf} />}
    </FormDialog>
  );
}

/** The cells of one column, one a line as a spreadsheet copies them. @returns null for several columns. */
export function pastedColumn(text: string): string[] | null {
  const { data } = Papa.parse<string[]>(text.replace(/\r?\n$/, ""), { delimiter: "\t" });
  return data.some(({ length }) => length > 1) ? null : data.map(([cell = ""]) => cell);
}
