"use client";

import Link from "next/link";
import { useMemo } from "react";
import { ExportButtons } from "@/components/changes/export-buttons";
import { SelectionBar } from "@/components/changes/selection-bar";
import { listView } from "@/components/record-list/list-view";
import { ResourceList } from "@/components/record-list/resource-list";
import { useShapes } from "@/components/resource/shapes";
import { useDirectory, useEntries } from "@/components/resource/use-directory";
import { buttonClass } from "@/components/ui/button";
import type { ResourcePath } from "@/lib/resources/nouns";
import { FirstList, type FirstRows } from "./first-list";
import { ListHeading } from "./list-heading";

interface Props {
  path: ResourcePath;
  /** Shown until the whole list is loaded; null when the view differs from the usual one. */
  first: FirstRows | null;
}

/** The list of any resource, with its bulk actions. */
export function AnyList({ path, first }: Props) {
  const shapes = useShapes();
  const view = useMemo(() => listView(path, shapes), [path, shapes]);
  const { data, error } = useEntries(path);
  const names = useDirectory(view.needs);
  const isLoading = (!data && !error) || names.isPending;
  return (
    <>
      <ListHeading path={path} />
      {first && first.count > 0 && isLoading && !names.error ? (
        <FirstList path={path} first={first} />
      ) : (
        <ResourceList
          view={view}
          withChosen={(chosen) => <SelectionBar path={path} {...chosen} />}
          withShown={(records) => (
            <>
              <ExportButtons path={path} records={records} />
              <Link href={`/dashboard/${path}/import`} prefetch={false} className={buttonClass("quiet")}>
                Import…
              </Link>
            </>
          )}
        />
      )}
    </>
  );
}
