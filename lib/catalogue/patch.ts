import "server-only";
import type { FlatRecord } from "../core/json.browser.ts";
import { createYielder, sortYielding } from "../core/yielding.ts";
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
  const embeds = new Embeds(tables, states, parts);
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
      const row = documents
        ? createRow(documents, embeds.embedded(table, documents.record), table.definition.order)
        : null;
      const known = previous.get(path)?.rows.get(id);
      const isSame = row && known && isSameRow(row, known);
      if (isSame && known === before) continue;
      if (before) removed.add(before);
      if (row) added.push(isSame ? known : row);
    }
    if (removed.size + added.length > 0)
      changes.push(await changeOf(table, removed, await sortYielding(added, table.compare), turn));
  }
  return changes;
}

/** What entries embed, in the new state. */
class Embeds {
  readonly #tables: Tables;
  readonly #states: RecordStates;
  readonly #parts: EmbeddedParts;
  readonly #changed = new Map<Embed, ReadonlySet<string>>();

  constructor(tables: Tables, states: RecordStates, parts: EmbeddedParts) {
    this.#tables = tables;
    this.#states = states;
    this.#parts = parts;
  }

  /** The fields that an entry appends to its record; null when it has none. */
  embedded({ embeds }: ResourceTable, record: FlatRecord): FlatRecord | null {
    if (embeds.length === 0) return null;
    return this.#fields(embeds, record);
  }

  /** The ids of the rows that embed a record whose embedded part changes. */
  entriesThatChange(table: ResourceTable, embeds: readonly Embed[] = table.embeds): Set<string> {
    const ids = new Set<string>();
    for (const embed of embeds)
      for (const changed of this.#partsThatChange(embed))
        for (const { id } of table.buckets.get(embed.field)?.get(changed) ?? []) ids.add(id);
    return ids;
  }

  /** The ids of the records whose embedded part is another in the new state. */
  #partsThatChange(embed: Embed): ReadonlySet<string> {
    const known = this.#changed.get(embed);
    if (known) return known;
    const table = this.#tables.get(embed.path);
    const candidates = new Set(this.#states.get(embed.path)?.keys());
    if (table) for (const id of this.entriesThatChange(table, nestedIn(embed))) candidates.add(id);
    const changed = new Set<string>();
    for (const id of candidates) {
      const [before, after] = [table?.rows.get(id)?.record, this.#record(embed.path, id)];
      if (!before || !after) continue;
      const parts = this.#partsOf(embed);
      const [old, part] = [parts.get(before), this.#fields(embed.fields, after)];
      const isSame = old !== undefined && JSON.stringify(old) === JSON.stringify(part);
      parts.set(after, isSame ? old : part);
      if (!isSame) changed.add(id);
    }
    this.#changed.set(embed, changed);
    return changed;
  }

  #part(embed: Embed, record: FlatRecord): FlatRecord {
    // Brings the known parts up to date first.
    this.#partsThatChange(embed);
    const parts = this.#partsOf(embed);
    let part = parts.get(record);
    if (!part) parts.set(record, (part = this.#fields(embed.fields, record)));
    return part;
  }

  #fields(fields: readonly (string | Embed)[], record: FlatRecord): FlatRecord {
    const members = fields.map((field) => {
      if (typeof field === "string") return [field, record[field]];
      const id = record[field.field];
      const embedded = typeof id === "string" ? this.#record(field.path, id) : null;
      return [field.name, embedded ? this.#part(field, embedded) : null];
    });
    return Object.fromEntries(members) as FlatRecord;
  }

  #record(path: string, id: string): FlatRecord | null {
    const state = this.#states.get(path)?.get(id);
    if (state !== undefined) return state && state.record;
    return this.#tables.get(path)?.rows.get(id)?.record ?? null;
  }

  #partsOf(embed: Embed): WeakMap<FlatRecord, FlatRecord> {
    let parts = this.#parts.get(embed);
    if (!parts) this.#parts.set(embed, (parts = new WeakMap()));
    return parts;
  }
}

function nestedIn({ fields }: Embed): Embed[] {
  return fields.filter((field) => typeof field !== "string");
}
