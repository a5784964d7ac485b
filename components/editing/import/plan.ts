import type { ChangeOutcome, Outcome, RequestedChange } from "@/lib/editing/changes/schema.browser";
import type { SheetProblem } from "@/lib/editing/csv/table.browser";
import type { RowOption, RowOptions } from "./row-options";

/** The planned outcome of one row of a file. */
export interface PlannedRow {
  /** Counted from 1, including the header row, as in a spreadsheet. */
  row: number;
  outcome: Outcome;
  /** The record's name, if the row has it. */
  name: string;
  /** Changed fields, or the reasons for a refusal. */
  details: readonly string[];
  /** What looks like a mistake in the values that would be saved, though it can be saved. */
  doubts: readonly string[];
  /** The change to send; null if there is none. */
  change: RequestedChange | null;
  /** What else can be done with it, by the index of the option. Empty if there is nothing to choose. */
  choices: readonly RowChoice[];
  /** The index of the chosen option; null for none. */
  chosen: number | null;
}

export interface RowChoice extends Pick<RowOption, "kind" | "id"> {
  index: number;
  label: string;
}

/**
 * The plan of an import, row by row.
 *
 * @param problems of the unreadable rows.
 * @param rows the readable rows.
 * @param outcomes of all their changes in a dry run.
 * @param choices the indexes of the options that the editor has chosen, by row.
 */
export function planImport(
  problems: readonly SheetProblem[],
  rows: readonly RowOptions[],
  outcomes: ReadonlyMap<RequestedChange, ChangeOutcome>,
  choices: ReadonlyMap<number, number> = new Map(),
): PlannedRow[] {
  const unreadable = new Map<number, string[]>();
  for (const { row, column, message } of problems)
    unreadable.set(row, [...(unreadable.get(row) ?? []), column === null ? message : `${column}: ${message}`]);
  const refused = [...unreadable].map(([row, details]): PlannedRow => ({ ...refusal, row, name: "", details }));
  const read = rows.map((row) => plannedRow(row, outcomes, choices.get(row.row) ?? row.preset));
  return [...refused, ...read].sort((a, b) => a.row - b.row);
}

export function countOutcomes(rows: readonly PlannedRow[]): Record<Outcome, number> {
  const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0, refused: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}

/**
 * One choice for all rows with the name of a known record, by row. Where several records have the name, the editor must
 * choose one.
 */
export function choiceForAll(rows: readonly PlannedRow[], kind: RowOption["kind"]): ReadonlyMap<number, number> {
  return new Map(
    rows.flatMap(({ row, choices }) => {
      const uses = choices.filter((choice) => choice.kind !== "create");
      if (kind !== "create" && countRecords(uses) > 1) return [];
      const chosen = choices.find((choice) => choice.kind === kind) ?? uses[0];
      return chosen ? [[row, chosen.index] as const] : [];
    }),
  );
}

const refusal = { outcome: "refused", doubts: [], change: null, choices: [], chosen: null } as const;

function plannedRow(
  { row, name, options }: RowOptions,
  outcomes: ReadonlyMap<RequestedChange, ChangeOutcome>,
  chosen: number | null,
): PlannedRow {
  const judged = options.map(({ change }) => (change ? outcomes.get(change) : undefined));
  const choices = options.length > 1 ? choicesOf(options, judged) : [];
  // Each update is followed by the same record as it is.
  const index = chosen !== null && isIdle(options[chosen], judged[chosen]) ? chosen + 1 : chosen;
  const option = options[index ?? -1];
  if (!option) {
    const details = [`${countRecords(choices)} records have this name: choose one, or create another`];
    return { ...refusal, row, name, details, choices };
  }
  return { row, choices, chosen: index, ...effectOf(option, judged[index ?? -1], name) };
}

/** Whether an update would change nothing, which is the same as using the record as it is. */
function isIdle(option: RowOption | undefined, judged: ChangeOutcome | undefined): boolean {
  return option?.kind === "update" && judged?.outcome === "unchanged";
}

function effectOf({ kind, id, change }: RowOption, judged: ChangeOutcome | undefined, name: string) {
  if (kind === "keep") {
    const left = differencesOf(judged).map((difference) => `left out: ${difference}`);
    return { outcome: "unchanged", name, details: [`uses ${id}`, ...left], doubts: [], change: null } as const;
  }
  const outcome = judged?.outcome ?? "refused";
  const details = outcome === "refused" ? problemsOf(judged) : outcome === "changed" ? differencesOf(judged) : [];
  const shown = name || nameIn(judged?.before) || (judged?.id ?? "");
  const doubts = outcome === "created" || outcome === "changed" ? doubtsOf(change) : [];
  return { outcome, name: shown, details: kind === "update" ? [`uses ${id}`, ...details] : details, doubts, change };
}

/** A formula that a spreadsheet left, and an address that browsers don't show on a secure page. */
function doubtsOf(change: RequestedChange | null): string[] {
  const data = change && change.action !== "delete" ? change.data : undefined;
  return Object.entries(data ?? {}).flatMap(([field, value]) => {
    if (typeof value !== "string") return [];
    if (value.startsWith("=")) return [`${field} begins with =, like a formula`];
    return /^http:/i.test(value) ? [`${field} has an address with http, not https`] : [];
  });
}

const labels = {
  update: "Use and update",
  keep: "Use as it is",
  create: "Create another",
  write: "Update",
};

function choicesOf(options: readonly RowOption[], judged: readonly (ChangeOutcome | undefined)[]): RowChoice[] {
  const isAmbiguous = countRecords(options) > 1;
  return options.flatMap((option, index): RowChoice[] => {
    if (isIdle(option, judged[index])) return [];
    const { kind, id } = option;
    return [{ index, kind, id, label: isAmbiguous && id !== null ? `${labels[kind]}: ${id}` : labels[kind] }];
  });
}

function countRecords(choices: readonly Pick<RowOption, "id">[]): number {
  return new Set(choices.flatMap(({ id }) => id ?? [])).size;
}

function problemsOf(judged: ChangeOutcome | undefined): string[] {
  return (judged?.issues ?? []).map(({ path, message }) => {
    const field = path.replace(/^data\.?/, "");
    return field === "" ? message : `${field}: ${message}`;
  });
}

function differencesOf({ before, after }: Pick<ChangeOutcome, "before" | "after"> = {}): string[] {
  if (!before || !after) return [];
  const [from, to] = [flat(before), flat(after)];
  return Object.keys(to)
    .filter((field) => JSON.stringify(from[field]) !== JSON.stringify(to[field]))
    .map((field) => `${field}: ${shown(from[field])} → ${shown(to[field])}`);
}

/** The fields of a record and of its details, and its list of sources, side by side. */
function flat(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { details, sources, ...fields } = record;
  const flattened: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries({ ...(details as object | undefined) }))
    flattened[`details.${name}`] = value;
  const list = (sources as { sources?: unknown } | undefined)?.sources;
  if (list !== undefined) flattened["sources"] = list;
  return flattened;
}

function nameIn(record: Readonly<Record<string, unknown>> | null | undefined): string {
  return typeof record?.["name"] === "string" ? record["name"] : "";
}

/** A list may have a hundred entries. */
const maxShownCharacters = 300;

function shown(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (typeof value === "string") return value;
  if (typeof value === "object" && Object.keys(value).length === 0) return "empty";
  const text = JSON.stringify(value);
  return text.length > maxShownCharacters ? `${text.slice(0, maxShownCharacters)}…` : text;
}
