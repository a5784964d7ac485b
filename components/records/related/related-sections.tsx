import Link from "next/link";
import { useState } from "react";
import { today } from "@/components/ui/calendar";
import { RecordLink } from "@/components/records/directory/record-link";
import type { FormRecord } from "@/components/records/form/record-shape";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";
import { Button, buttonClass } from "@/components/ui/button";
import { QueryState } from "@/components/ui/query-state";
import { useApi } from "@/lib/http/client/hooks.browser";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { addLabel, newRecordAddress } from "@/components/records/record-name";
import { describeRelated, groupRelated, relationsOf, type Relation } from "./related-record";

const shownAtFirst = 30;

/** The records that refer to a record, with a way to add another one. */
export function RelatedSections({ path, record }: { path: ResourcePath; record: FormRecord }) {
  const shapes = useShapes();
  return relationsOf(path, record, shapes).map((relation) => (
    <RelatedSection key={`${relation.path}/${relation.field}`} relation={relation} id={record.id} />
  ));
}

function RelatedSection({ relation, id }: { relation: Relation; id: string }) {
  const { path, field, title, address, needs, given } = relation;
  const { data, error, refetch } = useApi<FormRecord[]>(address);
  const names = useDirectory(needs);
  const entries = data?.body.filter((entry) => entry[field] === id);
  const isReady = entries !== undefined && !names.isPending;
  const titleId = `related-${path}-${field}`;
  // A show that plays nowhere needs no heading for that.
  if (given === null && entries?.length === 0) return null;
  return (
    <section aria-labelledby={titleId} className="mt-10 border-t border-line pt-6">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 id={titleId} className="text-2xl font-semibold">
          {title}
          {isReady && entries.length > 0 && <span className="font-normal text-muted"> {entries.length}</span>}
        </h2>
        {given && (
          <Link href={newRecordAddress(path, given)} prefetch={false} className={buttonClass("quiet")}>
            {addLabel(path)}…
          </Link>
        )}
      </div>
      {isReady ? (
        <RelatedList relation={relation} entries={entries} directory={names.directory} />
      ) : (
        <QueryState
          query={{ error: error ?? names.error, refetch: error ? refetch : names.refetch }}
          what={title.toLowerCase()}
          lines={3}
        />
      )}
    </section>
  );
}

interface ListProps {
  relation: Relation;
  entries: readonly FormRecord[];
  directory: ReturnType<typeof useDirectory>["directory"];
}

function RelatedList({ relation, entries, directory }: ListProps) {
  const shapes = useShapes();
  const [isWhole, setIsWhole] = useState(false);
  const { path } = relation;
  if (entries.length === 0) return <p className="text-sm text-muted">No {resourceViews[path].plural} yet.</p>;
  const groups = groupRelated(path, entries, { directory, today: today() });
  const most = isWhole ? Infinity : Math.ceil(shownAtFirst / groups.length);
  return (
    <div className="grid gap-4">
      {groups.map((group) => (
        <div key={group.title} role={group.title === null ? undefined : "group"} aria-label={group.title ?? undefined}>
          {group.title !== null && <h3 className="mb-1 text-sm font-semibold text-muted">{group.title}</h3>}
          <ul className="divide-y divide-line rounded border border-line bg-raised">
            {group.entries.slice(0, most).map((entry) => {
              const { id, name, notes } = describeRelated(relation, entry, directory, shapes);
              return (
                <li key={id} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-3 text-sm">
                  <RecordLink path={path} id={id}>
                    {name}
                  </RecordLink>
                  {notes.map((note) => (
                    <span key={note} className="text-muted">
                      <bdi>{note}</bdi>
                    </span>
                  ))}
                </li>
              );
            })}
          </ul>
        </div>
      ))}
      {groups.some((group) => group.entries.length > most) && (
        <div>
          <Button onClick={() => setIsWhole(true)}>Show all {entries.length}</Button>
        </div>
      )}
    </div>
  );
}
