// `npm run build` and a first start run it: writes what PostgreSQL's initdb makes into a folder that does not exist yet.
import { chmodSync, existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { PGlite } from "@electric-sql/pglite";

// Optimised compilation would not pay off in one run.
setFlagsFromString("--liftoff-only");
const [folder] = process.argv.slice(2);
if (folder === undefined || existsSync(folder)) {
  console.error("Name a folder that does not exist yet.");
  process.exit(2);
}
const database = await PGlite.create(folder, { relaxedDurability: false });
await database.close();
// Root builds a container image and another user runs it, who must be able to read this.
for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
  chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
