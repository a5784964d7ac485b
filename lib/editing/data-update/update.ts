import "server-only";
import { readDataset, readEarlierValues } from "../../../prisma/seed/dataset.ts";
import { programStaff } from "../../http/access/staff.ts";
import { validateChange } from "../changes/inspect-change.ts";
import { makeChanges, type BulkResult } from "../changes/make-changes.ts";
import type { RequestedChange } from "../changes/schema.browser.ts";
import type { Database } from "../../db/database.ts";
import { sortByReference } from "../../records/link-resources.ts";
import { resources } from "../../resources/resources.ts";
import { Catalogue } from "../../catalogue/catalogue.ts";
import { readPeoplesChanges, updaterId, type PeoplesChanges } from "./edited-record-queries.ts";
import { isDeepStrictEqual } from "node:util";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { Resource } from "../../records/resource.ts";
import { emptyRow } from "../../records/rows.ts";

export interface DataUpdate extends DataPlan {
  /** Null when nothing was written. */
  changeId: string | null;
}

/**
 * Brings a database up to the dataset, as one change of the activity log. What a person has changed since stays, and is
 * in `conflicts`, as is what the rules refuse because of it.
 *
 * @param root the project's folder.
 * @param isDryRun checks everything and writes nothing.
 */
export async function updateData(database: Database, root: string, isDryRun: boolean): Promise<DataUpdate> {
  const plan = await planUpdate(database, root);
  const conflicts = [...plan.conflicts];
  let changes = plan.changes;
  // What the rules refuse is left out. It may be what others refer to, so the rest is checked again.
  for (;;) {
    const refused = refusalsOf(changes, await attempt(database, changes, true));
    if (refused.size === 0) break;
    conflicts.push(...refused.values());
    changes = changes.filter((_, index) => !refused.has(index));
  }
  const result = isDryRun || changes.length === 0 ? null : await attempt(database, changes, false);
  if (result && refusalsOf(changes, result).size > 0)
    throw new Error("The data has changed meanwhile. Run the command again.");
  return { changes, conflicts, changeId: result?.changeId ?? null };
}

async function planUpdate(database: Database, root: string): Promise<DataPlan> {
  const [dataset, earlier] = [readDataset(root), readEarlierValues(root)];
  const people = await readPeoplesChanges(database);
  const catalogue = new Catalogue(database);
  await catalogue.reach(null);
  const plan: DataPlan = { changes: [], conflicts: [] };
  for (const resource of sortByReference(resources)) {
    const { name } = resource.repository;
    const rows = [...catalogue.list(resource.path)];
    const stored = rows.map(({ record, details, sources }) => ({ ...details, ...sources, ...record }));
    planTable(plan, resource, stored, dataset[name] ?? [], earlier[name] ?? {}, people);
  }
  return plan;
}

function attempt(database: Database, changes: readonly RequestedChange[], isDryRun: boolean): Promise<BulkResult> {
  return makeChanges(database, programStaff(updaterId, "Update of the dataset"), {
    changes: changes.map(validateChange),
    isDryRun,
    now: Date.now(),
    find: () => undefined,
  });
}

function refusalsOf(changes: readonly RequestedChange[], { evaluations }: BulkResult): Map<number, DataConflict> {
  return new Map(
    evaluations.flatMap(({ refusal }, index) => {
      const change = changes[index];
      if (!refusal || !change) return [];
      const message = refusal.issues.map((issue) => `${issue.path} ${issue.message}`.trim()).join("; ");
      return [[index, { resource: change.resource, id: change.id ?? "", field: null, message }]];
    }),
  );
}

/** A value of the dataset that the database does not take, because a person's is there. */
interface DataConflict {
  resource: string;
  id: string;
  /** Null: the whole record. */
  field: string | null;
  message: string;
}

interface DataPlan {
  changes: RequestedChange[];
  conflicts: DataConflict[];
}

/**
 * Plans the changes that bring a table up to the dataset. A value is replaced only if it is the one that an earlier edition
 * had, or if nothing was known, or if it is a list of which the dataset has all entries, and if no person has set it.
 *
 * @param earlier by id, the values that an earlier edition of the dataset had for fields that have changed since.
 */
function planTable(
  { changes, conflicts }: DataPlan,
  resource: Resource,
  stored: readonly FlatRecord[],
  wanted: readonly FlatRecord[],
  earlier: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
  people: PeoplesChanges,
): void {
  const { path } = resource;
  const nothing = emptyRow(resource);
  const byId = new Map(stored.map((row) => [row.id, row]));
  // Two people of the dataset may have one name.
  const ids = new Set(wanted.map(({ id }) => id));
  const byName = new Map(
    stored.flatMap(({ id, name }) => (typeof name === "string" && !ids.has(id) ? [[name.toLowerCase(), id]] : [])),
  );
  const planCreation = (row: FlatRecord): void => {
    const { id, name } = row;
    const namesake = isNamed(resource) && typeof name === "string" ? byName.get(name.toLowerCase()) : undefined;
    const message = people.hasDeleted(path, id)
      ? "was deleted"
      : namesake !== undefined && `has the name of ${path}/${namesake}`;
    if (message) conflicts.push({ resource: path, id, field: null, message });
    else changes.push({ action: "create", resource: path, id, ...partsOf(resource, row) });
  };
  const planUpdate = (present: FlatRecord, row: FlatRecord): void => {
    const { id } = row;
    const isPersons = people.hasCreated(path, id);
    const taken: Record<string, unknown> = {};
    for (const [field, value] of Object.entries(row)) {
      if (isDeepStrictEqual(present[field], value)) continue;
      const isOfRecord = field in resource.record.shape;
      const logged = isOfRecord || field === "sources" ? field : `details.${field}`;
      const before = earlier[id]?.[field];
      const isEarlier = [before, nothing[field]].some((one) => isDeepStrictEqual(present[field], one));
      if ((isEarlier || hasAllEntries(value, present[field])) && !people.hasSet(path, id, logged)) taken[field] = value;
      // A field of the record that is the same in every edition tells nothing new about what a person has set.
      else if (!isOfRecord || before !== undefined || isPersons) {
        const message = `is ${shown(present[field])}, in the dataset ${shown(value)}`;
        conflicts.push({ resource: path, id, field: logged, message });
      }
    }
    if (Object.keys(taken).length > 0)
      changes.push({ action: "update", resource: path, id, ...partsOf(resource, taken) });
  };
  for (const row of wanted) {
    const present = byId.get(row.id);
    if (present) planUpdate(present, row);
    else planCreation(row);
  }
}

/** Roles of different productions have the same name. */
function isNamed({ record, references }: Resource): boolean {
  return "name" in record.shape && !references.some(({ field }) => field === "production_id");
}

function hasAllEntries(list: unknown, entries: unknown): boolean {
  if (!Array.isArray(list) || !Array.isArray(entries)) return false;
  return entries.every((entry) => list.some((one) => isDeepStrictEqual(one, entry)));
}

/** The members of a change, from the columns of a row. */
function partsOf({ record, details }: Resource, { id: _id, ...columns }: Record<string, unknown>) {
  const pick = (isWanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(columns).filter(([name]) => isWanted(name)));
  const known = pick((name) => !(name in record.shape) && details !== null && name in details.document.shape);
  return {
    data: pick((name) => name in record.shape),
    ...(Object.keys(known).length > 0 && { details: known }),
    ...(Array.isArray(columns["sources"]) && { sources: columns["sources"] as unknown[] }),
  };
}

const maxCharacters = 60;

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters - 1)}…`;
}
