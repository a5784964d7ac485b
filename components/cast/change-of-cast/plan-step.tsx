"use client";

import { ChangeErrors } from "@/components/changes/change-errors";
import { SlowNotice } from "@/components/changes/slow-notice";
import { useChanges } from "@/components/changes/use-changes";
import { CitationFields } from "@/components/details/citation-fields";
import { sourcesFor, type Source } from "@/components/details/source-list";
import { useCitation } from "@/components/details/use-citation";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { RequestedChange } from "@/lib/changes/schema";
import { changesOf } from "../cast-changes";
import { countOf } from "../edits";
import { CastPlanTable } from "./cast-plan-table";
import type { CastPlan } from "./plan";

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
  const citation = useCitation();
  const refused = plan.lines.filter(({ problem }) => problem !== null).length;
  const changes = changesOf(productionId, plan.edits);
  const { isBusy, error } = changing;

  async function save() {
    const typed = citation.check(false);
    if (typed === undefined) return;
    const sources = typed ? sourcesFor(["engagements"], typed) : [];
    const result = await changing.make(
      changes.map(({ change }) => withSources(change, sources)),
      "Change of cast saved.",
      `productions/${productionId}/cast`,
    );
    if (result) onDismiss();
  }

  return (
    <>
      <CastPlanTable plan={plan} {...days} />
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Source (optional)</legend>
        <CitationFields {...citation.fields} />
      </fieldset>
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

/** Adds the sources to a cast member. */
function withSources(change: RequestedChange, sources: readonly Source[]): RequestedChange {
  if (sources.length === 0 || change.resource !== "cast-members" || change.action === "delete") return change;
  return { ...change, [change.action === "create" ? "sources" : "add_sources"]: sources };
}

function statusOf(refused: number, count: number): string {
  if (refused > 0) return `${refused === 1 ? "1 contradiction" : `${refused} contradictions`}: go back and correct it.`;
  if (count === 0) return "Nothing would change.";
  return `This saves ${count === 1 ? "1 cast member" : `${count} cast members`}. You can undo it.`;
}
