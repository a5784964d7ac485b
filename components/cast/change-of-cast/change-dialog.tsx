import { useEffect, useRef, useState } from "react";
import { today, daysAfter } from "@/components/ui/calendar";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { isDay } from "@/components/form/typed-day";
import type { CastEdits, EditedMember } from "../cast";
import type { CastGuard } from "../cast-conflicts";
import { DateField } from "../details/date-field";
import { PastedList } from "../paste/pasted-list";
import { placesOf, usePastedList } from "../paste/use-pasted-list";
import { useRun } from "../use-run";
import { LeaverChoice } from "./leaver-choice";
import { planChange } from "./plan";
import { PlanStep } from "./plan-step";

interface Props {
  productionId: string;
  members: readonly EditedMember[];
  guard(edits: CastEdits): Promise<CastGuard>;
  /** How many edits of the cast are not saved. */
  editCount: number;
  onDismiss(): void;
}

/** No one counts as already in the cast: a person who is in it and in the list stays or returns. */
const noMembers: readonly EditedMember[] = [];

/** A change of cast: who leaves, who joins, what that means, and all of it saved as one change. */
export function ChangeDialog({ productionId, members, guard, editCount, onDismiss }: Props) {
  const run = useRun(productionId);
  const pasted = usePastedList(productionId, noMembers);
  const [leaverIds, setLeaverIds] = useState<ReadonlySet<string>>(new Set());
  const [firstDay, setFirstDay] = useState<string | null>(null);
  /** Undefined until someone types: the day before the first day. */
  const [typedLastDay, setTypedLastDay] = useState<string | null | undefined>(undefined);
  const [step, setStep] = useState<"choose" | "plan">("choose");
  const [isTried, setIsTried] = useState(false);
  const joiners = placesOf(pasted.matches, members);
  const chosen = { leaverIds, joiners, firstDay, typedLastDay };
  const { lastDay, complete } = daysOfChange(chosen);
  const problems = isTried ? dayProblems(chosen) : {};
  const body = useRef<HTMLDivElement>(null);
  const shownStep = useRef(step);
  useEffect(() => {
    // The button that had the focus belongs to the other step.
    if (shownStep.current !== step) body.current?.focus();
    shownStep.current = step;
  }, [step]);
  const isNobody = leaverIds.size === 0 && joiners.length === 0;

  if (editCount > 0)
    return (
      <Dialog title="Change of cast" onDismiss={onDismiss}>
        <p>This cast has unsaved changes. Save or discard them first.</p>
        <DialogActions dismissal="Close" onDismiss={onDismiss} />
      </Dialog>
    );
  const isEmpty = isNobody && pasted.text === "" && firstDay === null;
  return (
    <Dialog
      title={step === "plan" ? "Review cast change" : "Change of cast"}
      size="wide"
      onDismiss={isEmpty ? onDismiss : undefined}
    >
      <div ref={body} tabIndex={-1} className="grid gap-4">
        {step === "plan" && complete && run.data ? (
          <PlanStep
            productionId={productionId}
            plan={planChange({ members, leaverIds, joiners, ...complete, run: run.data, today: today() })}
            days={complete}
            guard={guard}
            onBack={() => setStep("choose")}
            onDismiss={onDismiss}
          />
        ) : (
          <>
            <div className="grid gap-4 sm:grid-cols-2">
              <DateField label="New cast starts" date={firstDay} problem={problems.firstDay} onChange={setFirstDay} />
              <DateField
                label="Old cast’s last day"
                hint="Default: the day before the first day"
                date={lastDay}
                problem={problems.lastDay}
                onChange={setTypedLastDay}
              />
            </div>
            <LeaverChoice
              members={members.filter((member) => leaverIds.has(member.id) || canLeave(member, lastDay || today()))}
              chosen={leaverIds}
              onChange={setLeaverIds}
            />
            <fieldset className="grid min-w-0 gap-3">
              <legend className="mb-2 font-semibold">Who joins</legend>
              <PastedList pasted={pasted} />
            </fieldset>
            {run.error && (
              <p role="alert" className="text-sm text-curtain">
                The production can’t be loaded. {run.error.message}
              </p>
            )}
            <DialogActions
              action="Review"
              isDisabled={isNobody || !pasted.isReady || !run.data}
              onAct={() => {
                setIsTried(true);
                if (complete) setStep("plan");
              }}
              onDismiss={onDismiss}
            >
              <span role="status" className="text-sm text-muted">
                {isNobody ? "Tick who leaves, or paste who joins." : `${leaverIds.size} leave, ${joiners.length} join.`}
              </span>
            </DialogActions>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Whether someone is not certainly gone before a day. */
function canLeave({ engagements }: EditedMember, day: string): boolean {
  const mayGoOn = ({ to, ended }: Engagement) => (to === null ? !ended : latestDay(to) >= earliestDay(day));
  return engagements.length === 0 || engagements.some(mayGoOn);
}

interface Chosen {
  leaverIds: ReadonlySet<string>;
  joiners: readonly unknown[];
  /** Null for none; empty while the typed text is no date. */
  firstDay: string | null;
  /** Undefined until someone types it. */
  typedLastDay: string | null | undefined;
}

/** The last day and the first day of a change of cast. A day that is not given follows from the other. */
function daysOfChange({ leaverIds, joiners, firstDay, typedLastDay }: Chosen) {
  const dayBefore = firstDay !== null && isDay(firstDay) ? daysAfter(firstDay, -1) : null;
  const lastDay = typedLastDay === undefined ? dayBefore : typedLastDay;
  const [first, last] = [firstDay || null, lastDay || null];
  const complete =
    joiners.length > 0 && leaverIds.size > 0
      ? first && last && { firstDay: first, lastDay: last }
      : joiners.length > 0
        ? first && { firstDay: first, lastDay: daysAfter(earliestDay(first), -1) }
        : last && { firstDay: daysAfter(latestDay(last), 1), lastDay: last };
  return { lastDay, complete: complete || null };
}

/** What is missing. */
function dayProblems(chosen: Chosen): { firstDay?: string; lastDay?: string } {
  const { lastDay } = daysOfChange(chosen);
  return {
    ...(chosen.joiners.length > 0 && !chosen.firstDay ? { firstDay: "Enter the first day" } : {}),
    ...(chosen.leaverIds.size > 0 && !lastDay ? { lastDay: "Enter the last day" } : {}),
  };
}
