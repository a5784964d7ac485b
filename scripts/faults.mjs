// `npm run test:faults`: the tests that do harm to a running service, by themselves, and what came of each as a table.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./build.mjs";

const harmful =
  /(?:^|\/)(?:[\w-]*faults?|killed|gone|paused|own-writes|midnight|processes|start|request-log)\.test\.ts$/;
const files = readdirSync(path.join(root, "lib"), { recursive: true })
  .map((file) => path.join("lib", file))
  .filter((file) => harmful.test(file.replaceAll(path.sep, "/")))
  .sort();
const folder = mkdtempSync(path.join(tmpdir(), "theatre-faults-"));
const report = path.join(folder, "report.json");
const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
const ran = spawnSync(process.execPath, [vitest, "run", "--reporter=json", `--outputFile=${report}`, ...files], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
try {
  printTable(JSON.parse(readFileSync(report, "utf8")).testResults);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = ran.status ?? 1;

function printTable(results) {
  console.log("| fault, and what is promised | held | took | command |\n|---|---|--:|---|");
  for (const { name, assertionResults } of results) {
    const command = `npx vitest run ${path.relative(root, name)}`;
    for (const { ancestorTitles, title, status, duration } of assertionResults) {
      const promise = [...ancestorTitles, title].join(": ").replaceAll("|", "\\|");
      const verdict = status === "passed" ? "yes" : status === "failed" ? "NO" : "not tried";
      console.log(`| ${promise} | ${verdict} | ${((duration ?? 0) / 1000).toFixed(1)} s | \`${command}\` |`);
    }
  }
}
