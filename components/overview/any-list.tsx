"use client";

import Link from "next/link";
import { useMemo, type ComponentProps } from "react";
import { CellEditing } from "@/components/editing/cells/cell-editing";
import { EditableCell } from "@/components/editing/cells/editable-cell";
import { ExportButtons } from "@/components/editing/changes/export-buttons";
import { listView } from "@/components/records/list/list-view";
import { ResourceList } from "@/components/records/list/resource-list";
import { useShapes } from "@/components/records/shapes";
import { buttonClass } from "@/components/ui/button";
import { useLoaded } from "@/components/ui/use-loaded";
import type { ResourcePath } from "@/lib/resources/resource-views.browser";
import { FirstList, type FirstRows } from "./first-list";

const loadSelectionBar = () => import("@/components/editing/changes/selection-bar");
type LoadedBar = Awaited<ReturnType<typeof loadSelectionBar>>["SelectionBar"];

/** Loads with the first selection. A boundary of React would hold the selection back meanwhile. */
function SelectionBar(props: ComponentProps<LoadedBar>) {
  const code = useLoaded(loadSelectionBar);
  return code && <code.SelectionBar {...props} />;
}

interface Props {
  path: ResourcePath;
  /** Shown until the whole list is loaded; null when the view differs from the usual one. */
  first: FirstRows | null;
}

/** The list of any resource, with its bulk actions. */
export function AnyList({ path, first }: Props) {
  const shapes = useShapes();
  const view = useMemo(() => listView(path, shapes), [path, shapes]);
  return (
    <ResourceList
      view={view}
      withChosen={(chosen) => <SelectionBar path={path} {...chosen} />}
      more={(records) => (
        <>
          <ExportButtons path={path} records={records} />
          <Link href={`/dashboard/${path}/import`} prefetch={false} className={`${buttonClass("plain")} justify-start`}>
            Import…
          </Link>
        </>
      )}
      frame={(list, listed) => (
        <CellEditing path={path} {...listed}>
          {list}
        </CellEditing>
      )}
      Cell={EditableCell}
      meanwhile={first && first.count > 0 && <FirstList path={path} first={first} />}
    />
  );
}
