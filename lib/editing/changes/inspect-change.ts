import "server-only";
import { isJsonObject } from "../../core/json.browser.ts";
import { validateObject, maxIssues, type Validated, type FieldIssue } from "../../http/body.ts";
import type { Resource } from "../../records/resource.ts";
import { resources } from "../../resources/resources.ts";
import { inspectParts, partProblems, within, type InspectedParts } from "./parts.ts";
import { changeInput } from "./schema.browser.ts";

type Fields = Validated<Record<string, unknown>>;

/** A change from the request: its form and its fields have been checked, but not what they refer to. */
export type InspectedChange =
  | ({ action: "create"; resource: Resource; id: string | null } & Content)
  // Accepted are the ids of offers.
  | ({ action: "update"; accepted: readonly string[] } & KnownRecord & Content)
  | ({ action: "delete"; isCascade: boolean } & KnownRecord)
  | RefusedChange;

interface Content {
  fields: Fields;
  parts: InspectedParts;
}

interface KnownRecord {
  resource: Resource;
  id: string;
  ifMatch: string | undefined;
  /** Fields of the record with the values that they must still have. */
  expected: Readonly<Record<string, unknown>>;
}

interface RefusedChange extends ListedIssues {
  action: "none";
  id: string | null;
}

/** @param sent one change, parsed from JSON. */
export function validateChange(sent: unknown): InspectedChange {
  if (!isJsonObject(sent)) return nothing(null, [{ path: "", message: "must be a JSON object" }]);
  const { issues, input } = validateObject(sent, changeInput);
  const id = typeof sent["id"] === "string" ? sent["id"] : null;
  if (!input) return nothing(id, issues);
  const resource = resources.find(({ path }) => path === input.resource);
  if (!resource) return nothing(id, [{ path: "resource", message: "is not a resource" }]);
  const { action } = input;
  const expected = (sent["expect"] ?? {}) as Record<string, unknown>;
  const strange = Object.keys(expected).filter((name) => !Object.hasOwn(resource.record.shape, name));
  const unknown = strange.map((name) => ({ path: `expect.${name}`, message: "is not a field of the record" }));
  if (action === "delete")
    return unknown.length > 0
      ? nothing(id, unknown)
      : { action, resource, id: input.id, ifMatch: input.if_match, expected, isCascade: input.cascade === true };
  const parts = inspectParts(resource, input, sent);
  // The input as sent, because zod's copy lacks a field called __proto__.
  const data = (sent["data"] ?? {}) as Record<string, unknown>;
  if (action === "create") {
    const fields = ownOf(resource, validateObject(data, resource.creation));
    return { action, resource, id: input.id ?? null, fields, parts };
  }
  const fields = ownOf(resource, inspectUpdate(data, resource, input.id));
  const accepted = input.accept ?? [];
  const update = { action, resource, id: input.id, ifMatch: input.if_match, expected, accepted, fields, parts };
  return unknown.length > 0 ? nothing(id, [...unknown, ...changeProblems(update)]) : update;
}

/** The same without all issues but the first, so that each refused change still has a reason. */
export function withFirstProblemOnly(change: InspectedChange): InspectedChange {
  const [first, ...others] = changeProblems(change);
  if (!first) return change;
  return { action: "none", id: change.id, issues: [first], unnamed: others.length };
}

/** What is wrong with a change by itself. The paths begin at the change. */
export function changeProblems(change: InspectedChange): FieldIssue[] {
  if (change.action === "delete") return [];
  return change.action === "none"
    ? change.issues
    : [...within("data", change.fields.issues), ...partProblems(change.parts)];
}

function inspectUpdate(data: Record<string, unknown>, resource: Resource, id: string): Fields {
  const fields = validateObject(data, resource.change);
  if (!("id" in data) || data["id"] === id) return fields;
  return { ...fields, issues: [...fields.issues, { path: "id", message: "is not the id of the change" }] };
}

/** Drops the fields that the record does not have; a list of thousands must not keep them in memory. */
function ownOf({ record }: Resource, { sent, issues, input }: Fields): Fields {
  const faulty = new Set(issues.map(({ path }) => path));
  const known = (fields: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name in record.shape && !faulty.has(name)));
  return { sent: known(sent), issues, input: input && known(input) };
}

function nothing(id: string | null, issues: FieldIssue[]): RefusedChange {
  return { action: "none", id, ...listedIssues(issues) };
}

/** The issues that a response lists, and how many further ones there are. */
export interface ListedIssues {
  issues: FieldIssue[];
  unnamed: number;
}

export function listedIssues(all: FieldIssue[]): ListedIssues {
  const issues = all.slice(0, maxIssues);
  return { issues, unnamed: all.length - issues.length };
}
