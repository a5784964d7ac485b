"use client";

import { useState } from "react";
import { ChangeErrors } from "@/components/changes/change-errors";
import { SlowNotice } from "@/components/changes/slow-notice";
import { useChanges } from "@/components/changes/use-changes";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import { ApiError } from "@/lib/client/client";
import { changesOf } from "../cast-changes";
import { countOf } from "../edits";
import { CastPlanTable } from "./cast-plan-table";
import type { CastPlan } from "./plan";

import { sourceProblems, withSource, type TypedSource } from "./source";
import { SourceFields } from "./source-fields";

interface Props {
  productionId: string;
  plan: CastPlan;
  days: { firstDay: string; lastDay: string };
  onBack(): void;
  onDismiss(): void;
}

/** Shows the plan of a change of cast, and saves it as one change. */
export function PlanStep({ productionId, plan, days, onBack, onDismiss }: Props) {
  const changing = useChanges();
  const [source, setSource] = useState<TypedSource>({ name: "", url: "", kind: "official" });
  const [isTried, setIsTried] = useState(false);
  const [readError, setReadError] = useState<ApiError | null>(null);
  const [isReading, setIsReading] = useState(false);
  const problems = sourceProblems(source);
  const refused = plan.lines.filter(({ problem }) => problem !== null).length;
  const changes = changesOf(productionId, plan.edits);
  const isBusy = changing.isBusy || isReading;

  async function save() {
    setIsTried(true);
    if (Object.keys(problems).length > 0) return;
    setReadError(null);
    setIsReading(true);
    try {
      const sourced = await withSource(changes, source);
      const result = await changing.make(
        sourced.map(({ change }) => change),
        "Change of cast saved.",
        `productions/${productionId}/cast`,
      );
      if (result) onDismiss();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setReadError(error);
    } finally {
      setIsReading(false);
    }
  }

  const error = readError ?? changing.error;
  return (
    <>
      <CastPlanTable plan={plan} {...days} />
      <SourceFields source={source} problems={isTried ? problems : {}} onChange={setSource} />
      {error && <ChangeErrors error={error} nameOf={(index) => changes[index]?.name ?? `Change ${index + 1}`} />}
      <DialogActions
        action={isBusy ? "Saving…" : "Save as one change"}
        onAct={() => void save()}
        isDisabled={isBusy || refused > 0 || countOf(plan.edits) === 0}
        onDismiss={onDismiss}
      >
        <Button onClick={onBack}>Back</Button>
        <span role="status" className="text-sm text-muted">
          {statusOf(refused, countOf(plan.edits))}
        </span>
        <SlowNotice isSlow={changing.isSlow} stop={changing.stop} />
      </DialogActions>
    </>
  );
}

function statusOf(refused: number, count: number): string {
  if (refused > 0) return `${refused === 1 ? "1 contradiction" : `${refused} contradictions`}: go back and correct it.`;
  if (count === 0) return "Nothing would change.";
  return `This saves ${count === 1 ? "1 cast member" : `${count} cast members`}. You can undo it.`;
}
