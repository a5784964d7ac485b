"use client";

import { useState } from "react";
import { useApiWrite } from "@/components/use-api-write";
import type { ChangeOutcome } from "@/lib/changes/schema";
import type { ResourcePath } from "@/lib/resources/nouns";
import { updatesOf, planEdits, type FieldEdit, type PlannedEdit } from "./edit-plan";
import { sendChanges } from "./send-changes";

interface Plan {
  /** The field and its edit, as text: a plan holds for them only. */
  subject: string;
  edits: readonly PlannedEdit[];
}

/** Tries an edit of many records without making it. */
export function useEditPlan(path: ResourcePath, records: readonly { id: string }[]) {
  const { write, ...state } = useApiWrite();
  const [plan, setPlan] = useState<Plan | null>(null);

  async function prepare(field: string, edit: FieldEdit): Promise<void> {
    const changes = updatesOf(path, field, records, edit);
    const outcomes = await write(async (signal): Promise<readonly ChangeOutcome[]> =>
      changes.length === 0 ? [] : (await sendChanges(changes, { isDryRun: true, signal })).changes,
    );
    if (outcomes)
      setPlan({ subject: subjectOf(field, edit), edits: planEdits(field, records, edit, { changes, outcomes }) });
  }

  /** The plan of an edit; null while it isn't prepared. */
  function planOf(field: string, edit: FieldEdit | null): readonly PlannedEdit[] | null {
    return edit !== null && plan?.subject === subjectOf(field, edit) ? plan.edits : null;
  }

  return { ...state, prepare, planOf };
}

function subjectOf(field: string, edit: FieldEdit): string {
  return JSON.stringify([field, edit]);
}
