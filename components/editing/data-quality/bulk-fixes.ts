import { verification } from "@/components/records/changes/use-changes";
import { sourcesFor, type Citation } from "@/components/records/details/citation";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";

/*
 * What can be done about many problems as one change. A record that several of the problems concern is changed once.
 */

type SourceDecision = Extract<DataDecision, { kind: "source" }>;

/** Whether one of its decisions is of this kind. */
export function hasDecision(wanted: DataDecision["kind"]) {
  return ({ decisions }: DataProblem) => decisions.some(({ kind }) => kind === wanted);
}

/** The problems that have exactly one ready fix. */
export function hasOneFix({ fixes }: DataProblem): boolean {
  return fixes.length === 1;
}

/** Confirms the records. */
export function verifications(problems: readonly DataProblem[]): RequestedChange[] {
  const records = problems.flatMap(({ decisions }) =>
    decisions.flatMap((one) => (one.kind === "verify" ? [`${one.resource}/${one.record_id}`] : [])),
  );
  return [...new Set(records)].map((record) => {
    const [resource = "", id = ""] = record.split("/");
    return verification(resource, id);
  });
}

/** Applies the fix of each. */
export function readyFixes(problems: readonly DataProblem[]): RequestedChange[] {
  return problems.filter(hasOneFix).flatMap(({ fixes }) => fixes[0]?.changes ?? []);
}

/** Adds a source to every record of the problems, for each of the fields without one. */
export function sourceAdditions(problems: readonly DataProblem[], citation: Citation): RequestedChange[] {
  return sourceDecisions(problems).flatMap(({ resource, records }) =>
    records.map(({ record_id, fields }): RequestedChange => ({
      action: "update",
      resource,
      id: record_id,
      add_sources: sourcesFor(fields.length === 0 ? [null] : fields, citation),
    })),
  );
}

/** How many records get the source. */
export function countSourced(problems: readonly DataProblem[]): number {
  return sourceDecisions(problems).reduce((total, { records }) => total + records.length, 0);
}

function sourceDecisions(problems: readonly DataProblem[]): SourceDecision[] {
  return problems.flatMap(({ decisions }) => decisions.flatMap((one) => (one.kind === "source" ? [one] : [])));
}
