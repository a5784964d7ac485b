import { RecordLink } from "@/components/records/directory/record-link";
import { Badge } from "@/components/ui/badge";
import type { Entries, ResourcePath } from "@/lib/resources/resource-views.browser";
import type { ListColumn, ListContext, ListView } from "./list-view";

interface Props<P extends ResourcePath> {
  view: ListView<P>;
  column: ListColumn<Entries[P]>;
  entry: Entries[P];
  context: ListContext;
  /** The other name by which a search found the record. */
  alias?: string | undefined;
}

/** The content of one column of a record; the first column links to the record. */
export function ListCell<P extends ResourcePath>({ view, column, entry, context, alias }: Props<P>) {
  const text = cellText(column, entry, context);
  if (column.id === view.columns[0]?.id) {
    const link = (
      <RecordLink path={view.path} id={entry.id}>
        {text}
      </RecordLink>
    );
    if (!alias) return link;
    return (
      <span title={`${text}, also ${alias}`}>
        {link}{" "}
        <span className="text-muted">
          also <bdi>{alias}</bdi>
        </span>
      </span>
    );
  }
  return column.badge && text !== "" ? <Badge tone={column.badge(entry, context)}>{text}</Badge> : text;
}

/** The displayed text of a cell. */
export function cellText<Entry>(column: ListColumn<Entry>, entry: Entry, context: ListContext): string {
  return column.cell?.(entry, context) ?? column.text(entry, context);
}
