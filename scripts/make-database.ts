import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { makeNewDatabase } from "@/lib/db/embedded/new-database";

// A program that `npm run build` starts with the target folder. Optimised compilation would not pay off in one run.
setFlagsFromString("--liftoff-only");
const [folder] = process.argv.slice(2);
if (folder === undefined || existsSync(folder)) {
  console.error("Name a folder that does not exist yet.");
  process.exitCode = 2;
} else {
  await makeNewDatabase(folder);
}
