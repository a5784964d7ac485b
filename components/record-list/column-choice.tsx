import type { ResourcePath } from "@/lib/resources/nouns";
import type { ListState } from "./list-state";
import type { ListView } from "./list-view";

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  visible: ListState["columns"];
  change(part: Pick<ListState, "columns">): void;
}

/** Shows and hides columns; the first one, with the name, stays. */
export function ColumnChoice<P extends ResourcePath>({ view, visible, change }: Props<P>) {
  const [, ...optional] = view.columns;
  function toggle(id: string) {
    const isWanted = (column: string) => visible.includes(column) !== (column === id);
    change({ columns: view.columns.map((column) => column.id).filter(isWanted) });
  }
  return (
    <fieldset className="flex flex-wrap gap-x-4 gap-y-1 sm:grid">
      <legend className="mb-1 font-semibold sm:sr-only">Visible columns</legend>
      {optional.map((column) => (
        <label key={column.id} className="flex min-h-8 cursor-pointer items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-curtain"
            checked={visible.includes(column.id)}
            onChange={() => toggle(column.id)}
          />
          {column.title}
        </label>
      ))}
    </fieldset>
  );
}
