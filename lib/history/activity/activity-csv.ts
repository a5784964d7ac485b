import "server-only";
import { formatCell } from "../../editing/csv/cell.browser.ts";
import { csvText } from "../../editing/csv/write.browser.ts";
import { csvType } from "../../http/prefers-csv.ts";
import type { HandlerResult } from "../../http/route.ts";
import { Representation } from "../../catalogue/representation.ts";
import type { LoggedEntry } from "./schema.browser.ts";
import { authorOf } from "./terms.browser.ts";

const columns = [
  "id",
  "at",
  "account_id",
  "account",
  "change_id",
  "action",
  "resource",
  "record_id",
  "fields",
  "before",
  "after",
];

/** The entries as CSV, each with the fields that changed. */
export function activityCsv(entries: readonly LoggedEntry[]): HandlerResult {
  const rows = entries.map(({ id, at, account, by, change_id, action, resource, record_id, before, after }) => {
    const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
    const changed = names.filter((name) => JSON.stringify(before?.[name]) !== JSON.stringify(after?.[name]));
    const [earlier, later] = [before, after].map((record) =>
      record === null ? null : JSON.stringify(Object.fromEntries(changed.map((name) => [name, record[name]]))),
    );
    const who = [account?.id ?? null, account ? account.name : authorOf({ account, by })];
    const what = [change_id, action, resource, record_id, changed.join(", ")];
    return [id, at, ...who, ...what, earlier ?? null, later ?? null].map(formatCell);
  });
  return {
    body: new Representation(csvText([columns, ...rows]), `${csvType}; charset=utf-8`),
    headers: { "Content-Disposition": 'attachment; filename="activity.csv"' },
  };
}
