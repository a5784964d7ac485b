import { RadioGroup } from "@/components/ui/radio-group";
import { formatDay } from "@/lib/core/date-words.browser";
import type { ImportPlan } from "@/lib/editing/imports/schema.browser";

type Dates = NonNullable<ImportPlan["dates"]>;
type DateOrder = NonNullable<Dates["order"]>;

const orders: readonly DateOrder[] = ["day/month", "month/day"];

interface Props {
  dates: Dates;
  /** As the editor chose. */
  chosen: DateOrder | undefined;
  isDisabled: boolean;
  onChoose(order: DateOrder): void;
}

/** Says in which order the days of a file are read, or asks where the file does not show it. */
export function DateOrderNotice({ dates: { example, order, readings }, chosen, isDisabled, onChoose }: Props) {
  const dayIn = (one: DateOrder) => (readings[one] === null ? "no day" : formatDay(readings[one]));
  return (
    <section aria-label="Dates" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p role="status">
        {order === null
          ? `Which day is ${example}? Your answer is for all dates of this file.`
          : `Dates are read as ${order}/year: ${example} is ${dayIn(order)}.`}
      </p>
      {order === null && (
        <RadioGroup<DateOrder | "">
          legend="Read dates as"
          name="date-order"
          value={chosen ?? ""}
          onChoose={(one) => one !== "" && !isDisabled && onChoose(one)}
          options={orders.map((value) => ({ value, content: `${value}: ${dayIn(value)}` }))}
        />
      )}
    </section>
  );
}
