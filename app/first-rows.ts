import "server-only";
import { noteAllData, notedInfrastructure, readInTime } from "@/app/page-infrastructure";
import type { FirstRows } from "@/components/overview/any-list";
import { listView } from "@/components/records/list/list-view";
import { sortRows } from "@/components/records/list/rows";
import type { Directory } from "@/components/records/record-name";
import type { CatalogueReader } from "@/lib/catalogue/reader";
import { entryOf } from "@/lib/catalogue/row";
import { paths, type Entries, type ResourcePath } from "@/lib/resources/resource-views.browser";
import { shapes } from "@/lib/resources/shapes";

/** As many as fill a window. */
const rowCount = 25;

/**
 * The first rows of a list as text, in its own order, for the page to show before the browser has loaded the list.
 * Computed once while the records that it shows, their list and the day are the same.
 *
 * @returns null when the data can't be read in time; the browser then shows any error.
 */
export async function firstRows(path: ResourcePath): Promise<FirstRows | null> {
  return readInTime(readRows(path), "A list was shown without its first rows.");
}

async function readRows<P extends ResourcePath>(path: P): Promise<FirstRows | null> {
  const { catalogue, derived, readVersions } = await notedInfrastructure();
  const version = (await readVersions())?.data ?? null;
  if (version === null) {
    noteAllData();
    return null;
  }
  await catalogue.reach(version);
  return derived.get(
    `first rows ${path}`,
    (read) => rowsOf(path, read),
    (rows) => JSON.stringify(rows).length,
  );
}

function rowsOf<P extends ResourcePath>(path: P, read: CatalogueReader): FirstRows {
  const view = listView(path, shapes);
  const entriesOf = <Q extends ResourcePath>(one: Q) => [...read.list(one)].map((row) => entryOf<Entries[Q]>(row));
  const entries = entriesOf(path);
  const directory = Object.fromEntries(
    paths.map((one) => {
      const found: readonly { id: string }[] = view.needs.includes(one) ? entriesOf(one) : [];
      const byId: ReadonlyMap<string, { id: string }> = new Map(found.map((entry) => [entry.id, entry]));
      return [one, byId];
    }),
    // Each path has its own entry type.
  ) as Directory;
  const context = { directory, today: read.today };
  const columns = view.columns.filter(({ isExtra }) => !isExtra);
  const plain = entries.map((entry) => ({ entry, key: "", lengths: [], values: {} }));
  return {
    count: entries.length,
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: sortRows(plain, view.columns, view.order, context)
      .slice(0, rowCount)
      .map(({ entry }) => ({
        id: entry.id,
        cells: columns.map((column) => shortened(column.cell?.(entry, context) ?? column.text(entry, context))),
      })),
  };
}

/** As much as a cell can show of a long text. */
function shortened(text: string): string {
  return text.slice(0, 120);
}
