import { useDeferredValue } from "react";
import { isDay, typedDay } from "@/components/form/typed-day";
import { RecordLink } from "@/components/records/record-name";
import { findSimilarRecords } from "@/components/records/directory/record-matches";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { Button } from "@/components/ui/button";
import { today } from "@/components/ui/calendar";
import { formatDay } from "@/lib/core/date-words.browser";
import type { FormValues } from "@/lib/records/view.browser";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";

interface Props {
  path: ResourcePath;
  /** The record that has the name; null for a new one. */
  id: string | null;
  /** As typed. */
  name: string;
  onUse?: ((id: string) => void) | undefined;
}

/** Names the records that a typed name may be a second spelling of. Does not prevent saving. */
export function SimilarRecords({ path, id, name, onUse }: Props) {
  const { fields } = useShapes()[path];
  // Records that belong to another often share a name: every production of Hamlet has a role of that name.
  const isDependent = fields.some((field) => field.kind === "reference" && !field.isOptional);
  const { directory } = useDirectory(isDependent ? [] : [path]);
  const typed = useDeferredValue(name);
  const similar = isDependent ? [] : findSimilarRecords(path, directory, typed, (record) => record["id"] !== id);
  return (
    <div role="status" className="-mt-3 text-sm empty:hidden">
      {similar.length > 0 && (
        <ul aria-label="Similar records" className="grid gap-1 rounded bg-sunken px-3 py-2">
          {similar.map((one) => (
            <li key={one.id} className="flex flex-wrap items-baseline gap-x-3">
              <span>
                Similar: <RecordLink path={path} id={one.id} label={one.name} />{" "}
                <span className="font-mono break-all text-muted">{one.id}</span>
              </span>
              {onUse && <Button onClick={() => onUse(one.id)}>Use this one</Button>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

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
              <RecordLink path="productions" id={other} label={directory.shows.get(show_id)?.name ?? show_id} /> is
              there from {formatDay(opening_date)}
              {closing_date === null ? ", with no closing date" : ` to ${formatDay(closing_date)}`}.
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
