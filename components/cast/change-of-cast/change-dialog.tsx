import { isDay } from "@/components/form/typed-day";
import { CitationFields, type Source, useCitation } from "@/components/records/details/citation";
import { useSelection, type Selection } from "@/components/records/list/selection";
import { Button } from "@/components/ui/button";
import { daysAfter, today } from "@/components/ui/calendar";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Field } from "@/components/ui/field";
import { earliestDay } from "@/lib/core/partial-dates.browser";
import { createMatcher, nameKey } from "@/lib/listings/search/matching.browser";
import { capitalised } from "@/lib/records/terms.browser";
import { useState } from "react";
import { type EditedMember, groupsOf, groupNames } from "../cast";
import { DateField } from "../details/engagement-fields";
import { datesInWords, hasLeft } from "../engagements";
import { placesOf } from "../paste/match-rows";
import { PastedList, usePastedList } from "../paste/pasted-list";
import type { AddingDialogProps } from "../use-cast";
import { draftChange } from "./change-of-cast";

/** No one counts as already in the cast: a person who is in it and in the list stays or returns. */
const noMembers: readonly EditedMember[] = [];

/** A change of cast: who leaves and who joins, on which days. It becomes part of the draft, where each row can be corrected. */
export function ChangeDialog({ productionId, members: drafted, onAdd, onDismiss }: AddingDialogProps) {
  const members = drafted.filter(({ state }) => state !== "removed");
  const pasted = usePastedList(productionId, noMembers);
  const { run, runError } = pasted;
  const citation = useCitation();
  const leavers = useSelection(() => []);
  const [firstDay, setFirstDay] = useState<string | null>(null);
  /** Undefined until someone types: the day before the first day. */
  const [typedLastDay, setTypedLastDay] = useState<string | null | undefined>(undefined);
  const [isTried, setIsTried] = useState(false);
  const joiners = placesOf(pasted.matches, members);
  const dayBefore = firstDay !== null && isDay(firstDay) ? daysAfter(firstDay, -1) : null;
  const lastDay = typedLastDay === undefined ? dayBefore : typedLastDay;
  const [isLeft, isJoined] = [leavers.selected.size > 0, joiners.length > 0];
  const isNobody = !isLeft && !isJoined;
  // The day on which no one leaves or joins says nothing.
  const [last, first] = [isLeft ? lastDay : firstDay, isJoined ? firstDay : lastDay];
  const when = first && last && run && { firstDay: first, lastDay: last, run, today: today() };
  const change = when && !isNobody ? draftChange({ members, leaverIds: leavers.selected, joiners, ...when }) : null;
  const count = change ? change.patches.size + change.places.length : 0;

  function take() {
    setIsTried(true);
    const typed = citation.check(false);
    if (!change || count === 0 || typed === undefined) return;
    const sources: { sources?: Source[] } = typed ? { sources: [{ field: "engagements", ...typed }] } : {};
    onAdd(
      change.places.map((place) => ({ ...place, ...sources })),
      new Map([...change.patches].map(([id, patch]) => [id, { ...patch, ...sources }])),
    );
  }

  const leavingDay = earliestDay(lastDay || today());
  const canLeave = (one: EditedMember) => leavers.selected.has(one.id) || !hasLeft(one, leavingDay);
  const isEmpty = isNobody && pasted.text === "" && firstDay === null;
  return (
    <Dialog title="Change of cast" size="wide" onDismiss={isEmpty ? onDismiss : undefined}>
      <div className="grid gap-4 sm:grid-cols-2">
        <DateField
          label="New cast starts"
          date={firstDay}
          problem={isTried && isJoined && !firstDay ? "Enter the first day" : undefined}
          onChange={setFirstDay}
        />
        <DateField
          label="Old cast’s last day"
          hint="Default: the day before the first day"
          date={lastDay}
          problem={isTried && isLeft && !lastDay ? "Enter the last day" : undefined}
          onChange={setTypedLastDay}
        />
      </div>
      <LeaverChoice members={members.filter(canLeave)} leavers={leavers} />
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-2 font-semibold">Who joins</legend>
        <PastedList pasted={pasted} />
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">Source (optional)</legend>
        <CitationFields {...citation.fields} />
      </fieldset>
      {runError && (
        <p role="alert" className="text-sm text-curtain">
          The production can’t be loaded. {runError.message}
        </p>
      )}
      <div role="status" aria-label="To consider" className="grid gap-1 text-sm text-muted empty:hidden">
        {change?.notes.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <DialogActions
        action="Add to draft"
        isDisabled={isNobody || !pasted.isReady || !run}
        onAct={take}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {isNobody
            ? "Tick who leaves, or paste who joins."
            : change && count === 0
              ? "Nothing would change."
              : `${leavers.selected.size} leave, ${joiners.length} join. Nothing is saved until you save the cast.`}
        </span>
      </DialogActions>
    </Dialog>
  );
}

/** Ticks the members of a cast who leave: one by one, or a whole group. */
function LeaverChoice({ members, leavers }: { members: readonly EditedMember[]; leavers: Selection }) {
  const { selected } = leavers;
  const [typed, setTyped] = useState("");
  const matches = createMatcher(typed);
  const groups = groupsOf(
    members.filter(({ person, role }) => matches(nameKey(`${person.name} ${role?.name ?? ""}`))),
  ).filter((group) => group.members.length > 0);

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
          const areAll = ids.every((id) => selected.has(id));
          return (
            <div
              key={type}
              role="group"
              aria-label={capitalised(groupNames[type])}
              className="border-b border-line p-2 last:border-b-0"
            >
              <div className="flex flex-wrap items-center justify-between gap-2">
                <h3 className="text-sm font-semibold">{capitalised(groupNames[type])}</h3>
                <Button className="min-h-8! px-3!" onClick={() => (areAll ? leavers.remove : leavers.add)(ids)}>
                  {areAll ? "Clear" : "All"} {groupNames[type]}
                </Button>
              </div>
              {group.map(({ id, person, role, engagements }) => (
                <Checkbox
                  key={id}
                  className="min-h-[34px] flex-wrap gap-x-3 gap-y-0 text-sm"
                  checked={selected.has(id)}
                  onChange={() => leavers.toggle(id, false)}
                >
                  <bdi className="min-w-0 sm:basis-48">{person.name}</bdi>
                  <bdi className="min-w-0 grow text-muted">{role?.name}</bdi>
                  <span className="text-muted">{datesInWords(engagements, today())}</span>
                </Checkbox>
              ))}
            </div>
          );
        })}
      </div>
      <p role="status" className="text-sm text-muted">
        {selected.size === 0 ? "No one" : `${selected.size} of ${members.length}`} selected
      </p>
    </fieldset>
  );
}
