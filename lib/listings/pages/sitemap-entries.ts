import "server-only";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import type { Row } from "../../catalogue/row.ts";

interface SitemapEntry {
  path: string;
  /** When something on the page was last changed: ISO 8601; null: not since it was first loaded. */
  changedAt: string | null;
}

/** What a row has that no change has touched. */
const never = "1970-01-01T00:00:00.000Z";

/** The public pages of records. A page changes with the runs and the casts that it shows. */
export function sitemapEntries(read: CatalogueReader): SitemapEntry[] {
  const latest = new Map<string, string>();
  const note = (path: string, id: unknown, { changedAt }: Row) => {
    const key = `/${path}/${encodeURIComponent(String(id))}`;
    if (changedAt > (latest.get(key) ?? "")) latest.set(key, changedAt);
  };
  for (const path of ["shows", "theatres", "people"]) for (const row of read.list(path)) note(path, row.id, row);
  const showOf = new Map<string, unknown>();
  for (const row of read.list("productions")) {
    showOf.set(row.id, row.record["show_id"]);
    note("shows", row.record["show_id"], row);
    note("theatres", row.record["theatre_id"], row);
  }
  for (const path of ["cast-members", "crew-members"])
    for (const row of read.list(path)) {
      note("shows", showOf.get(String(row.record["production_id"])), row);
      note("people", row.record["person_id"], row);
    }
  return [...latest].map(([path, changedAt]) => ({ path, changedAt: changedAt === never ? null : changedAt }));
}
