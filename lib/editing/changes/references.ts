import "server-only";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { Dependant, Resource } from "../../records/resource.ts";
import { recordOf } from "../../records/rows.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import { labelOfRecord, type FindRecord } from "../../resources/record-words.ts";

/** A row that refers to the record of a deletion, and the field by which it does. */
export interface ReferringRow {
  readonly by: Dependant;
  readonly row: FlatRecord;
}

/** What refers to a record, in its fields and in its details (contract §29). */
export async function referencesTo(work: UnitOfWork, { dependants }: Resource, id: string): Promise<ReferringRow[]> {
  const found: ReferringRow[] = [];
  for (const by of dependants)
    for (const row of await work.referring(by.repository, by.field, id)) found.push({ by, row });
  return found;
}

/** As the answer of a dry run shows it. */
export function referenceInWords({ by, row }: ReferringRow, find: FindRecord) {
  const { owner, field, countedAs, cascade, clear } = by;
  return {
    resource: owner.path,
    id: row.id,
    label: labelOfRecord(owner.path, recordOf(owner, row), find),
    field,
    counted_as: countedAs,
    with_cascade: cascade ? ("deleted" as const) : clear ? ("cleared" as const) : null,
  };
}
