import "server-only";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { FlatRecord } from "../../core/json.browser.ts";
import { maxEntries } from "../../core/fields.browser.ts";
import { validateObject, type FieldIssue, type Validated } from "../../http/body.ts";
import { findDetailIssues, pickDetailFields, pickSources } from "../../records/detail-operations.ts";
import { representPart, requireMatch } from "../../records/record-operations.ts";
import type { Resource } from "../../records/resource.ts";
import { emptyRow } from "../../records/rows.ts";
import type { UnitOfWork } from "../../records/unit-of-work.ts";
import type { RequestedChange } from "./schema.browser.ts";

type Fields = Validated<Record<string, unknown>>;

/** The details and the sources of a change, checked by themselves; null where the change has none. */
export interface InspectedParts {
  details: Fields | null;
  sources: Fields | null;
  /** Sources to append to the record's own. */
  addedSources: Fields | null;
  detailsIfMatch: string | undefined;
  sourcesIfMatch: string | undefined;
}

const noDetails = z.never("This resource has no details and no sources.");

/** @param sent the change as sent, because zod's copy lacks a field called __proto__. */
export function inspectParts(
  { details }: Resource,
  input: Exclude<RequestedChange, { action: "delete" }>,
  sent: Record<string, unknown>,
): InspectedParts {
  const { sources, verified } = input;
  const added = input.action === "update" ? input.add_sources : undefined;
  const hasSources = sources !== undefined || verified !== undefined;
  const sourcesSchema = details?.sourcesChange ?? noDetails;
  return {
    details: input.details
      ? validateObject(sent["details"] as Record<string, unknown>, details?.change ?? noDetails)
      : null,
    sources: hasSources ? validateObject({ sources, verified }, sourcesSchema) : null,
    addedSources: added ? validateObject({ sources: added }, sourcesSchema) : null,
    detailsIfMatch: input.action === "update" ? input.details_if_match : undefined,
    sourcesIfMatch: input.action === "update" ? input.sources_if_match : undefined,
  };
}

/**
 * The columns that the details and the sources of a change set, or the issues of the change: those of its data are among
 * them only if there are others.
 *
 * @param before the row to change; null for a new one.
 * @throws AppError 412.
 */
export async function checkParts(
  work: UnitOfWork,
  { resource, fields, parts }: { resource: Resource; fields: Fields; parts: InspectedParts },
  before: FlatRecord | null,
  now: number,
) {
  const { details, sources, detailsIfMatch, sourcesIfMatch } = parts;
  if (before && detailsIfMatch !== undefined)
    requireMatch(detailsIfMatch, representPart("details", resource, before, work.today));
  if (before && sourcesIfMatch !== undefined)
    requireMatch(sourcesIfMatch, representPart("sources", resource, before, work.today));
  const row: FlatRecord = { ...emptyRow(resource), ...before, ...fields.input, id: before?.id ?? "" };
  const sent = pickSources(sources?.input ?? {}, now);
  const withAdded = appended(sent["sources"] ?? row["sources"], parts.addedSources);
  const found = [
    ...partProblems(parts),
    ...(withAdded && withAdded.length > maxEntries
      ? [{ path: "add_sources", message: `must leave the record with at most ${maxEntries} sources` }]
      : []),
    // Details are compared with the record, which must be valid first.
    ...(details && fields.input ? within("details", await findDetailIssues(work, resource, details, row)) : []),
  ];
  return {
    columns: {
      ...pickDetailFields(resource, details?.input ?? {}),
      ...sent,
      ...(withAdded && { sources: withAdded }),
    },
    issues: found.length > 0 ? [...within("data", fields.issues), ...found] : [],
  };
}

/** What is wrong with the parts by themselves. The paths begin at the change. */
export function partProblems({ details, sources, addedSources }: InspectedParts): FieldIssue[] {
  const ofAdded = (addedSources?.issues ?? []).map(({ path, message }) => ({
    path: path.replace(/^sources/, "add_sources"),
    message,
  }));
  return [...within("details", details?.issues ?? []), ...(sources?.issues ?? []), ...ofAdded];
}

/** The sources with the added ones. One of the same page for the same field is replaced; null when none are added. */
function appended(sources: unknown, sent: Fields | null): unknown[] | null {
  const wanted = sent && listOf(sent.input?.["sources"]);
  if (!wanted) return null;
  const present = listOf(sources) ?? [];
  const added = wanted.filter((one) => !present.some((other) => isDeepStrictEqual(one, other)));
  const replaced = new Set(added.map(pageOf));
  return [...present.filter((one) => !replaced.has(pageOf(one))), ...added];
}

function listOf(value: unknown): readonly unknown[] | null {
  return Array.isArray(value) ? value : null;
}

/** A text for the page and the field of a source, which may be read on different days. */
function pageOf(source: unknown): string {
  const { field, name, url } = source as FlatRecord;
  return JSON.stringify([field, name, url]);
}

export function joinPath(above: string, path: string): string {
  return path === "" ? above : `${above}.${path}`;
}

export function within(part: string, issues: readonly FieldIssue[]): FieldIssue[] {
  return issues.map(({ path, message }) => ({ path: joinPath(part, path), message }));
}
