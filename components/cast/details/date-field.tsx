import { PartialDateControl } from "@/components/form/day-control";
import { partialDateProblem } from "@/components/form/typed-day";
import { Labelled, type LabelledProps } from "@/components/ui/field";

interface Props extends LabelledProps {
  /** Empty while the typed text is no date: the schema refuses that. */
  date: string | null;
  onChange(date: string | null): void;
}

/** A day that may be known only by its month or its year. */
export function DateField({ date, problem, onChange, ...labelled }: Props) {
  return (
    <Labelled {...labelled} problem={date === "" ? partialDateProblem : problem}>
      {(wiring) => (
        <PartialDateControl
          {...wiring}
          value={date === "" ? undefined : date}
          onChange={(typed) => onChange(typed === undefined ? "" : typed)}
        />
      )}
    </Labelled>
  );
}
