import "server-only";
import type { RuleContext } from "./rule-context.ts";
import type { KnownPath, KnownProduction, KnownRecords, KnownTheatre } from "./rule-data.ts";
import type { DataProblem } from "./schema.browser.ts";

/** What a rule says about one record. */
export interface Finding extends Partial<Pick<DataProblem, "detail" | "fields" | "related" | "fixes" | "decisions">> {
  message: string;
  /** The values that make the problem: a snooze ends when they change. */
  facts: readonly unknown[];
  /** The productions and theatres concerned. A theatre or a production concerns itself. */
  productions?: readonly KnownProduction[];
  theatres?: readonly KnownTheatre[];
}

/** Finds one kind of problem, record by record, so that the caller can yield to the event loop between them. */
export interface Rule {
  readonly resource: KnownPath;
  check(context: RuleContext): Iterable<{ record: KnownRecords[KnownPath]; finding: Finding | null }>;
}

/** @param find the finding about a record; null when it has no such problem. */
export function ruleOn<P extends KnownPath>(
  resource: P,
  find: (record: KnownRecords[P], context: RuleContext) => Finding | null,
): Rule {
  return {
    resource,
    *check(context) {
      for (const record of context.list(resource)) yield { record, finding: find(record, context) };
    },
  };
}
