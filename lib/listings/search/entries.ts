import "server-only";
import type { FlatRecord } from "../../core/json.browser.ts";
import { castEntriesOf, creditsOf, crewEntriesOf, productionsOf } from "../casts/row-entries.ts";
import type { CatalogueReader } from "../../catalogue/reader.ts";
import { entryOf, entryText, type Row } from "../../catalogue/row.ts";
import type { IncludedRelation } from "../../records/search-definition.ts";
import type { ResourcePath } from "../../resources/resource-views.browser.ts";
import { resourceAt } from "../../resources/resources.ts";
import type { Criteria } from "./conditions.ts";
import { idParameter } from "./joins.ts";
import type { SearchQuery } from "./query-schema.ts";
import type { SearchedResource, partNames } from "./searched-resources.ts";

/** Creates a function that writes a record of the response as JSON; null for one that has gone in the meantime. */
export function createEntryWriter(
  read: CatalogueReader,
  { path }: SearchedResource,
  { fields, include = [], near }: SearchQuery,
  { distance }: Criteria,
): (found: Row) => string | null {
  return ({ id }) => {
    // The row of now, because a later response is compared with what is noted here.
    const row = read.row(path, id);
    if (!row) return null;
    if (!fields && include.length === 0 && near === undefined) return entryText(row);
    const entry = entryOf<FlatRecord>(row);
    const added: Record<string, unknown> = {};
    for (const name of include) Object.assign(added, included(read, path, row, name as Included));
    if (near !== undefined && distance) added["distance_m"] = Math.round(distance(row));
    const kept = Object.entries(entry).filter(
      ([name]) => !(name in added) && (name === "id" || !fields || fields.includes(name)),
    );
    return JSON.stringify({ ...Object.fromEntries(kept), ...added });
  };
}

type Included = IncludedRelation | (typeof partNames)[number];

/** The member that an `include` adds to an entry, or replaces. */
function included(read: CatalogueReader, path: ResourcePath, row: Row, name: Included): object {
  const { id, record } = row;
  const theatreOf = (production: Row | undefined) =>
    read.row("theatres", String(production?.record["theatre_id"]))?.record;
  switch (name) {
    case "details":
      return { details: resourceAt(path).details?.present(row.details, read.today) };
    case "sources":
      return { sources: row.sources };
    case "theatre":
      return { theatre: theatreOf(row) };
    case "production.theatre": {
      const theatre = theatreOf(read.row("productions", String(record["production_id"])));
      return { production: { ...(row.embedded?.["production"] as object), theatre } };
    }
    case "cast":
      return { cast: castEntriesOf(read, id) };
    case "crew":
      return { crew: crewEntriesOf(read, id) };
    case "productions":
      return { productions: productionsOf(read, idParameter(path), id) };
    case "credits":
      return { credits: creditsOf(read, id) };
  }
}
