// Runs one of our TypeScript programs: `node scripts/run.mjs server`, or a command such as `db-migrate`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { arePagesBuilt, bundle, generateClient, hasNewDatabase, root } from "./build.mjs";
import { loadEnvFilesOrExit } from "./env-files.mjs";
import { refuseArguments } from "./refuse-arguments.mjs";

const [name = ""] = process.argv.splice(2, 1);
const entry = name === "server" ? "server.ts" : `scripts/${name}.ts`;
if (!/^[a-z-]+$/.test(name) || !existsSync(path.join(root, entry))) {
  process.stderr.write(`There is no program "${name}". package.json lists the programs.\n`);
  process.exit(2);
}
if (name === "server") refuseArguments("npm start");

process.chdir(root);
loadEnvFilesOrExit();
const database = name === "server" ? makeNewDatabase() : null;
generateClient();
const program = bundle(name, entry);
if (name === "server") {
  process.env.NODE_ENV ??= "production";
  if (!arePagesBuilt()) process.argv.push("--build-pages");
}
await database;
await import(pathToFileURL(program).href);

/** On a first start, beside the other builds. A failure does not matter: the service makes its own database then. */
async function makeNewDatabase() {
  if (process.env.DATABASE_URL || hasNewDatabase()) return;
  await once(spawn(process.execPath, ["scripts/build-all.mjs", "new-database"], { stdio: "ignore" }), "close");
}
