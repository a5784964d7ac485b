import { partialDateInWords } from "@/lib/core/date-words.browser";
import { CitationFields } from "@/components/records/details/citation-fields";
import { RadioGroup } from "@/components/ui/radio-group";
import { DateField } from "../details/date-field";
import type { Beginning, Joining } from "./use-joining";

/** Asks from which day the added people are in the cast. */
export function JoiningFields({ joining }: { joining: Joining }) {
  const { run, beginning, choose, day, setDay, isOnDay, dayProblem } = joining;
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
            { value: "seen", content: "Not known, but seen on a day" },
            { value: "unknown", content: "Not known" },
          ]}
        />
      </div>
      {isOnDay && (
        <div className="max-w-80">
          <DateField
            label={beginning === "seen" ? "Seen in it on" : "First day"}
            date={day}
            problem={dayProblem}
            onChange={setDay}
          />
        </div>
      )}
    </div>
  );
}

/** Asks who says that the added people are in the cast. */
export function SourceFields({ joining }: { joining: Joining }) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">Source (optional)</legend>
      <CitationFields {...joining.citation} />
    </fieldset>
  );
}
