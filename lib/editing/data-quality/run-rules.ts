import "server-only";
import { dayAfter, dayInLondon, daysBetween } from "../../core/dates.ts";
import { fieldsDecision, ruleOn, type KnownProduction, type RuleTable } from "./rule.ts";

export const runRules = {
  /** An open run has no announced end (contract §12). For a run that has ended, the type is history. */
  "run-type-contradicts-closing": ruleOn("productions", (run, { today }) => {
    const { id, run_type, closing_date } = run;
    if (run_type !== "open" || closing_date === null || closing_date < today) return null;
    return {
      message: `The run is listed as open, but closes on ${closing_date}.`,
      fields: ["run_type", "closing_date"],
      facts: [run_type, closing_date],
      fixes: [
        {
          label: "Set the run to limited",
          changes: [{ action: "update", resource: "productions", id, details: { run_type: "limited" } }],
        },
      ],
    };
  }),

  /** A transfer is a later run of the same show. */
  "transfer-not-later": ruleOn("productions", (run, context) => {
    const original = context.find("productions", run.transfer_of);
    if (!original) return null;
    const isOther = original.show_id !== run.show_id;
    if (!isOther && original.opening_date < run.opening_date) return null;
    return {
      message: isOther
        ? "It is listed as a transfer of a production of another show."
        : `It is listed as a transfer of a run that opened on ${original.opening_date}, which is not earlier.`,
      fields: ["transfer_of", "opening_date"],
      related: [context.referenceTo("productions", original)],
      facts: [run.transfer_of, run.show_id, original.show_id, run.opening_date, original.opening_date],
      decisions: isOther
        ? []
        : [
            fieldsDecision("Correct the opening date…", "productions", run.id, ["opening_date"], {
              earliest: dayAfter(original.opening_date),
            }),
          ],
    };
  }),

  /** Checked more often than other runs, because a closing date is often moved at the last moment. */
  "closing-not-verified": notVerified(true, 7),

  "running-not-verified": notVerified(false, 45),
} satisfies RuleTable;

const soonDays = 14;

/** @param isSoon whether the productions are those that close soon, or the others that run. */
function notVerified(isSoon: boolean, days: number) {
  return ruleOn("productions", (run, { today, isRunning }) => {
    const { id, first_preview, opening_date, closing_date } = run;
    const closesSoon = closing_date !== null && daysBetween(today, closing_date) <= soonDays;
    if (!isRunning(run) || closesSoon !== isSoon) return null;
    const last = lastVerified(run, { today });
    if (last !== null && daysBetween(last, today) < days) return null;
    const closes = closing_date === null ? "" : ` Closes on ${closing_date}.`;
    return {
      message: `${last === null ? "Never verified." : `Last verified on ${last}.`}${closes}`,
      fields: ["opening_date", "closing_date"],
      facts: [last, opening_date, closing_date],
      decisions: [
        { kind: "verify", label: "Mark as verified", resource: "productions", record_id: id },
        fieldsDecision(
          closing_date === null ? "Set a closing date…" : "Change the closing date…",
          "productions",
          id,
          ["closing_date"],
          { earliest: first_preview ?? opening_date },
        ),
      ],
    };
  });
}

/**
 * The London day on which someone last made sure of the record: by confirming it, or by reading one of its sources. A
 * record with neither was never verified, however new it is: nothing says where its facts come from.
 */
export function lastVerified(
  { verified_at, sources }: Pick<KnownProduction, "verified_at" | "sources">,
  { today }: { today: string },
): string | null {
  const days = sources.flatMap(({ read_on }) => (read_on !== null && read_on <= today ? read_on : []));
  if (verified_at !== null) days.push(dayInLondon(Date.parse(verified_at)));
  return days.toSorted().at(-1) ?? null;
}
