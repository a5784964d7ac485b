import "server-only";
import { z } from "zod";
import { AppError } from "../../core/errors.ts";
import { membersOf } from "../../core/json.browser.ts";
import {
  maxBodyBytes,
  parseObject,
  readJsonBody,
  validateObject,
  validationError,
  type FieldIssue,
  type Validated,
} from "../../http/body.ts";
import type { HttpRequest } from "../../http/route.ts";
import { createYielder } from "../../core/yielding.ts";
import { withFirstProblemOnly, validateChange, changeProblems, type InspectedChange } from "./inspect-change.ts";
import { batchLimits, maxChanges, maxChangesBytes } from "./limits.browser.ts";
import { changesRequest, maxIssuesPerResult, tooManyChanges } from "./schema.browser.ts";
import type { ResourceReference } from "../../records/resource.ts";

/** The body without the content of its changes, which are validated one by one. */
const envelope = changesRequest.extend({ changes: z.array(z.unknown()).max(maxChanges, tooManyChanges) });

/**
 * Reads the changes of a request's body, each checked by itself.
 *
 * @throws AppError 413, 415, or 400 when the body as a whole is invalid.
 */
export async function readChanges(request: HttpRequest): Promise<{ changes: InspectedChange[]; isDryRun: boolean }> {
  const { issues: problems, input } = validateObject(parseObject(await readBatch(request)), envelope);
  if (!input) throw validationError(problems);
  const turn = createYielder();
  const issues: FieldIssue[] = [];
  for (const [index, change] of input.changes.entries()) {
    if (Buffer.byteLength(JSON.stringify(change)) > maxBodyBytes)
      issues.push({ path: `changes.${index}`, message: `must have at most ${maxBodyBytes} bytes` });
    await turn();
  }
  if (issues.length > 0) throw validationError(issues);
  return { changes: await inspectChanges(input.changes), isDryRun: input.dry_run === true };
}

/** Checks each change by itself. After 1,000 issues only the first of each change is kept: a body could have millions. */
export async function inspectChanges(sent: readonly unknown[]): Promise<InspectedChange[]> {
  const turn = createYielder();
  const changes: InspectedChange[] = [];
  let issues = 0;
  for (const one of sent) {
    const change = validateChange(one);
    changes.push(issues < maxIssuesPerResult ? change : withFirstProblemOnly(change));
    issues += changeProblems(change).length;
    await turn();
  }
  return changes;
}

async function readBatch(request: HttpRequest): Promise<Buffer> {
  try {
    return await readJsonBody(request, maxChangesBytes);
  } catch (error) {
    throw error instanceof AppError && error.code === "content_too_large" ? batchTooLarge() : error;
  }
}

export function batchTooLarge(): AppError {
  return new AppError("content_too_large", { message: `A batch has ${batchLimits}. Split the batch.` });
}

type Fields = Record<string, unknown>;

/** Whether a change's id only names its new record within the batch. */
export function isPlaceholder(id: string | null): id is string {
  return id?.startsWith("new:") ?? false;
}

/** The ids that the new records of a batch got, by the placeholders that its later changes use. */
export class Placeholders {
  readonly #ids = new Map<string, string>();

  add(path: string, placeholder: string, id: string): void {
    this.#ids.set(keyOf(path, placeholder), id);
  }

  has(path: string, placeholder: string): boolean {
    return this.#ids.has(keyOf(path, placeholder));
  }

  /** The change with the ids that are known by now. An unknown placeholder stays, and no record has it. */
  resolve<Change extends InspectedChange>(change: Change): Change {
    if (change.action === "none") return change;
    const id = change.action === "create" ? change.id : this.#idOf(change.resource.path, change.id);
    if (change.action === "delete") return { ...change, id };
    const { resource, parts } = change;
    const details =
      parts.details && mapSent(parts.details, (fields) => this.#resolveIn(resource.detailReferences, fields));
    const fields = mapSent(change.fields, (values) => this.#resolveIn(resource.references, values));
    return { ...change, id, fields, parts: { ...parts, details } };
  }

  #resolveIn(references: readonly ResourceReference[], fields: Fields): Fields {
    const resolved = { ...fields };
    for (const { field, member, to } of references) {
      const value = fields[field];
      if (member === undefined && typeof value === "string") resolved[field] = this.#idOf(to, value);
      else if (member !== undefined && Array.isArray(value))
        resolved[field] = value.map((entry: unknown) => {
          const id = membersOf(entry)[member];
          return typeof id === "string" ? { ...membersOf(entry), [member]: this.#idOf(to, id) } : entry;
        });
    }
    return resolved;
  }

  #idOf(path: string, id: string): string {
    return this.#ids.get(keyOf(path, id)) ?? id;
  }
}

function mapSent({ sent, issues, input }: Validated<Fields>, resolved: (fields: Fields) => Fields): Validated<Fields> {
  return { sent: resolved(sent), issues, input: input && resolved(input) };
}

function keyOf(path: string, placeholder: string): string {
  return `${path} ${placeholder}`;
}
