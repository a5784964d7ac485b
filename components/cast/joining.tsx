import { CitationFields, useCitation } from "@/components/records/details/citation";
import { today } from "@/components/ui/calendar";
import { DialogActions } from "@/components/ui/dialog-actions";
import { RadioGroup } from "@/components/ui/radio-group";
import { partialDateInWords } from "@/lib/core/date-words.browser";
import type { RunDays } from "@/lib/resources/cast-members/presence.browser";
import { useState } from "react";
import type { CastPlace, EditedMember, NewPlace } from "./cast";
import { DateField } from "./details/engagement-fields";
import { withBeginning } from "./engagements";
import type { AddingDialogProps } from "./use-cast";

/** Asks from which day the added people are in the cast. */
export function JoiningFields({ joining }: { joining: Joining }) {
  const { run, beginning, choose, day, setDay, dayProblem } = joining;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span aria-hidden="true" className="text-sm font-semibold">
          In the cast from
        </span>
        <RadioGroup<Beginning>
          legend="In the cast from"
          name="in-the-cast-from"
          value={beginning}
          onChoose={choose}
          options={[
            { value: "opening", content: `The opening${run ? ` (${partialDateInWords(run.first)})` : ""}` },
            { value: "day", content: "A day" },
            { value: "unknown", content: "Not known" },
          ]}
        />
      </div>
      {beginning === "day" && (
        <div className="max-w-80">
          <DateField label="First day" date={day} problem={dayProblem} onChange={setDay} />
        </div>
      )}
    </div>
  );
}

interface AddingProps extends Pick<AddingDialogProps, "onAdd" | "onDismiss"> {
  joining: Joining;
  /** Those who are ticked. */
  places: readonly CastPlace[];
  isReady: boolean;
  /** What is new with them; null where there is no one to tick. */
  news: string | null;
}

/** The end of a dialog that adds people to a cast: asks who says that they are in it, and says what would be added. */
export function AddToCast({ joining, places, isReady, news, onAdd, onDismiss }: AddingProps) {
  return (
    <>
      {news !== null && (
        <fieldset className="min-w-0">
          <legend className="mb-2 font-semibold">Source (optional)</legend>
          <CitationFields {...joining.citation} />
        </fieldset>
      )}
      <DialogActions
        action={places.length === 0 ? "Add to cast" : `Add ${places.length} to cast`}
        onAct={() => {
          const joined = joining.complete(places);
          if (joined) onAdd(joined);
        }}
        isDisabled={places.length === 0 || !isReady}
        onDismiss={onDismiss}
      >
        <span role="status" className="text-sm text-muted">
          {news !== null && `${joining.words} ${news}. Nothing is saved until you save the cast.`}
        </span>
      </DialogActions>
    </>
  );
}

/** When people have been in the cast from. */
type Beginning = "opening" | "day" | "unknown";

/** From which day the added people are in the cast, and who says so. */
export function useJoining(run: RunDays | undefined, members: readonly EditedMember[]) {
  /** Null until someone chooses. */
  const [chosen, setChosen] = useState<Beginning | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const citation = useCitation();
  // Those who join a cast later have not been in it since the opening.
  const isFirstCast = members.length === 0 || (run !== undefined && run.first > today());
  const beginning = chosen ?? (isFirstCast ? "opening" : "unknown");
  const from = beginning === "opening" ? (run?.first ?? null) : beginning === "day" ? day : null;

  return {
    run,
    beginning,
    choose: setChosen,
    day,
    setDay,
    dayProblem: isTried && !day ? "Enter the first day" : undefined,
    citation: citation.fields,
    words: from ? `From ${partialDateInWords(from)}.` : "First day not known.",
    /** The places with their first day and sources; null while something that was typed is wrong. */
    complete(places: readonly CastPlace[]): NewPlace[] | null {
      setIsTried(true);
      const typed = citation.check(false);
      if (typed === undefined || (beginning === "day" && !day)) return null;
      const sources = typed ? { sources: [{ field: null, ...typed }] } : {};
      return places.map((place) => ({ ...place, ...withBeginning(place, from), ...sources }));
    },
  };
}

type Joining = ReturnType<typeof useJoining>;
