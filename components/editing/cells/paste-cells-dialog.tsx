"use client";

import { useQuery } from "@tanstack/react-query";
import { EditPreview } from "@/components/editing/changes/edit-preview";
import type { PlannedEdit } from "@/components/editing/changes/edit-plan";
import { FormDialog } from "@/components/form/form-dialog";
import type { RecordField } from "@/components/records/form/record-shape";
import { formatRecordCount } from "@/components/records/referrers";
import { QueryState } from "@/components/ui/query-state";
import type { RequestError } from "@/lib/client/client.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { planCells, type CellEdit } from "./check-cells";
import type { UnsavedCell } from "./use-cell-edits";

interface Props {
  path: ResourcePath;
  field: RecordField;
  fields: ReadonlyMap<string, RecordField>;
  /** Of one column. */
  edits: readonly CellEdit[];
  nameOf(id: string): string;
  onAgreed(going: readonly CellEdit[], stopped: readonly UnsavedCell[]): void;
  onDismiss(): void;
}

/** What a pasted column changes, before it does. */
export function PasteCellsDialog({ path, field, fields, edits, nameOf, onAgreed, onDismiss }: Props) {
  const trial = useQuery<PlannedEdit[], RequestError>({
    queryKey: ["trial", path, "cells", edits],
    queryFn: () => planCells(path, fields, edits),
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
