"use client";

import Link from "next/link";
import { castMemberList } from "@/components/cast-members/columns";
import { ExportButtons } from "@/components/changes/export-buttons";
import { SelectionBar } from "@/components/changes/selection-bar";
import { personList } from "@/components/people/columns";
import { productionList } from "@/components/productions/columns";
import type { ListView } from "@/components/record-list/list-view";
import type { Path } from "@/components/resource/nouns";
import { ResourceList } from "@/components/record-list/resource-list";
import { roleList } from "@/components/roles/columns";
import { showList } from "@/components/shows/columns";
import { theatreList } from "@/components/theatres/columns";
import { buttonLook } from "@/components/ui/button";

const lists: { readonly [P in Path]: () => React.ReactNode } = {
  shows: () => <List view={showList} />,
  theatres: () => <List view={theatreList} />,
  people: () => <List view={personList} />,
  roles: () => <List view={roleList} />,
  productions: () => <List view={productionList} />,
  "cast-members": () => <List view={castMemberList} />,
};

export function AnyList({ path }: { path: Path }) {
  return lists[path]();
}

function List<P extends Path>({ view }: { view: ListView<P> }) {
  return (
    <ResourceList
      view={view}
      withChosen={(chosen) => <SelectionBar path={view.path} {...chosen} />}
      withShown={(records) => (
        <>
          <ExportButtons path={view.path} records={records} />
          <Link href={`/dashboard/${view.path}/import`} prefetch={false} className={buttonLook("quiet")}>
            Import…
          </Link>
        </>
      )}
    />
  );
}
