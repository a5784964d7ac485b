// `npm run build`: builds everything in advance that is otherwise built on first use, for an image or another machine.
import { readdirSync } from "node:fs";
import { buildPages, bundle, generateClient, buildNewDatabase, root } from "./build.mjs";

process.chdir(root);
generateClient();
buildNewDatabase();
buildPages();
bundle("server", "server.ts");
const commands = readdirSync("scripts").filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
for (const file of commands) bundle(file.slice(0, -3), `scripts/${file}`);
