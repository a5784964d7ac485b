// `npm run coverage`: the unit and integration tests, faults among them, and every line that they do not reach.
// What flows run in a browser is not counted, and neither are the components.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";
import { countLines, list } from "./coverage-report.mjs";

const { flags, env, read } = countLines();
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const ran = spawnSync(process.execPath, [vitest, "run", ...flags, "--silent=passed-only", ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, ...env },
  stdio: "inherit",
});
read();
console.log(readFileSync(list, "utf8"));
process.exitCode = ran.status ?? 1;
