// `npm run build`: builds everything in advance that is otherwise built on first use, for an image or another machine.
// For a start that does something else meanwhile, `node scripts/build-all.mjs pages` builds one part.
import { readdirSync } from "node:fs";
import { buildPages, bundle, generateClient, buildNewDatabase, root } from "./build.mjs";

const parts = {
  "new-database": buildNewDatabase,
  pages: () => {
    generateClient();
    buildPages();
  },
  programs: () => {
    bundle("server", "server.ts");
    const commands = readdirSync("scripts").filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
    for (const file of commands) bundle(file.slice(0, -3), `scripts/${file}`);
  },
};
process.chdir(root);
const [name] = process.argv.slice(2);
if (name !== undefined && !Object.hasOwn(parts, name)) {
  process.stderr.write(`Name a part: ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
for (const build of name === undefined ? Object.values(parts) : [parts[name]]) build();
