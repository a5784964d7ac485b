import { formatDay } from "@/lib/core/date-words.browser";
import { today } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import { useDirectory } from "@/components/records/use-directory";
import type { FormValues } from "@/lib/records/view.browser";
import { isDay, typedDay } from "../../form/typed-day";

/** Names the productions that run in the same theatre at the same time. Does not prevent saving. */
export function OtherRuns({ id, values }: { id: string | null; values: FormValues }) {
  const { directory } = useDirectory(["productions", "shows"]);
  const opening = typedDay(values["opening_date"] ?? "", today());
  const closing = typedDay(values["closing_date"] ?? "", today());
  const last = isDay(closing) ? closing : "9999";
  const others = [...directory.productions.values()].filter(
    (run) =>
      isDay(opening) &&
      run.id !== id &&
      run.theatre_id === values["theatre_id"] &&
      run.opening_date <= last &&
      (run.closing_date ?? "9999") >= opening,
  );
  return (
    <div role="status" className="-mt-3 text-sm empty:hidden">
      {others.length > 0 && (
        <ul aria-label="Other productions at this theatre" className="grid gap-1 rounded bg-curtain-wash px-3 py-2">
          {others.map(({ id: other, show_id, opening_date, closing_date }) => (
            <li key={other}>
              <RecordLink path="productions" id={other}>
                {directory.shows.get(show_id)?.name ?? show_id}
              </RecordLink>{" "}
              is there from {formatDay(opening_date)}
              {closing_date === null ? ", with no closing date" : ` to ${formatDay(closing_date)}`}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
