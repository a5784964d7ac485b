import "server-only";
import { randomUUID } from "node:crypto";
import { Body, holds } from "../snapshots/representation.ts";
import { AppError } from "../errors.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import { invalid, type Inspected, type Problem } from "../http/body.ts";
import type { Draft } from "./unit-of-work.ts";
import { noSuch, type Resource } from "./resource.ts";
import type { Records } from "./repository.ts";

/*
 * Contract §5, for one request that changes one record and for one that changes thousands:
 * each function puts what it is asked for into the draft, or throws why it can't be.
 */

/** What became of one record. */
export interface Step<Before = FlatRecord | null, After = FlatRecord | null> {
  action: "create" | "update" | "delete";
  resource: Resource;
  before: Before;
  after: After;
}

/** The record as it is, when `ifMatch` (if there is one) still names it. */
export async function current(
  records: Records,
  resource: Resource,
  id: string,
  ifMatch: string | undefined,
): Promise<FlatRecord> {
  const record = await records.find(resource.table, id);
  if (!record) throw noSuch(resource);
  if (ifMatch !== undefined && !holds(ifMatch, Body.json(record))) {
    throw new AppError("precondition_failed", {
      message: "The record was changed since you read it. Read it again, and send its new ETag in If-Match.",
    });
  }
  return record;
}

/**
 * What was sent, as the record's fields.
 *
 * @param before the record that it is to change; null for a new one.
 * @throws AppError 400 with every field that is wrong, references to nothing and what does not fit together among them.
 */
export async function soundFields(
  records: Records,
  resource: Resource,
  { sent, problems, input }: Inspected<Record<string, unknown>>,
  before: FlatRecord | null,
): Promise<Record<string, unknown>> {
  if (input && problems.length === 0) return ownFields(resource, input);
  throw invalid([...problems, ...(await furtherProblems(records, resource, { sent, problems }, before))]);
}

/** What of a request's body belongs to the record itself. */
export function ownFields({ record }: Resource, sent: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in record.shape));
}

/**
 * What else is wrong where `problems` have been found: the references to nothing and what does not fit together, among
 * the fields that are right. None where nothing has been found: the write itself finds those.
 *
 * @param before the record that is to be changed; null for a new one.
 */
export async function furtherProblems(
  records: Records,
  resource: Resource,
  { sent, problems }: Pick<Inspected<unknown>, "sent" | "problems">,
  before: FlatRecord | null,
): Promise<Problem[]> {
  if (problems.length === 0) return [];
  const faulty = pathsOf(problems);
  const unfaulted = Object.fromEntries(Object.entries(ownFields(resource, sent)).filter(([name]) => !faulty.has(name)));
  const unknown = await unknownReferences(records, resource, unfaulted);
  const after = { ...blank(resource), ...before, ...unfaulted, id: before?.id ?? "" };
  return [...unknown, ...(await misfits(records, resource, after, before, [...problems, ...unknown]))];
}

/** @param wanted the new record's id; null for one of ours. */
export async function create(
  draft: Draft,
  resource: Resource,
  fields: Record<string, unknown>,
  { wanted = null, by = 0 }: { wanted?: string | null; by?: number } = {},
): Promise<Step<null, FlatRecord>> {
  if (wanted !== null && (await draft.find(resource.table, wanted))) {
    throw new AppError("conflict", { message: `There is a ${resource.singular.toLowerCase()} with this id already.` });
  }
  const after = { ...blank(resource), ...fields, id: wanted ?? randomUUID() };
  await refuseUnsound(draft, resource, after, null);
  draft.put(resource, after.id, after, by);
  return { action: "create", resource, before: null, after };
}

export async function alter(
  draft: Draft,
  resource: Resource,
  before: FlatRecord,
  fields: Record<string, unknown>,
  by = 0,
): Promise<Step<FlatRecord, FlatRecord>> {
  const after = { ...before, ...fields, id: before.id };
  await refuseUnsound(draft, resource, after, before);
  draft.put(resource, after.id, after, by);
  return { action: "update", resource, before, after };
}

/** Also what refers to the record, where that is asked for and the resource allows it: that first. */
export async function discard(
  draft: Draft,
  resource: Resource,
  record: FlatRecord,
  isCascade: boolean,
  by = 0,
): Promise<Step<FlatRecord, null>[]> {
  const steps: Step<FlatRecord, null>[] = [];
  const references: Record<string, number> = {};
  for (const { table, field, cascade } of resource.dependants) {
    const found = await draft.referring(table, field, record.id);
    if (isCascade && cascade) steps.push(...found.map((one) => drop(cascade, one)));
    else if (found.length > 0) references[table.path] = found.length;
  }
  if (Object.keys(references).length > 0) throw inUse(references);
  steps.push(drop(resource, record));
  for (const step of steps) draft.put(step.resource, step.before.id, null, by);
  return steps;
}

function drop(resource: Resource, before: FlatRecord): Step<FlatRecord, null> {
  return { action: "delete", resource, before, after: null };
}

function inUse(references: Record<string, number>): AppError {
  const counts = Object.entries(references).map(([path, count]) => `${count} ${path}`);
  return new AppError("conflict", {
    message: `Other records refer to it: ${counts.join(", ")}.`,
    members: { references },
  });
}

async function refuseUnsound(
  records: Records,
  resource: Resource,
  record: FlatRecord,
  before: FlatRecord | null,
): Promise<void> {
  const unknown = await unknownReferences(records, resource, record);
  const problems = [...unknown, ...(await misfits(records, resource, record, before, unknown))];
  if (problems.length > 0) throw invalid(problems);
}

/** What is wrong between fields, as far as those that it is about are right one by one: `found` says which are not. */
async function misfits(
  records: Records,
  resource: Resource,
  record: FlatRecord,
  before: FlatRecord | null,
  found: readonly Problem[],
): Promise<Problem[]> {
  const faulty = pathsOf(found);
  const isAskable = resource.checkedFields
    ? !resource.checkedFields.some((name) => faulty.has(name))
    : faulty.size === 0;
  return isAskable ? resource.check(records, record, before) : [];
}

function blank({ record }: Resource): Record<string, unknown> {
  return Object.fromEntries(Object.keys(record.shape).map((name) => [name, null]));
}

function pathsOf(problems: readonly Problem[]): Set<string> {
  return new Set(problems.map(({ path }) => path));
}

async function unknownReferences(
  records: Records,
  { references }: Resource,
  fields: Record<string, unknown>,
): Promise<Problem[]> {
  const problems: Problem[] = [];
  for (const [path, table] of Object.entries(references)) {
    const id = fields[path];
    if (typeof id === "string" && !(await records.find(table, id))) problems.push({ path, message: "does not exist" });
  }
  return problems;
}
