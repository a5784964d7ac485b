import "server-only";
import { Representation, matchesTag } from "../catalogue/representation.ts";
import { AppError } from "../core/errors.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import { validationError, type Validated, type FieldIssue } from "../http/body.ts";
import { preconditionFailed } from "./failures.ts";
import { createId } from "./readable-ids.ts";
import { notFoundError, type Resource, type ResourceReference } from "./resource.ts";
import type { RecordReader } from "./repository.ts";
import { detailsOf, emptyRow, recordOf, sourcesOf } from "./rows.ts";
import { idsIn, type UnitOfWork } from "./unit-of-work.ts";

/*
 * The rules of contract §5, for a request that changes one record and for one that changes thousands: each function
 * adds its change to the unit of work, or throws the reason why it can't.
 */

/** What happened to one record, as rows. */
export interface RecordStep<Before = FlatRecord | null, After = FlatRecord | null> {
  action: "create" | "update" | "delete";
  resource: Resource;
  before: Before;
  after: After;
  mergedInto?: string | undefined;
}

/** The parts of a row that have an address, and an entity tag, of their own. */
const documents = { record: recordOf, details: detailsOf, sources: sourcesOf } as const;
export type RowPart = keyof typeof documents;

export function representPart(part: RowPart, resource: Resource, row: FlatRecord, today: string): Representation {
  return Representation.json(documents[part](resource, row, today));
}

/** The current row of a record. @throws AppError 404, or 412 when `ifMatch` names another version of the part. */
export async function getCurrent(
  records: RecordReader,
  resource: Resource,
  id: string,
  ifMatch: string | undefined,
  part: RowPart = "record",
): Promise<FlatRecord> {
  const row = await records.find(resource.path, id);
  if (!row) throw notFoundError(resource);
  requireMatch(ifMatch, representPart(part, resource, row, records.today));
  return row;
}

/** @throws AppError 412 when `ifMatch` names another version. */
export function requireMatch(ifMatch: string | undefined, current: Representation): void {
  if (ifMatch === undefined || matchesTag(ifMatch, current)) return;
  throw preconditionFailed.error;
}

/** The valid fields of a body. @param before null for a new record. @throws AppError 400 with all issues. */
export async function validFields(
  records: RecordReader,
  resource: Resource,
  { sent, issues, input }: Validated<Record<string, unknown>>,
  before: FlatRecord | null,
): Promise<Record<string, unknown>> {
  if (input && issues.length === 0) return pickRecordFields(resource, input);
  throw validationError([...issues, ...(await findRecordIssues(records, resource, { sent, issues }, before))]);
}

export function pickRecordFields({ record }: Resource, sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in record.shape));
}

/**
 * Further issues, when there are some: unknown references and conflicts between fields, among the valid fields. Returns
 * none when there are no issues yet, because the write itself checks for these.
 *
 * @param before the record to change; null for a new one.
 */
export async function findRecordIssues(
  records: RecordReader,
  resource: Resource,
  { sent, issues }: Pick<Validated<unknown>, "sent" | "issues">,
  before: FlatRecord | null,
): Promise<FieldIssue[]> {
  if (issues.length === 0) return [];
  const faulty = pathsOf(issues);
  const unfaulted = Object.fromEntries(
    Object.entries(pickRecordFields(resource, sent)).filter(([name]) => !faulty.has(name)),
  );
  const unknown = await unknownReferences(records, resource.references, unfaulted);
  const after = { ...emptyRow(resource), ...before, ...unfaulted, id: before?.id ?? "" };
  return [...unknown, ...(await conflictsBetweenFields(records, resource, after, before, [...issues, ...unknown]))];
}

/** @param fields of the record, its details and its sources. @param wanted the new id; null for a readable one. */
export async function createRecord(
  work: UnitOfWork,
  resource: Resource,
  fields: Record<string, unknown>,
  { wanted = null, by = 0 }: { wanted?: string | null; by?: number } = {},
): Promise<RecordStep<null, FlatRecord>> {
  if (wanted !== null) await requireFree(work, resource, wanted);
  const draft = { ...emptyRow(resource), ...fields, id: wanted ?? "" };
  await requireValid(work, resource, draft, null);
  const row = wanted === null ? { ...draft, id: await createId(work, resource, draft) } : draft;
  const after = await arranged(work, resource, row);
  work.put(resource, after.id, after, by);
  return { action: "create", resource, before: null, after };
}

/** @throws AppError 409 when a record has the id, or had it until a change that can be undone. */
async function requireFree(work: UnitOfWork, { path, singular }: Resource, id: string): Promise<void> {
  const term = singular.toLowerCase();
  if (await work.find(path, id))
    throw new AppError("conflict", { message: `There is a ${term} with this id already.` });
  if (await work.isRetired(path, id))
    throw new AppError("conflict", {
      message: `A deleted ${term} had this id. Undo the deletion, or leave the id out.`,
    });
}

/** Changes fields of the record, and of its details and sources if there are some. @throws AppError 400 */
export async function updateRecord(
  work: UnitOfWork,
  resource: Resource,
  before: FlatRecord,
  fields: Record<string, unknown>,
  by = 0,
): Promise<RecordStep<FlatRecord, FlatRecord>> {
  await requireValid(work, resource, { ...before, ...fields, id: before.id }, before);
  return updateRow(work, resource, before, fields, by);
}

/** Changes columns whose new values are valid. */
export async function updateRow(
  work: UnitOfWork,
  resource: Resource,
  before: FlatRecord,
  columns: Record<string, unknown>,
  by = 0,
): Promise<RecordStep<FlatRecord, FlatRecord>> {
  const after = await arranged(work, resource, { ...before, ...columns, id: before.id });
  work.put(resource, after.id, after, by);
  return { action: "update", resource, before, after };
}

/** The row as it is stored. */
export async function arranged(records: RecordReader, { details }: Resource, row: FlatRecord): Promise<FlatRecord> {
  return (await details?.arrange(records, row)) ?? row;
}

async function requireValid(
  records: RecordReader,
  resource: Resource,
  record: FlatRecord,
  before: FlatRecord | null,
): Promise<void> {
  const unknown = await unknownReferences(records, resource.references, record);
  const issues = [...unknown, ...(await conflictsBetweenFields(records, resource, record, before, unknown))];
  if (issues.length > 0) throw validationError(issues);
}

/** Conflicts between fields. Skipped when `found` has an issue with one of the fields that the check reads. */
async function conflictsBetweenFields(
  records: RecordReader,
  resource: Resource,
  record: FlatRecord,
  before: FlatRecord | null,
  found: readonly FieldIssue[],
): Promise<FieldIssue[]> {
  const faulty = pathsOf(found);
  const isAskable = resource.checkedFields
    ? !resource.checkedFields.some((name) => faulty.has(name))
    : faulty.size === 0;
  return isAskable ? resource.check(records, record, before) : [];
}

function pathsOf(issues: readonly FieldIssue[]): Set<string> {
  return new Set(issues.map(({ path }) => path));
}

export async function unknownReferences(
  records: RecordReader,
  references: readonly ResourceReference[],
  fields: Record<string, unknown>,
): Promise<FieldIssue[]> {
  const issues: FieldIssue[] = [];
  for (const { field, member, to } of references) {
    for (const [index, id] of idsIn(fields[field], member).entries()) {
      const path = member === undefined ? field : `${field}.${index}.${member}`;
      if (!(await records.find(to, id))) issues.push({ path, message: "does not exist" });
    }
  }
  return issues;
}
