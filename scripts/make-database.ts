import { existsSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { makeNewDatabase } from "@/lib/db/embedded/new-database";

// A program of `npm run build`, which says where to. What is run once need not be compiled for speed.
setFlagsFromString("--liftoff-only");
const [folder] = process.argv.slice(2);
if (folder === undefined || existsSync(folder)) {
  console.error("Name a folder that is not there yet.");
  process.exitCode = 2;
} else {
  await makeNewDatabase(folder);
}
