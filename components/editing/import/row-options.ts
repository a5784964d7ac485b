import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { RecordParts, SheetRow } from "@/lib/editing/csv/sheet.browser";
import type { ResourceShape } from "@/lib/records/view.browser";
import { nameKey } from "@/lib/listings/search/matching.browser";

/** What can be done with a row. */
export interface RowOption {
  /** Use a known record, with what the row adds or as it is; or write the row as its id says. */
  kind: "update" | "keep" | "write" | "create";
  /** The known record; null for a new one. */
  id: string | null;
  /** The change to send; for `keep`, the one that is not sent. Null when the row adds nothing to the known record. */
  change: RequestedChange | null;
}

export interface RowOptions {
  row: number;
  /** The record's name, if the row has it. */
  name: string;
  /** At least one. */
  options: readonly RowOption[];
  /** The index of the option; null: the editor must choose. */
  preset: number | null;
}

/** The existing records of a resource. */
export interface ExistingRecords {
  byId: ReadonlyMap<string, object>;
  /** By the key of their names. Empty for resources whose records may share a name. */
  idsByName: ReadonlyMap<string, readonly string[]>;
}

/** Whether two records with the same name are probably one: not if each belongs to another record, as roles do. */
export function isKnownByName({ fields }: ResourceShape): boolean {
  return (
    fields.some(({ name }) => name === "name") && !fields.some((one) => one.kind === "reference" && !one.isOptional)
  );
}

/**
 * What each row can do. A row with the id of a record updates it. A row with a new name, or with a new id, creates a
 * record. A row with the name of known records may also use one of them: that is preset if there is only one.
 */
export function rowOptions(rows: readonly SheetRow[], resource: string, known: ExistingRecords): RowOptions[] {
  return rows.map(({ row, id, fields, parts }) => {
    const name = typeof fields["name"] === "string" ? fields["name"] : "";
    if (id !== null && known.byId.has(id))
      return { row, name, options: [{ kind: "write", id, change: update(resource, id, fields, parts) }], preset: 0 };
    const creation: RowOption = {
      kind: "create",
      id: null,
      change: { action: "create", resource, ...(id === null ? {} : { id }), data: fields, ...parts },
    };
    const namesakes = known.idsByName.get(nameKey(name)) ?? [];
    const data = additions(fields);
    const more = addedParts(parts);
    const uses = namesakes.flatMap((one): RowOption[] => {
      if (Object.keys({ ...data, ...more }).length === 0) return [{ kind: "keep", id: one, change: null }];
      const change = update(resource, one, data, more);
      return [
        { kind: "update", id: one, change },
        { kind: "keep", id: one, change },
      ];
    });
    const options = [...uses, creation];
    const [only, ...others] = namesakes;
    // An id of its own says that the record is meant to be new.
    if (id !== null) return { row, name, options, preset: options.length - 1 };
    return {
      row,
      name,
      options,
      preset: others.length > 0 ? null : only && isOverwriting(only, data, more, known) ? 1 : 0,
    };
  });
}

/**
 * Then the record is used as it is, until the editor chooses otherwise: it may be the better one. Lists of details and
 * sources replace those of the record, which are not known here.
 */
function isOverwriting(
  id: string,
  data: Record<string, unknown>,
  parts: RecordParts,
  { byId }: ExistingRecords,
): boolean {
  if (Object.keys(parts).length > 0) return true;
  const record: Readonly<Record<string, unknown>> = { ...byId.get(id) };
  return Object.entries(data).some(([name, value]) => (record[name] ?? value) !== value);
}

/** The changes that a dry run must judge: first the preset one of each row, then the others. */
export function changesToJudge(rows: readonly RowOptions[]): [preset: RequestedChange[], others: RequestedChange[]] {
  const preset = new Set(rows.flatMap(({ options, preset: index }) => options[index ?? 0]?.change ?? []));
  const others = new Set(rows.flatMap(({ options }) => options.flatMap(({ change }) => change ?? [])));
  return [[...preset], [...others].filter((change) => !preset.has(change))];
}

function update(resource: string, id: string, data: Record<string, unknown>, parts: RecordParts = {}): RequestedChange {
  return { action: "update", resource, id, data, ...parts };
}

/** What a row adds to a known record: an empty cell clears nothing, and the record keeps the spelling of its name. */
function additions(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([name, value]) => name !== "name" && value !== null));
}

/** The same of details and sources: nothing empty. */
function addedParts({ details = {}, sources = [] }: RecordParts = {}): RecordParts {
  const known = Object.entries(details).filter(
    ([, value]) => value !== null && !(typeof value === "object" && Object.keys(value).length === 0),
  );
  return {
    ...(known.length > 0 && { details: Object.fromEntries(known) }),
    ...(sources.length > 0 && { sources }),
  };
}
