import { updateData, type DataUpdate } from "@/lib/editing/data-update/update";
import { command, readFlags, start, type Terminal } from "./command-line/command.ts";
import { withDatabase } from "./command-line/database.ts";

const usage = "Usage: npm run data:update [-- --apply]";

/** `npm run data:update`: shows what the dataset would change in the database; with `--apply` it makes the change. */
export const main = command(usage, async (args, environment, terminal) => {
  const { apply = false } = readFlags({ apply: { type: "boolean" } }, args);
  const update = await withDatabase(environment, (database) => updateData(database, process.cwd(), !apply));
  report(terminal, update, apply);
  return 0;
});

function report({ log }: Terminal, { changes, conflicts, changeId }: DataUpdate, isApplied: boolean): void {
  for (const [action, title] of [
    ["create", "New"],
    ["update", "Changed"],
  ] as const) {
    const counts = new Map<string, number>();
    for (const { resource } of changes.filter((change) => change.action === action))
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    const parts = [...counts].map(([resource, count]) => `${count} ${resource}`);
    log(`${title}: ${parts.length > 0 ? parts.join(", ") : "nothing"}`);
  }
  for (const change of changes) {
    if (change.action !== "update" || Object.keys(change.data ?? {}).length === 0) continue;
    log(`  ${change.resource}/${change.id} ${JSON.stringify(change.data)}`);
  }
  log(`Left as they are, because people have changed them: ${conflicts.length}`);
  for (const { resource, id, field, message } of conflicts)
    log(`  ${resource}/${id}${field === null ? "" : ` ${field}`} ${message}`);
  if (!isApplied) log("Nothing was written. With -- --apply the changes are made, as one that can be undone.");
  else if (changeId === null) log("There was nothing to write.");
  else log(`Written as one change, ${changeId}. It can be undone in the dashboard.`);
}

await start(import.meta.url, main);
