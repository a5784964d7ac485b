// Runs one of our TypeScript programs: `node scripts/run.mjs server`, or a command such as `db-migrate`.
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { buildPages, bundle, generateClient, root } from "./build.mjs";
import { refuseArguments } from "./refuse-arguments.mjs";

const [name = ""] = process.argv.splice(2, 1);
const entry = name === "server" ? "server.ts" : `scripts/${name}.ts`;
if (!/^[a-z-]+$/.test(name) || !existsSync(path.join(root, entry))) {
  process.stderr.write(`There is no program "${name}". package.json lists the programs.\n`);
  process.exit(2);
}
// Checked before the pages are built, which takes a minute.
if (name === "server") refuseArguments("npm start");

process.chdir(root);
generateClient();
if (name === "server") {
  process.env.NODE_ENV ??= "production";
  buildPages();
}
await import(pathToFileURL(bundle(name, entry)).href);
