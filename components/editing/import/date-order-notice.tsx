import { formatDay } from "@/lib/core/date-words.browser";
import { RadioGroup } from "@/components/ui/radio-group";
import { isoDate, type DateOrder } from "@/lib/editing/csv/dates.browser";
import type { OpenedFile } from "./use-import";

interface Props {
  file: OpenedFile;
  isDisabled: boolean;
  onChoose(order: DateOrder): void;
}

const orders = ["day/month", "month/day"] as const;

/** Says in which order the days of a file are read, or asks where the file does not show it. */
export function DateOrderNotice({ file: { dates, dateOrder }, isDisabled, onChoose }: Props) {
  if (!dates) return null;
  const { example, order } = dates;
  return (
    <section aria-label="Dates" className="grid gap-3 rounded border border-edge p-4 text-sm">
      <p role="status">
        {order === null
          ? `Which day is ${example}? Your answer is for all dates of this file.`
          : `Dates are read as ${order}/year: ${example} is ${formatDay(isoDate(example, order))}.`}
      </p>
      {order === null && (
        <RadioGroup<DateOrder | "">
          legend="Read dates as"
          name="date-order"
          value={dateOrder ?? ""}
          onChoose={(chosen) => chosen !== "" && !isDisabled && onChoose(chosen)}
          options={orders.map((value) => ({ value, content: `${value}: ${dayOf(example, value)}` }))}
        />
      )}
    </section>
  );
}

/** Dates that contradict each other have an example that is a day in one order only. */
function dayOf(example: string, order: DateOrder): string {
  const day = isoDate(example, order);
  return Number(day.slice(5, 7)) > 12 ? "no day" : formatDay(day);
}
