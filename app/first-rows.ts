import "server-only";
import { pageInfrastructure } from "@/app/page-infrastructure";
import type { FirstRows } from "@/components/dashboard/first-list";
import { listView } from "@/components/record-list/list-view";
import { sortRows } from "@/components/record-list/rows";
import type { Directory } from "@/components/resource/record-name";
import { dayInLondon } from "@/lib/dates";
import { log } from "@/lib/log";
import { paths, type Entries, type ResourcePath } from "@/lib/resources/nouns";
import { resourceAt } from "@/lib/resources/resources";
import { shapes } from "@/lib/resources/shapes";
import { withTimeout } from "@/lib/timeout";

const timeoutMilliseconds = 1_000;
/** As many as fill a window. */
const rowCount = 25;

const known = new Map<ResourcePath, { version: number; day: string; rows: FirstRows }>();

/**
 * The first rows of a list as text, in its own order, for the page to show before the browser has loaded the list.
 * Computed once per version of the data and day.
 *
 * @returns null when the data can't be read in time; the browser then shows any error.
 */
export async function firstRows(path: ResourcePath): Promise<FirstRows | null> {
  try {
    return await withTimeout(timeoutMilliseconds, readRows(path));
  } catch (error) {
    log.warn({ err: error }, "A list was shown without its first rows.");
    return null;
  }
}

async function readRows<P extends ResourcePath>(path: P): Promise<FirstRows | null> {
  const { snapshots, readVersions, now } = await pageInfrastructure();
  const version = (await readVersions())?.data ?? null;
  if (version === null) return null;
  const day = dayInLondon(now());
  const before = known.get(path);
  if (before?.version === version && before.day === day) return before.rows;

  const view = listView(path, shapes);
  const read = async <Q extends ResourcePath>(one: Q): Promise<Entries[Q][]> => {
    const list = (await snapshots.snapshot(resourceAt(one), version)).list({});
    // The resource's own serializer wrote this JSON.
    return JSON.parse(list.identity.toString()) as Entries[Q][];
  };
  const entries = await read(path);
  const named = await Promise.all(view.needs.map(async (one) => [one, await read(one)] as const));
  const directory = Object.fromEntries(
    paths.map((one) => {
      const found: readonly { id: string }[] = named.find(([name]) => name === one)?.[1] ?? [];
      const byId: ReadonlyMap<string, { id: string }> = new Map(found.map((entry) => [entry.id, entry]));
      return [one, byId];
    }),
    // Each path has its own entry type.
  ) as Directory;
  const context = { directory, today: day };
  const columns = view.columns.filter(({ isExtra }) => !isExtra);
  const plain = entries.map((entry) => ({ entry, key: "", lengths: [], values: {} }));
  const rows = {
    count: entries.length,
    columns: columns.map(({ title, width }) => ({ title, width })),
    rows: sortRows(plain, view.columns, view.order, context)
      .slice(0, rowCount)
      .map(({ entry }) => ({
        id: entry.id,
        cells: columns.map((column) => shortened(column.cell?.(entry, context) ?? column.text(entry, context))),
      })),
  };
  known.set(path, { version, day, rows });
  return rows;
}

/** As much as a cell can show of a long text. */
function shortened(text: string): string {
  return text.slice(0, 120);
}
