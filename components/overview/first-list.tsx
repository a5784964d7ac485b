import { RecordLink } from "@/components/records/directory/record-link";
import { resourceViews, type ResourcePath } from "@/lib/resources/resource-views.browser";

/** The first rows of a list as text. */
export interface FirstRows {
  /** The number of records in the whole list. */
  count: number;
  columns: readonly { title: string; width: number }[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

/** Shown in place of a list until all of it is loaded: rows to read and to open. */
export function FirstList({ path, first }: { path: ResourcePath; first: FirstRows }) {
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
                    {index === 0 ? (
                      <RecordLink path={path} id={id}>
                        {text}
                      </RecordLink>
                    ) : (
                      text
                    )}
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
