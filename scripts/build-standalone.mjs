// `npm run build:standalone`: builds the folder that another host runs with `node server.js`, and prints its size.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { generateClient, root } from "./build.mjs";
import { refuseArguments } from "./refuse-arguments.mjs";
import { buildStandalone } from "./standalone.mjs";

refuseArguments("npm run build:standalone");
process.chdir(root);
generateClient();
const folder = buildStandalone();
const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
console.log(
  `${path.relative(root, folder)}: ${files.length} files, ${Math.round(bytes / 1e6)} MB. Copy it, and run: node server.js`,
);
