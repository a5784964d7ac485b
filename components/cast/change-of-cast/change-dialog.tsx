import { useState } from "react";
import { DateField } from "@/components/cast/details/date-field";
import { isDay } from "@/components/form/typed-day";
import { type Source, sourcesFor, useCitation } from "@/components/records/details/citation";
import { CitationFields } from "@/components/records/details/citation-fields";
import { daysAfter, today } from "@/components/ui/calendar";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import type { EditedMember, NewPlace } from "../cast";
import type { CastPatches } from "../edits";
import { PastedList } from "../paste/pasted-list";
import { placesOf, usePastedList } from "../paste/use-pasted-list";
import { useRun } from "../use-run";
import { draftChange } from "./change-of-cast";
import { LeaverChoice } from "./leaver-choice";

interface Props {
  productionId: string;
  /** Those of the draft, without the ones that it removes. */
  members: readonly EditedMember[];
  /** Takes new dates of members, and new members, into the draft. */
  onChange(patches: CastPatches, places: readonly NewPlace[]): void;
  onDismiss(): void;
}

/** No one counts as already in the cast: a person who is in it and in the list stays or returns. */
const noMembers: readonly EditedMember[] = [];

/** A change of cast: who leaves and who joins, on which days. It becomes part of the draft, where each row can be corrected. */
export function ChangeDialog({ productionId, members, onChange, onDismiss }: Props) {
  const run = useRun(productionId);
  const pasted = usePastedList(productionId, noMembers);
  const citation = useCitation();
  const [leaverIds, setLeaverIds] = useState<ReadonlySet<string>>(new Set());
  const [firstDay, setFirstDay] = useState<string | null>(null);
  /** Undefined until someone types: the day before the first day. */
  const [typedLastDay, setTypedLastDay] = useState<string | null | undefined>(undefined);
  const [isTried, setIsTried] = useState(false);
  const joiners = placesOf(pasted.matches, members);
  const chosen = { leaverIds, joiners, firstDay, typedLastDay };
  const { lastDay, complete } = daysOfChange(chosen);
  const problems = isTried ? dayProblems(chosen) : {};
  const isNobody = leaverIds.size === 0 && joiners.length === 0;
  const change =
    complete && run.data && !isNobody
      ? draftChange({ members, leaverIds, joiners, ...complete, run: run.data, today: today() })
      : null;
  const count = change ? change.patches.size + change.places.length : 0;

  function take() {
    setIsTried(true);
    const typed = citation.check(false);
    if (!change || count === 0 || typed === undefined) return;
    const sources: { sources?: Source[] } = typed ? { sources: sourcesFor(["engagements"], typed) } : {};
    onChange(
      new Map([...change.patches].map(([id, patch]) => [id, { ...patch, ...sources }])),
      change.places.map((place) => ({ ...place, ...sources })),
    );
  }

  const isEmpty = isNobody && pasted.text === "" && firstDay === null;
  return (
    <Dialog title="Change of cast" size="wide" onDismiss={isEmpty ? onDismiss : undefined}>
      <div className="grid gap-4">
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
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">Source (optional)</legend>
          <CitationFields {...citation.fields} />
        </fieldset>
        {run.error && (
          <p role="alert" className="text-sm text-curtain">
            The production can’t be loaded. {run.error.message}
          </p>
        )}
        <div role="status" aria-label="To consider" className="grid gap-1 text-sm text-muted empty:hidden">
          {change?.notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        <DialogActions
          action="Add to draft"
          isDisabled={isNobody || !pasted.isReady || !run.data}
          onAct={take}
          onDismiss={onDismiss}
        >
          <span role="status" className="text-sm text-muted">
            {isNobody
              ? "Tick who leaves, or paste who joins."
              : change && count === 0
                ? "Nothing would change."
                : `${leaverIds.size} leave, ${joiners.length} join. Nothing is saved until you save the cast.`}
          </span>
        </DialogActions>
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
