"use client";

import { castMemberList } from "@/components/cast-members/columns";
import { personList } from "@/components/people/columns";
import { productionList } from "@/components/productions/columns";
import type { Path } from "@/components/resource/nouns";
import { ResourceList } from "@/components/resource/resource-list";
import { roleList } from "@/components/roles/columns";
import { showList } from "@/components/shows/columns";
import { theatreList } from "@/components/theatres/columns";

const lists: { readonly [P in Path]: () => React.ReactNode } = {
  shows: () => <ResourceList view={showList} />,
  theatres: () => <ResourceList view={theatreList} />,
  people: () => <ResourceList view={personList} />,
  roles: () => <ResourceList view={roleList} />,
  productions: () => <ResourceList view={productionList} />,
  "cast-members": () => <ResourceList view={castMemberList} />,
};

export function AnyList({ path }: { path: Path }) {
  return lists[path]();
}
