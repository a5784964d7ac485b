import "server-only";
import type { Documents } from "../../catalogue/definition.ts";
import { nameRecord } from "../../records/terms.browser.ts";
import { runOfProduction } from "../../resources/cast-members/presence.browser.ts";
import { resourceViews } from "../../resources/resource-views.browser.ts";
import { findNamesakes, type Namesakes } from "./namesakes.ts";
import type { KnownPath, KnownProduction, KnownRecords, KnownTheatre } from "./rule-data.ts";

type StoredRecord = Documents & { readonly id: string };

/** What the rules need of the catalogue. */
export interface RuleReader {
  readonly today: string;
  list(path: KnownPath): Iterable<StoredRecord>;
  row(path: KnownPath, id: string): StoredRecord | undefined;
  where(path: KnownPath, field: string, value: string): Iterable<StoredRecord>;
}

/** The records as the rules see them, as of a day. */
export interface RuleContext {
  /** The day in London, whose calendar listings follow. */
  readonly today: string;
  readonly namesakes: Namesakes;
  list<P extends KnownPath>(path: P): Iterable<KnownRecords[P]>;
  find<P extends KnownPath>(path: P, id: string | null): KnownRecords[P] | undefined;
  /** The records that refer to another one, in the order of their ids. @param field a reference. */
  where<P extends KnownPath>(path: P, field: keyof KnownRecords[P] & string, id: string): readonly KnownRecords[P][];
}

export async function createRuleContext(read: RuleReader): Promise<RuleContext> {
  const known = new Map<StoredRecord, KnownRecords[KnownPath]>();
  const knownOf = <P extends KnownPath>(row: StoredRecord): KnownRecords[P] => {
    let record = known.get(row);
    // The schemas parsed the fields when they were written.
    if (!record) known.set(row, (record = { ...row.record, ...row.details, ...row.sources } as KnownRecords[P]));
    return record as KnownRecords[P];
  };
  function* list<P extends KnownPath>(path: P): Iterable<KnownRecords[P]> {
    for (const row of read.list(path)) yield knownOf(row);
  }
  return {
    today: read.today,
    list,
    find: <P extends KnownPath>(path: P, id: string | null) => {
      const row = id === null ? undefined : read.row(path, id);
      return row && knownOf<P>(row);
    },
    where: <P extends KnownPath>(path: P, field: string, id: string) =>
      [...read.where(path, field, id)].sort((a, b) => (a.id < b.id ? -1 : 1)).map((row) => knownOf<P>(row)),
    namesakes: {
      people: await findNamesakes(list("people")),
      shows: await findNamesakes(list("shows")),
      theatres: await findNamesakes(list("theatres"), { mayBeOne: mayBeOneHouse }),
      roles: await findNamesakes(list("roles"), { scopeOf: ({ production_id }) => production_id }),
    },
  };
}

/** Whether the production runs today, previews included (contract §13). */
export function isRunning(production: KnownProduction, { today }: Pick<RuleContext, "today">): boolean {
  const { first, last } = runOfProduction(production);
  return first <= today && (last === null || today <= last);
}

/** Houses inherit names: the Trafalgar Theatre of 1894 is not the one of today. */
function mayBeOneHouse({ postcode }: KnownTheatre, other: KnownTheatre): boolean {
  return postcode === null || other.postcode === null || postcode === other.postcode;
}

/** How a problem refers to a record. */
export function referenceTo(
  { find }: RuleContext,
  resource: KnownPath,
  record: { readonly id: string },
): { resource: KnownPath; record_id: string; name: string } {
  const name = nameRecord(resourceViews, resource, { ...record }, (path, id) => find(path, id));
  return { resource, record_id: record.id, name };
}
