"use client";

import Link from "next/link";
import { CellEditing } from "@/components/editing/cells/cell-editing";
import { EditableCell } from "@/components/editing/cells/editable-cell";
import { ExportButtons } from "@/components/editing/changes/export-buttons";
import { RecordLink } from "@/components/records/record-name";
import { listView } from "@/components/records/list/list-view";
import { FittingList, ResourceList } from "@/components/records/list/resource-list";
import { useList } from "@/components/records/list/use-list";
import { useShapes } from "@/components/records/shapes";
import { buttonClass } from "@/components/ui/button";
import { late } from "@/components/ui/late";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { useMemo } from "react";

/** Loads with the first selection. */
const SelectionBar = late(() => import("@/components/editing/changes/selection-bar"), "SelectionBar");

interface Props {
  path: ResourcePath;
  /** Shown until the whole list is loaded; null when the view differs from the usual one. */
  first: FirstRows | null;
}

/** The list of any resource, with its bulk actions. */
export function AnyList({ path, first }: Props) {
  const shapes = useShapes();
  const list = useList(useMemo(() => listView(path, shapes), [path, shapes]));
  const { selectedRecords, listedRecords, columnIds, selection, nameOf } = list;
  return (
    <ResourceList
      list={list}
      selectionBar={<SelectionBar path={path} records={selectedRecords} selection={selection} nameOf={nameOf} />}
      more={
        <>
          <ExportButtons path={path} records={selectedRecords.length > 0 ? selectedRecords : listedRecords} />
          <Link href={`/dashboard/${path}/import`} prefetch={false} className={`${buttonClass("plain")} justify-start`}>
            Import…
          </Link>
        </>
      }
      meanwhile={first && first.count > 0 && <FirstList path={path} first={first} />}
    >
      <CellEditing path={path} records={listedRecords} columns={columnIds} nameOf={nameOf}>
        <FittingList list={list} Cell={EditableCell} />
      </CellEditing>
    </ResourceList>
  );
}

export interface FirstRows {
  /** The number of records in the whole list. */
  count: number;
  columns: readonly { title: string; width: number }[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

/** Shown in place of a list until all of it is loaded: rows to read and to open. */
function FirstList({ path, first }: { path: ResourcePath; first: FirstRows }) {
  return (
    <div className="grid gap-3">
      <p role="status" className="flex min-h-10 items-center text-sm text-muted">
        Loading all {first.count.toLocaleString("en-GB")} {resourceViews[path].plural}…
      </p>
      <div className="overflow-hidden rounded border border-line bg-raised">
        <table className="w-full table-fixed border-collapse text-sm">
          <thead className="bg-sunken">
            <tr>
              {first.columns.map(({ title, width }, index) => (
                <th
                  key={title}
                  scope="col"
                  style={{ width }}
                  className={`h-[34px] truncate border-b border-line px-3 text-left font-semibold max-sm:w-auto! ${placeOf(index)}`}
                >
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {first.rows.map(({ id, cells }) => (
              <tr key={id} className="h-[34px] border-b border-line last:border-b-0">
                {cells.map((text, index) => (
                  <td key={first.columns[index]?.title} className={`truncate px-3 ${placeOf(index)}`}>
                    {index === 0 ? <RecordLink path={path} id={id} label={text} /> : text}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

/** On phones there is room for two columns. */
function placeOf(index: number): string {
  return index < 2 ? "" : "max-sm:hidden";
}
