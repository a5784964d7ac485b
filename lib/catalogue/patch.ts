import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import { sortBy } from "../core/sort.ts";
import { createYielder } from "../core/yielding.ts";
import type { Embed } from "./definition.ts";
import type { RecordStates } from "./load.ts";
import { createRow, isSameRow, type Row } from "./row.ts";
import { changeOf, type ResourceTable, type TableChange, type Tables } from "./table.ts";

/** The embedded part of each record, shared by the entries that embed it. */
export type EmbeddedParts = WeakMap<Embed, WeakMap<FlatRecord, FlatRecord>>;

/**
 * Computes what changes in the tables when records are in these states: their rows, and the rows whose entries embed
 * them. It yields to the event loop and changes nothing that is visible.
 *
 * @param previous the tables before a complete load; rows that say the same are taken from there.
 */
export async function patch(
  tables: Tables,
  states: RecordStates,
  parts: EmbeddedParts,
  previous: Tables = tables,
): Promise<TableChange[]> {
  const turn = createYielder();
  const embeds = embedder(tables, states, parts);
  const changes: TableChange[] = [];
  for (const [path, table] of tables) {
    const changed = states.get(path);
    const ids = new Set(changed?.keys());
    for (const id of embeds.entriesThatChange(table)) ids.add(id);
    const removed = new Set<Row>();
    const added: Row[] = [];
    for (const id of ids) {
      await turn();
      const [before, state] = [table.rows.get(id), changed?.get(id)];
      const documents = state === undefined ? before : state;
      const row = documents ? createRow(documents, embeds.embedded(table, documents.record)) : null;
      const known = previous.get(path)?.rows.get(id);
      const isSame = row && known && isSameRow(row, known);
      if (isSame && known === before) continue;
      if (before) removed.add(before);
      if (row) added.push(isSame ? known : row);
    }
    if (removed.size + added.length > 0)
      changes.push(await changeOf(table, removed, await sortBy<Row>(added, table.definition.order), turn));
  }
  return changes;
}

/** What entries embed, in the new state. @param allParts brought up to date. */
function embedder(tables: Tables, states: RecordStates, allParts: EmbeddedParts) {
  const allChanged = new Map<Embed, ReadonlySet<string>>();

  function recordAt(path: string, id: string): FlatRecord | null {
    const state = states.get(path)?.get(id);
    if (state !== undefined) return state && state.record;
    return tables.get(path)?.rows.get(id)?.record ?? null;
  }

  function partsOf(embed: Embed): WeakMap<FlatRecord, FlatRecord> {
    let parts = allParts.get(embed);
    if (!parts) allParts.set(embed, (parts = new WeakMap()));
    return parts;
  }

  /** The ids of the rows that embed a record whose embedded part changes. */
  function entriesThatChange(table: ResourceTable, embeds: readonly Embed[] = table.embeds): Set<string> {
    const ids = new Set<string>();
    for (const embed of embeds)
      for (const changed of partsThatChange(embed))
        for (const { id } of table.buckets.get(embed.field)?.get(changed) ?? []) ids.add(id);
    return ids;
  }

  /** The ids of the records whose embedded part is another in the new state. */
  function partsThatChange(embed: Embed): ReadonlySet<string> {
    const known = allChanged.get(embed);
    if (known) return known;
    const table = tables.get(embed.path);
    const candidates = new Set(states.get(embed.path)?.keys());
    if (table) for (const id of entriesThatChange(table, nestedIn(embed))) candidates.add(id);
    const changed = new Set<string>();
    for (const id of candidates) {
      const [before, after] = [table?.rows.get(id)?.record, recordAt(embed.path, id)];
      if (!before || !after) continue;
      const parts = partsOf(embed);
      const [old, part] = [parts.get(before), fieldsOf(embed.fields, after)];
      const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(part);
      parts.set(after, isSame ? old : part);
      if (!isSame) changed.add(id);
    }
    allChanged.set(embed, changed);
    return changed;
  }

  function partOf(embed: Embed, record: FlatRecord): FlatRecord {
    // Brings the known parts up to date first.
    partsThatChange(embed);
    const parts = partsOf(embed);
    let part = parts.get(record);
    if (!part) parts.set(record, (part = fieldsOf(embed.fields, record)));
    return part;
  }

  function fieldsOf(fields: readonly (string | Embed)[], record: FlatRecord): FlatRecord {
    const members = fields.map((field) => {
      if (typeof field === "string") return [field, record[field]];
      const id = record[field.field];
      const embedded = typeof id === "string" ? recordAt(field.path, id) : null;
      return [field.name, embedded ? partOf(field, embedded) : null];
    });
    return Object.fromEntries(members) as FlatRecord;
  }

  return {
    entriesThatChange,
    /** The fields that an entry appends to its record; null when it has none. */
    embedded: ({ embeds }: ResourceTable, record: FlatRecord) =>
      embeds.length === 0 ? null : fieldsOf(embeds, record),
  };
}

function nestedIn({ fields }: Embed): Embed[] {
  return fields.filter((field) => typeof field !== "string");
}
