import "server-only";
import { deleteRecord } from "../../records/delete-record.ts";
import { isDeepStrictEqual } from "node:util";
import { allIssuesOf, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import {
  updateRecord,
  createRecord,
  getCurrent,
  validFields,
  type RecordStep,
} from "../../records/record-operations.ts";
import type { FindRecord } from "../../resources/record-words.ts";
import { AppError } from "../../core/errors.ts";
import type { FlatRecord } from "../../core/json.browser.ts";
import { listedIssues, type InspectedChange, type ListedIssues } from "./inspect-change.ts";
import { offersOf, type Offer, referencesTo, type ReferringRow } from "./offers.ts";
import { checkParts, joinPath } from "./parts.ts";
import { isPlaceholder, type Placeholders } from "./read-changes.ts";
import type { Outcome } from "./schema.browser.ts";

interface ChangeRefusal extends ListedIssues {
  code: AppError["code"];
}

export interface ChangeEvaluation {
  outcome: Outcome;
  id: string | null;
  /** Null when the change names none. */
  resource: Resource | null;
  /** The rows; of a refused change the present one, if there is one. */
  before: FlatRecord | null;
  after: FlatRecord | null;
  /** In a dry run of a deletion, what refers to the record. */
  references: readonly ReferringRow[];
  /** In a dry run, what else the change may do. */
  offers: readonly Offer[];
  /** The steps for the activity log; none when the change has no effect or is refused. */
  steps: RecordStep[];
  refusal: ChangeRefusal | null;
}

/** What the evaluation of each change of a batch reads. */
export interface BatchContext {
  readonly work: UnitOfWork;
  readonly placeholders: Placeholders;
  readonly isDryRun: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** For the names in offers. */
  readonly find: FindRecord;
}

type ReadableChange = Exclude<InspectedChange, { action: "none" }>;

/** Adds a change to the unit of work, or says why it can't be made and leaves the unit of work unchanged. */
export async function evaluateChange(
  context: BatchContext,
  change: InspectedChange,
  index: number,
): Promise<ChangeEvaluation> {
  const { work, placeholders, isDryRun } = context;
  const resolved = placeholders.resolve(change);
  if (resolved.action === "none")
    return refusedChange({ code: "invalid", issues: resolved.issues, unnamed: resolved.unnamed }, resolved);
  const { action, resource, id } = resolved;
  const references = isDryRun && action === "delete" ? await referencesTo(work, resource, resolved.id) : [];
  try {
    return { ...(await attempt(context, resolved, index)), references };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const before = action === "create" ? null : (work.peek(resource.path, resolved.id) ?? null);
    return { ...refusedChange(changeRefusal(error), { id, resource, before }), references };
  }
}

async function attempt(context: BatchContext, change: ReadableChange, by: number): Promise<ChangeEvaluation> {
  const { work, placeholders, now } = context;
  const { resource } = change;
  if (change.action === "create") {
    const { columns, issues } = await checkParts(work, change, null, now);
    if (issues.length > 0) return refused(change, null, issues);
    const fields = { ...(await validFields(work, resource, change.fields, null)), ...columns };
    if (!isPlaceholder(change.id))
      return appliedChange("created", await createRecord(work, resource, fields, { wanted: change.id, by }));
    if (placeholders.has(resource.path, change.id))
      throw new AppError("conflict", { message: "An earlier change of this batch has this id." });
    const step = await createRecord(work, resource, fields, { by });
    placeholders.add(resource.path, change.id, step.after.id);
    return appliedChange("created", step);
  }
  const before = await getCurrent(work, resource, change.id, change.ifMatch);
  const unexpected = differingFrom(change.expected, before);
  if (unexpected.length > 0) return refused(change, before, unexpected, "precondition_failed");
  if (change.action === "delete") {
    const steps = await deleteRecord(work, resource, before, change.isCascade, by);
    return { ...plain, outcome: "deleted", id: before.id, resource, before, after: null, steps };
  }
  const { columns, issues } = await checkParts(work, change, before, now);
  if (issues.length > 0) return refused(change, before, issues);
  const fields = { ...(await validFields(work, resource, change.fields, before)), ...columns };
  const { offers, accepted, unknown } = await findOffers(context, change, before, fields);
  if (unknown.length > 0) return refused(change, before, unknown);
  Object.assign(fields, ...accepted.map((offer) => offer.columns));
  if (isDeepStrictEqual({ ...before, ...fields, id: before.id }, before))
    return { ...plain, outcome: "unchanged", id: before.id, resource, before, after: before };
  const update = appliedChange("changed", await updateRecord(work, resource, before, fields, by));
  for (const offer of accepted) update.steps.push(...((await offer.carryOut?.(by)) ?? []));
  return { ...update, offers };
}

/** The offers of an update, and those that it accepts. Only a dry run and who accepts one need them. */
async function findOffers(
  { work, isDryRun, find }: BatchContext,
  { resource, accepted }: Extract<ReadableChange, { action: "update" }>,
  before: FlatRecord,
  fields: Record<string, unknown>,
) {
  const after = { ...before, ...fields, id: before.id };
  const offers = isDryRun || accepted.length > 0 ? await offersOf(work, { resource, before, after }, find) : [];
  return {
    offers,
    accepted: offers.filter(({ id }) => accepted.includes(id)),
    unknown: accepted.flatMap((id, index) =>
      offers.some((offer) => offer.id === id)
        ? []
        : [{ path: `accept.${index}`, message: "is not an offer of this change" }],
    ),
  };
}

/** The fields whose values are not the expected ones, with what is there. */
function differingFrom(expected: Readonly<Record<string, unknown>>, row: FlatRecord): FieldIssue[] {
  return Object.entries(expected)
    .filter(([name, value]) => !isDeepStrictEqual(row[name], value))
    .map(([name]) => ({
      path: `expect.${name}`,
      message: `was changed since you read it: it is now ${JSON.stringify(row[name])}`,
      now: row[name],
    }));
}

const plain = { steps: [], refusal: null, references: [], offers: [] };

function refused(
  { id, resource }: ReadableChange,
  before: FlatRecord | null,
  issues: FieldIssue[],
  code: AppError["code"] = "invalid",
): ChangeEvaluation {
  return refusedChange({ code, ...listedIssues(issues) }, { id, resource, before });
}

function appliedChange(
  outcome: "created" | "changed",
  step: RecordStep<FlatRecord | null, FlatRecord>,
): ChangeEvaluation {
  const { resource, before, after } = step;
  return { ...plain, outcome, id: after.id, resource, before, after, steps: [step] };
}

export function refusedChange(
  refusal: ChangeRefusal,
  { id, resource = null, before = null }: Pick<ChangeEvaluation, "id"> & Partial<ChangeEvaluation>,
): ChangeEvaluation {
  return { ...plain, outcome: "refused", id, resource, before, after: null, refusal };
}

/** Converts an error of a single write to one of a change in a list, whose paths begin at the change. */
export function changeRefusal(error: AppError): ChangeRefusal {
  const { code, message } = error;
  if (code === "not_found") return { code: "invalid", issues: [{ path: "id", message: "does not exist" }], unnamed: 0 };
  if (code === "precondition_failed") return { code, issues: [{ path: "if_match", message }], unnamed: 0 };
  const all = allIssuesOf(error);
  if (all.length === 0) return { code, issues: [{ path: "", message }], unnamed: 0 };
  return { code, ...listedIssues(all.map((issue) => ({ ...issue, path: joinPath("data", issue.path) }))) };
}
