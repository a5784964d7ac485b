import "server-only";
import { isDeepStrictEqual } from "node:util";
import { issuesOf, maxIssues, type Problem } from "../http/body.ts";
import type { Draft } from "../resource/unit-of-work.ts";
import { alter, create, current, discard, soundFields, type Step } from "../resource/record-operations.ts";
import { AppError } from "../errors.ts";
import type { FlatRecord } from "../audit-log/queries.ts";
import type { Asked } from "./inspect-change.ts";
import type { Outcome } from "./schema.ts";

interface Refusal {
  code: AppError["code"];
  issues: Problem[];
  /** How many further issues are not listed. */
  unnamed: number;
}

/** The outcome of one change. */
export interface Verdict {
  outcome: Outcome;
  id: string | null;
  before: FlatRecord | null;
  after: FlatRecord | null;
  /** The steps for the activity log; none when the change has no effect or is refused. */
  steps: Step[];
  /** Why the change is refused. */
  refusal: Refusal | null;
}

/** Adds a change to the unit of work, or says why it can't be made and leaves the unit of work unchanged. */
export async function judge(draft: Draft, asked: Asked, index: number): Promise<Verdict> {
  if (asked.action === "none")
    return refused(asked.id, { code: "invalid", issues: asked.problems, unnamed: asked.unnamed });
  try {
    return await attempt(draft, asked, index);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return refused(asked.id, refusalOf(error));
  }
}

async function attempt(draft: Draft, asked: Exclude<Asked, { action: "none" }>, by: number): Promise<Verdict> {
  const { resource } = asked;
  if (asked.action === "create") {
    const fields = await soundFields(draft, resource, asked.fields, null);
    return made("created", await create(draft, resource, fields, { wanted: asked.id, by }));
  }
  const before = await current(draft, resource, asked.id, asked.ifMatch);
  if (asked.action === "delete") {
    const steps = await discard(draft, resource, before, asked.isCascade, by);
    return { outcome: "deleted", id: before.id, before, after: null, steps, refusal: null };
  }
  const fields = await soundFields(draft, resource, asked.fields, before);
  if (isDeepStrictEqual({ ...before, ...fields, id: before.id }, before))
    return { outcome: "unchanged", id: before.id, before, after: before, steps: [], refusal: null };
  return made("changed", await alter(draft, resource, before, fields, by));
}

function made(outcome: "created" | "changed", step: Step<FlatRecord | null, FlatRecord>): Verdict {
  const { before, after } = step;
  return { outcome, id: after.id, before, after, steps: [step], refusal: null };
}

export function refused(id: string | null, refusal: Refusal): Verdict {
  return { outcome: "refused", id, before: null, after: null, steps: [], refusal };
}

/** Converts an error of a single write to one of a change in a list, whose paths begin at the change. */
export function refusalOf(error: AppError): Refusal {
  const { code, message } = error;
  if (code === "not_found") return { code: "invalid", issues: [{ path: "id", message: "does not exist" }], unnamed: 0 };
  if (code === "precondition_failed") return { code, issues: [{ path: "if_match", message }], unnamed: 0 };
  const all = issuesOf(error);
  if (all.length === 0) return { code, issues: [{ path: "", message }], unnamed: 0 };
  const named = all.slice(0, maxIssues).map((issue) => ({ ...issue, path: pathBelow("data", issue.path) }));
  return { code, issues: named, unnamed: all.length - named.length };
}

export function pathBelow(above: string, path: string): string {
  return path === "" ? above : `${above}.${path}`;
}
