import type { ComponentProps } from "react";
import { PartialDateField } from "@/components/form/day-control";
import { partialDateProblem } from "@/components/form/typed-day";

/** A day that may be known only by its month or its year. What is typed and no date is said at once. */
export function DateField(field: ComponentProps<typeof PartialDateField>) {
  return <PartialDateField {...field} problem={field.date === "" ? partialDateProblem : field.problem} />;
}
