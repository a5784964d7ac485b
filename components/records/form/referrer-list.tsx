"use client";

import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { resourcesForReferrers, referrersTo } from "@/components/records/referrers";
import { useShapes } from "@/components/records/shapes";
import { useDirectory } from "@/components/records/use-directory";

interface Props {
  path: ResourcePath;
  ids: ReadonlySet<string>;
}

const maxShown = 100;

/** The records that refer to the given ones, by name. */
export function ReferrerList({ path, ids }: Props) {
  const shapes = useShapes();
  const { directory, isPending } = useDirectory(resourcesForReferrers(path, shapes));
  const referrers = isPending ? [] : referrersTo(path, ids, directory, shapes);
  if (referrers.length === 0) return null;
  return (
    <ul className="mt-2 max-h-48 list-disc overflow-auto pl-6 text-sm" tabIndex={0} aria-label="Used by">
      {referrers.slice(0, maxShown).map(({ path: from, id, name }) => (
        <li key={`${from}/${id}`}>
          <bdi>{name}</bdi> ({resourceViews[from].singular})
        </li>
      ))}
      {referrers.length > maxShown && <li>and {referrers.length - maxShown} more</li>}
    </ul>
  );
}
