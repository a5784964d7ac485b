import Link from "next/link";
import { useState } from "react";
import type { FormRecord } from "@/components/records/form/record-shape";
import { addLabel, initialValues, newRecordAddress, RecordLink } from "@/components/records/record-name";
import { useShapes } from "@/components/records/shapes";
import { Button, buttonClass } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import type { RelatedRecords } from "@/lib/editing/related/schema.browser";
import { useApi } from "@/lib/http/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

const shownAtFirst = 30;

/** The records that refer to a record, with a way to add another one. */
export function RelatedSections({ path, record }: { path: ResourcePath; record: FormRecord }) {
  const { referrers } = useShapes()[path];
  // The API has this path only for resources that something refers to.
  const isEnabled = referrers.some(({ title }) => title !== null);
  const related = useApi<RelatedRecords[]>(`/${path}/${encodeURIComponent(record.id)}/related`, { isEnabled });
  return referrers.map((referrer) => {
    const { path: from, field, title, shared } = referrer;
    const records = related.data?.body.find((one) => one.resource === from && one.field === field);
    // A show that plays nowhere needs no heading for that.
    if (title === null || (shared === null && records?.count === 0)) return null;
    const titleId = `related-${from}-${field}`;
    return (
      <section key={titleId} aria-labelledby={titleId} className="mt-10 border-t border-line pt-6">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id={titleId} className="text-2xl font-semibold">
            {title}
            {records && records.count > 0 && <span className="font-normal text-muted"> {records.count}</span>}
          </h2>
          {shared && (
            <Link
              href={newRecordAddress(from, initialValues(referrer, record))}
              prefetch={false}
              className={buttonClass("quiet")}
            >
              {addLabel(from)}…
            </Link>
          )}
        </div>
        {records ? (
          <RelatedList path={from} {...records} />
        ) : (
          <QueryState query={related} what={title.toLowerCase()} lines={3} />
        )}
      </section>
    );
  });
}

function RelatedList({ path, count, groups }: Pick<RelatedRecords, "count" | "groups"> & { path: ResourcePath }) {
  const [isWhole, setIsWhole] = useState(false);
  if (count === 0) return <p className="text-sm text-muted">No {resourceViews[path].plural} yet.</p>;
  const most = isWhole ? Infinity : Math.ceil(shownAtFirst / groups.length);
  return (
    <div className="grid gap-4">
      {groups.map(({ title, records }) => (
        <div key={title} role={title === null ? undefined : "group"} aria-label={title ?? undefined}>
          {title !== null && <h3 className="mb-1 text-sm font-semibold text-muted">{title}</h3>}
          <ul className="divide-y divide-line rounded border border-line bg-raised">
            {records.slice(0, most).map(({ id, label, notes }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-3 text-sm">
                <RecordLink path={path} id={id} label={label} />
                {notes.map((note) => (
                  <span key={note} className="text-muted">
                    <bdi>{note}</bdi>
                  </span>
                ))}
              </li>
            ))}
          </ul>
        </div>
      ))}
      {groups.some(({ records }) => records.length > most) && (
        <div>
          <Button onClick={() => setIsWhole(true)}>Show all {count}</Button>
        </div>
      )}
    </div>
  );
}
