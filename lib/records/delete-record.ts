import "server-only";
import { AppError } from "../core/errors.ts";
import type { FlatRecord } from "../core/json.browser.ts";
import type { RecordStep } from "./record-operations.ts";
import type { Dependant, Resource } from "./resource.ts";
import type { UnitOfWork } from "./unit-of-work.ts";

/** `isCascade` first deletes dependants, or clears references, where the resource allows it. @throws AppError 409 */
export async function deleteRecord(
  work: UnitOfWork,
  resource: Resource,
  record: FlatRecord,
  isCascade: boolean,
  by = 0,
): Promise<RecordStep<FlatRecord>[]> {
  const steps: RecordStep<FlatRecord>[] = [];
  const references: Record<string, number> = {};
  for (const dependant of resource.dependants) {
    const { owner, field, onDelete, countedAs } = dependant;
    const found = await work.referring(owner.path, field, record.id);
    const deleted = new Set(steps.filter((step) => step.resource === owner).map(({ before }) => before.id));
    if (isCascade && onDelete === "cascade") steps.push(...found.map((one) => deletionStep(owner, one)));
    else if (isCascade && onDelete === "clear")
      steps.push(...found.filter(({ id }) => !deleted.has(id)).map((one) => clearingStep(one, dependant, record.id)));
    else if (found.length > 0) references[countedAs] = found.length;
  }
  if (Object.keys(references).length > 0) throw inUseError(references);
  steps.push(deletionStep(resource, record));
  for (const step of steps) work.put(step.resource, step.before.id, step.after, by);
  return steps;
}

function deletionStep(resource: Resource, before: FlatRecord): RecordStep<FlatRecord, null> {
  return { action: "delete", resource, before, after: null };
}

function clearingStep(before: FlatRecord, { owner, field, member }: Dependant, id: string) {
  const value = before[field] as Record<string, unknown>[];
  const cleared = member === undefined ? null : value.filter((entry) => entry[member] !== id);
  return { action: "update" as const, resource: owner, before, after: { ...before, [field]: cleared } };
}

function inUseError(references: Record<string, number>): AppError {
  const counts = Object.entries(references).map(([path, count]) => `${count} ${path}`);
  return new AppError("conflict", {
    message: `Other records refer to it: ${counts.join(", ")}.`,
    members: { references },
  });
}
