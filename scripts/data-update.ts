import { env } from "@/lib/settings/env";
import { migrate } from "@/lib/db/migrate";
import { openDatabase } from "@/lib/infrastructure";
import { updateData, type DataUpdate } from "@/lib/editing/data-update/update";
import { readFlags, runCommand } from "./command-line/command.ts";

const usage = "Usage: npm run data:update [-- --apply]";

/**
 * `npm run data:update`: shows what the dataset would change in the configured database; with `--apply` it makes the
 * change. A running service must not be using the embedded database.
 */
async function main(): Promise<number> {
  const { apply = false } = readFlags({ apply: { type: "boolean" } });
  const database = await openDatabase(env());
  try {
    await database.exclusively(() => migrate(database, process.cwd()));
    report(await updateData(database, process.cwd(), !apply), apply);
    return 0;
  } finally {
    await database.close();
  }
}

function report({ changes, conflicts, changeId }: DataUpdate, isApplied: boolean): void {
  for (const [action, title] of [
    ["create", "New"],
    ["update", "Changed"],
  ] as const) {
    const counts = new Map<string, number>();
    for (const { resource } of changes.filter((change) => change.action === action))
      counts.set(resource, (counts.get(resource) ?? 0) + 1);
    const parts = [...counts].map(([resource, count]) => `${count} ${resource}`);
    console.log(`${title}: ${parts.length > 0 ? parts.join(", ") : "nothing"}`);
  }
  for (const change of changes) {
    if (change.action !== "update" || Object.keys(change.data ?? {}).length === 0) continue;
    console.log(`  ${change.resource}/${change.id} ${JSON.stringify(change.data)}`);
  }
  console.log(`Left as they are, because people have changed them: ${conflicts.length}`);
  for (const { resource, id, field, message } of conflicts)
    console.log(`  ${resource}/${id}${field === null ? "" : ` ${field}`} ${message}`);
  if (!isApplied) console.log("Nothing was written. With -- --apply the changes are made, as one that can be undone.");
  else if (changeId === null) console.log("There was nothing to write.");
  else console.log(`Written as one change, ${changeId}. It can be undone in the dashboard.`);
}

await runCommand(main, usage);
