import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { verification } from "@/components/records/changes/use-changes";
import type { Citation } from "@/components/records/details/citation";
import type { RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { DataDecision, DataProblem } from "@/lib/editing/data-quality/schema.browser";
import { counted, ruleNames } from "@/lib/editing/data-quality/terms.browser";
import { apiQueryKey, type CachedResponse } from "@/lib/http/client/hooks.browser";

/** What can be done about one problem, or about many as one change. @param changes default: the only fix of each. */
export type Remedy =
  | { kind: "verify" }
  | { kind: "source" | "snooze" | "unsnooze" }
  | { kind: "fix"; changes?: readonly RequestedChange[] }
  | Extract<DataDecision, { kind: "fields" | "merge" }>;

/** The key of a problem: a record has at most one of each rule. */
export function problemKey({ rule, resource, record_id }: DataProblem): string {
  return `${rule}/${resource}/${record_id}`;
}

export function isSnoozed({ snooze }: DataProblem): boolean {
  return snooze !== null;
}

export function hasDecision(wanted: DataDecision["kind"]) {
  return ({ decisions }: DataProblem) => decisions.some(({ kind }) => kind === wanted);
}

export function hasOneFix({ fixes }: DataProblem): boolean {
  return fixes.length === 1;
}

/** A record that several of the problems concern is verified once. */
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
      add_sources: (fields.length === 0 ? [null] : fields).map((field) => ({ field, ...citation })),
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

/** The id of the message that no problems are left. */
export const noneLeft = "none-left";

/**
 * The id of the element to focus after a fix: the fixed problem while it is still listed; else the next one of its
 * rule, else the heading of the next rule.
 */
export function nextFocus(fixed: DataProblem, before: readonly DataProblem[], after: readonly DataProblem[]): string {
  const left = new Set(after.map(problemKey));
  const index = before.findIndex((problem) => problemKey(problem) === problemKey(fixed));
  const next = before
    .slice(Math.max(0, index))
    .find((problem) => problem.rule === fixed.rule && left.has(problemKey(problem)));
  if (next) return problemKey(next);
  const rules = after.map(({ rule }) => rule);
  const here = ruleNames.indexOf(fixed.rule);
  return rules.find((rule) => ruleNames.indexOf(rule) >= here) ?? rules.at(-1) ?? noneLeft;
}

/** The result of a fix, for screen readers. */
export function fixMessage(fixed: readonly DataProblem[], after: readonly DataProblem[]): string {
  const left = new Set(after.map(problemKey));
  const isLeft = fixed.some((problem) => left.has(problemKey(problem)));
  const count = after.length === 0 ? "No problems left." : `${counted(after.length, "problem")} left.`;
  const still = fixed.length === 1 ? "the problem is still there" : "some problems are still there";
  return isLeft ? `Saved, but ${still}. ${count}` : `Fixed. ${count}`;
}

/** What the page shows: all problems as they were read, and those that are listed. */
interface Shown {
  all: readonly DataProblem[];
  listed: readonly DataProblem[];
  narrow(problems: readonly DataProblem[]): DataProblem[];
}

/** Announces how many problems are left after a fix, and moves the focus, because the fixed rows disappear. */
export function useNextProblem({ all, listed, narrow }: Shown) {
  const client = useQueryClient();
  const [heard, setHeard] = useState("");
  const [next, setNext] = useState<{ id: string; after: readonly DataProblem[] } | null>(null);

  // Only once the list shows the remaining problems.
  useEffect(() => {
    if (next?.after !== all) return;
    const place = document.getElementById(next.id);
    (place?.querySelector("button") ?? place?.querySelector("a") ?? place)?.focus();
  }, [next, all]);

  return {
    heard,
    /** Lets the next result be heard, also if it is the same. */
    begin: () => setHeard(""),
    /**
     * Moves on from problems once the list was read again, and the dialog is closed: behind it nothing can have the
     * focus. @param message what is announced; default: the result.
     */
    moveOn(problems: readonly DataProblem[], message?: string) {
      const after = client.getQueryData<CachedResponse<DataProblem[]>>(apiQueryKey("/problems"))?.body ?? [];
      const left = narrow(after);
      const [first] = problems;
      setHeard(message ?? fixMessage(problems, left));
      if (first) setNext({ id: nextFocus(first, listed, left), after });
    },
  };
}
