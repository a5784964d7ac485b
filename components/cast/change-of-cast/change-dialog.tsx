import { useState } from "react";
import { DateField } from "@/components/cast/details/date-field";
import { type Source, sourcesFor, useCitation } from "@/components/records/details/citation";
import { CitationFields } from "@/components/records/details/citation-fields";
import { today } from "@/components/ui/calendar";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { earliestDay, latestDay } from "@/lib/core/partial-dates.browser";
import type { Engagement } from "@/lib/resources/cast-members/schema.browser";
import { type EditedMember, type NewPlace, groupsOf, groupNames } from "../cast";
import type { CastPatches } from "../edits";
import { placesOf } from "../paste/match-rows";
import { PastedList, usePastedList } from "../paste/pasted-list";
import { useRun } from "../use-run";
import { daysOfChange, draftChange } from "./change-of-cast";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { capitalised } from "@/lib/records/terms.browser";
import { datesInWords } from "../engagements";

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
  const { lastDay, complete, missing } = daysOfChange({ leaverIds, joiners, firstDay, typedLastDay });
  const problems = isTried ? missing : {};
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

interface ChoiceProps {
  members: readonly EditedMember[];
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
}

/** Ticks the members of a cast who leave: one by one, or a whole group. */
function LeaverChoice({ members, chosen, onChange }: ChoiceProps) {
  const [typed, setTyped] = useState("");
  const matches = createMatcher(typed);
  const groups = groupsOf(
    members.filter(({ person, role }) => matches(nameKey(`${person.name} ${role?.name ?? ""}`))),
  ).filter((group) => group.members.length > 0);

  function change(ids: readonly string[], isChosen: boolean) {
    const next = new Set(chosen);
    for (const id of ids) {
      if (isChosen) next.add(id);
      else next.delete(id);
    }
    onChange(next);
  }

  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold">Who leaves</legend>
      <Field
        label="Search the cast"
        type="search"
        value={typed}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="fading-ends max-h-[max(20rem,60dvh)] overflow-y-auto rounded border border-edge">
        {groups.length === 0 && <p className="p-3 text-sm text-muted">No one in the cast matches.</p>}
        {groups.map(({ type, members: group }) => {
          const ids = group.map(({ id }) => id);
          const areAll = ids.every((id) => chosen.has(id));
          return (
            <div
              key={type}
              role="group"
              aria-label={capitalised(groupNames[type])}
              className="border-b border-line p-2 last:border-b-0"
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="text-sm font-semibold">{capitalised(groupNames[type])}</h3>
                <Button className="min-h-8! px-3!" onClick={() => change(ids, !areAll)}>
                  {areAll ? "Clear" : "All"} {groupNames[type]}
                </Button>
              </div>
              {group.map(({ id, person, role, engagements }) => (
                <label key={id} className="flex min-h-[34px] cursor-pointer flex-wrap items-center gap-x-3 text-sm">
                  <input
                    type="checkbox"
                    className="size-4 shrink-0 accent-curtain"
                    checked={chosen.has(id)}
                    onChange={(event) => change([id], event.target.checked)}
                  />
                  <bdi className="min-w-0 sm:basis-48">{person.name}</bdi>
                  <bdi className="min-w-0 grow text-muted">{role?.name}</bdi>
                  <span className="text-muted">{datesInWords(engagements, today())}</span>
                </label>
              ))}
            </div>
          );
        })}
      </div>
      <p role="status" className="text-sm text-muted">
        {chosen.size === 0 ? "No one" : `${chosen.size} of ${members.length}`} selected
      </p>
    </fieldset>
  );
}
