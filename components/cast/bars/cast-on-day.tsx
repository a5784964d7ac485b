import { formatDay } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import type { CastEntry } from "@/lib/listings/casts/schema.browser";
import { partInWords } from "../cast";
import type { castOnDay } from "./days-of-run";

interface Props {
  day: string;
  groups: ReturnType<typeof castOnDay>;
}

const titles = { certain: "In the cast", possible: "Possibly in the cast", undated: "Dates not known" };

/** Who is in the cast on a day, what is certain apart from what is possible. */
export function CastOnDay({ day, groups }: Props) {
  const { certain, possible, undated } = groups;
  return (
    <div className="grid gap-3 text-sm">
      <p role="status">
        <strong>{formatDay(day)}:</strong> {certain.length === 0 ? "No one" : certain.length} confirmed ·{" "}
        {possible.length} possible · {undated.length} without dates
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Group title={titles.certain} entries={certain} />
        <Group title={titles.possible} entries={possible} />
        <Group title={titles.undated} entries={undated} />
      </div>
    </div>
  );
}

function Group({ title, entries }: { title: string; entries: readonly CastEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="font-semibold">
        {title} <span className="font-normal text-muted">{entries.length}</span>
      </h3>
      <ul className="mt-1 grid gap-1">
        {entries.map(({ id, person, role, role_type }) => (
          <li key={id} className="break-words">
            <RecordLink path="cast-members" id={id}>
              {person.name}
            </RecordLink>{" "}
            <bdi className="text-muted">{partInWords({ role, role_type })}</bdi>
          </li>
        ))}
      </ul>
    </section>
  );
}
