// Builds one part, for a start that does something else meanwhile: `node scripts/build-part.mjs pages`.
import { buildNewDatabase, buildPages, generateClient } from "./build.mjs";

const parts = {
  "new-database": buildNewDatabase,
  pages: () => {
    generateClient();
    buildPages();
  },
};
const build = parts[process.argv[2]];
if (!build) {
  process.stderr.write(`Name a part: ${Object.keys(parts).join(", ")}.\n`);
  process.exit(2);
}
build();
