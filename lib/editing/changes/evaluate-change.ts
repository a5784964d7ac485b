import "server-only";
import { isDeepStrictEqual } from "node:util";
import { allIssuesOf, maxIssues, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { deleteRecord } from "../../records/delete-record.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import {
  updateRecord,
  createRecord,
  getCurrent,
  validFields,
  type RecordStep,
} from "../../records/record-operations.ts";
import { AppError } from "../../core/errors.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import type { InspectedChange } from "./inspect-change.ts";
import { checkParts, joinPath } from "./parts.ts";
import { isPlaceholder, type Placeholders } from "./placeholders.ts";
import type { Outcome } from "./schema.browser.ts";

interface ChangeRefusal {
  code: AppError["code"];
  issues: FieldIssue[];
  /** How many further issues are not listed. */
  unnamed: number;
}

/** The outcome of one change. */
export interface ChangeEvaluation {
  outcome: Outcome;
  id: string | null;
  /** Null when the change is refused. */
  resource: Resource | null;
  /** The rows. */
  before: FlatRecord | null;
  after: FlatRecord | null;
  /** The steps for the activity log; none when the change has no effect or is refused. */
  steps: RecordStep[];
  /** Why the change is refused. */
  refusal: ChangeRefusal | null;
}

/** Adds a change to the unit of work, or says why it can't be made and leaves the unit of work unchanged. */
export async function evaluateChange(
  work: UnitOfWork,
  placeholders: Placeholders,
  change: InspectedChange,
  index: number,
  now: number,
): Promise<ChangeEvaluation> {
  const asked = placeholders.resolve(change);
  if (asked.action === "none")
    return refusedChange(asked.id, { code: "invalid", issues: asked.issues, unnamed: asked.unnamed });
  try {
    return await attempt(work, placeholders, asked, index, now);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refusedChange(asked.id, changeRefusal(error));
  }
}

async function attempt(
  work: UnitOfWork,
  placeholders: Placeholders,
  asked: Exclude<InspectedChange, { action: "none" }>,
  by: number,
  now: number,
): Promise<ChangeEvaluation> {
  const { resource } = asked;
  if (asked.action === "create") {
    const { columns, issues } = await checkParts(work, asked, null, now);
    if (issues.length > 0) return invalid(asked.id, issues);
    const fields = { ...(await validFields(work, resource, asked.fields, null)), ...columns };
    if (!isPlaceholder(asked.id))
      return made("created", await createRecord(work, resource, fields, { wanted: asked.id, by }));
    if (placeholders.has(resource.path, asked.id))
      throw new AppError("conflict", { message: "An earlier change of this batch has this id." });
    const step = await createRecord(work, resource, fields, { by });
    placeholders.add(resource.path, asked.id, step.after.id);
    return made("created", step);
  }
  const before = await getCurrent(work, resource, asked.id, asked.ifMatch);
  if (asked.action === "delete") {
    const steps = await deleteRecord(work, resource, before, asked.isCascade, by);
    return { outcome: "deleted", id: before.id, resource, before, after: null, steps, refusal: null };
  }
  const { columns, issues } = await checkParts(work, asked, before, now);
  if (issues.length > 0) return invalid(asked.id, issues);
  const fields = { ...(await validFields(work, resource, asked.fields, before)), ...columns };
  if (isDeepStrictEqual({ ...before, ...fields, id: before.id }, before))
    return { outcome: "unchanged", id: before.id, resource, before, after: before, steps: [], refusal: null };
  return made("changed", await updateRecord(work, resource, before, fields, by));
}

function invalid(id: string | null, issues: FieldIssue[]): ChangeEvaluation {
  const named = issues.slice(0, maxIssues);
  return refusedChange(id, { code: "invalid", issues: named, unnamed: issues.length - named.length });
}

function made(outcome: "created" | "changed", step: RecordStep<FlatRecord | null, FlatRecord>): ChangeEvaluation {
  const { resource, before, after } = step;
  return { outcome, id: after.id, resource, before, after, steps: [step], refusal: null };
}

export function refusedChange(id: string | null, refusal: ChangeRefusal): ChangeEvaluation {
  return { outcome: "refused", id, resource: null, before: null, after: null, steps: [], refusal };
}

/** Converts an error of a single write to one of a change in a list, whose paths begin at the change. */
export function changeRefusal(error: AppError): ChangeRefusal {
  const { code, message } = error;
  if (code === "not_found") return { code: "invalid", issues: [{ path: "id", message: "does not exist" }], unnamed: 0 };
  if (code === "precondition_failed") return { code, issues: [{ path: "if_match", message }], unnamed: 0 };
  const all = allIssuesOf(error);
  if (all.length === 0) return { code, issues: [{ path: "", message }], unnamed: 0 };
  const named = all.slice(0, maxIssues);
  const issues = named.map((issue) => ({ ...issue, path: joinPath("data", issue.path) }));
  return { code, issues, unnamed: all.length - named.length };
}
