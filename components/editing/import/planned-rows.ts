import type { ImportPlan, PlannedImportRow } from "@/lib/editing/imports/schema.browser";

export type Choices = ReadonlyMap<number, string>;

/** The rows of a plan with the choices that were made since. */
export function withChoices({ rows }: ImportPlan, choices: Choices): PlannedImportRow[] {
  return rows.map((row) => {
    const made = row.choices.find(({ choice }) => choice === choices.get(row.row));
    if (!made) return row;
    const { choice, outcome, id, issues, differences, doubts } = made;
    return { ...row, outcome, id, issues, differences, doubts, chosen: choice };
  });
}

export function countOutcomes(rows: readonly PlannedImportRow[]): ImportPlan["counts"] {
  const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/**
 * One choice for all rows with the name of a known record. Where several records have the name, the editor must choose
 * one.
 */
export function choiceForAll(rows: readonly PlannedImportRow[], kind: "update" | "keep" | "create"): Choices {
  return new Map(
    rows.flatMap(({ row, choices }) => {
      const uses = choices.filter(({ choice }) => choice !== "create");
      if (kind !== "create" && new Set(uses.map(({ id }) => id)).size > 1) return [];
      const chosen = choices.find(({ choice }) => choice.startsWith(kind)) ?? uses[0];
      return chosen ? [[row, chosen.choice] as const] : [];
    }),
  );
}

/** A list may have a hundred entries. */
const maxShownCharacters = 300;

/** Why a row is refused, or what it changes. */
export function rowDetails({ outcome, id, chosen, issues, differences }: PlannedImportRow): string[] {
  if (outcome === "refused") return issues.map(({ path, message }) => (path === "" ? message : `${path}: ${message}`));
  const changes = differences.map(
    ({ label, before, after }) => `${label}: ${shortened(before ?? "empty")} → ${shortened(after ?? "empty")}`,
  );
  if (chosen?.startsWith("keep:")) return [`uses ${id}`, ...changes.map((change) => `left out: ${change}`)];
  return chosen?.startsWith("update:") ? [`uses ${id}`, ...changes] : changes;
}

function shortened(text: string): string {
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;
}
