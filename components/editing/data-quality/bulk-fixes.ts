import { verification } from "@/components/records/changes/use-changes";
import { sourcesFor, type Citation } from "@/components/records/details/citation";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";

/*
 * What can be done about many problems as one change. A record that several of the problems concern is changed once.
 */

export function hasDecision(wanted: DataDecision["kind"]) {
  return ({ decisions }: DataProblem) => decisions.some(({ kind }) => kind === wanted);
}

export function hasOneFix({ fixes }: DataProblem): boolean {
  return fixes.length === 1;
}

export function verifications(problems: readonly DataProblem[]): RequestedChange[] {
  const changes = decisionsOf(problems, "verify").map(
    ({ resource, record_id }) => [`${resource}/${record_id}`, verification(resource, record_id)] as const,
  );
  return [...new Map(changes).values()];
}

export function readyFixes(problems: readonly DataProblem[]): RequestedChange[] {
  return problems.filter(hasOneFix).flatMap(({ fixes }) => fixes[0]?.changes ?? []);
}

/** Adds a source to every record of the problems, for each of the fields without one. */
export function sourceAdditions(problems: readonly DataProblem[], citation: Citation): RequestedChange[] {
  return decisionsOf(problems, "source").flatMap(({ resource, records }) =>
    records.map(({ record_id, fields }): RequestedChange => ({
      action: "update",
      resource,
      id: record_id,
      add_sources: sourcesFor(fields.length === 0 ? [null] : fields, citation),
    })),
  );
}

export function countSourced(problems: readonly DataProblem[]): number {
  return decisionsOf(problems, "source").reduce((total, { records }) => total + records.length, 0);
}

function decisionsOf<Kind extends DataDecision["kind"]>(problems: readonly DataProblem[], wanted: Kind) {
  const isWanted = (one: DataDecision): one is Extract<DataDecision, { kind: Kind }> => one.kind === wanted;
  return problems.flatMap(({ decisions }) => decisions.filter(isWanted));
}
