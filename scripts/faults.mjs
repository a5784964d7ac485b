// `npm run test:faults`: runs the tests that break a running service, and prints what its clients saw as a table.
// `npm run test:faults -- redis` runs only the files whose name contains that word.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./build.mjs";

const words = process.argv.slice(2);
const files = faultFiles().filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
const attacks = /\/(attacks|bodies|sign-in)-faults\.test\.ts$/;
const folder = mkdtempSync(path.join(tmpdir(), "theatre-faults-"));
try {
  const [alone, beside] = [files.filter((file) => attacks.test(file)), files.filter((file) => !attacks.test(file))];
  // An attack takes both processors, and what others wait meanwhile is measured.
  const tests = [...run(alone, ["--no-file-parallelism"]), ...run(beside, [])];
  const hasSeen = ({ meta, status }) => meta?.seen && status === "passed";
  printSeen(tests.filter(hasSeen));
  printPromises(tests.filter((test) => !hasSeen(test)));
  for (const { title, failureMessages } of tests.filter(({ status }) => status === "failed"))
    console.log(`\n${title}\n${failureMessages.join("\n")}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Those that `npm test` leaves out, and of its own those that record what clients saw. */
function faultFiles() {
  const recording = /\/(fault-recorder|writers)\.ts"/;
  return readdirSync(path.join(root, "lib"), { recursive: true })
    .map((file) => `lib/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => file.endsWith("-faults.test.ts") || recording.test(readFileSync(path.join(root, file), "utf8")))
    .sort();
}

/** @returns the tests of the files, as Vitest reports them. */
function run(some, flags) {
  if (some.length === 0) return [];
  const report = path.join(folder, "report.json");
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--reporter=json", `--outputFile=${report}`, ...flags, ...some];
  const env = { KILLS: "5", ...process.env };
  const ran = spawnSync(process.execPath, args, { cwd: root, env, stdio: ["ignore", "ignore", "inherit"] });
  if (ran.status !== 0) process.exitCode = 1;
  return JSON.parse(readFileSync(report, "utf8")).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map((test) => ({ ...test, file: path.relative(root, name) })),
  );
}

/** What clients saw of each fault. Tests of one fault with the same result share a row. */
function printSeen(tests) {
  console.log("| Fault | Clients saw | Slowest answer | Back after | Lost | `npx vitest run …` |");
  console.log("|---|---|--:|--:|---|---|");
  for (const { meta, file } of tests) {
    const { fault, statuses, slowestMilliseconds, backMilliseconds, kept } = meta.seen;
    const name = (status) => (status === "none" ? "no answer" : status);
    const saw = Object.entries(statuses).map(([status, count]) => `${name(status)} × ${count}`);
    const lost = kept ? `${kept.lost} of ${kept.acknowledged.toLocaleString("en-GB")} ${kept.what}` : "–";
    const times = [slowestMilliseconds, backMilliseconds].map((time) => (time === null ? "–" : duration(time)));
    console.log(`| ${[fault, saw.join(", "), ...times, lost, `\`${file}\``].join(" | ")} |`);
  }
}

/** The results of other tests, and of those that failed or did not run. */
function printPromises(tests) {
  console.log("\n| Promise | Held | Took | `npx vitest run …` |\n|---|---|--:|---|");
  for (const { ancestorTitles, title, status, duration: took, file } of tests) {
    const promise = [...ancestorTitles, title].join(": ").replaceAll("|", "\\|");
    const verdict = status === "passed" ? "yes" : status === "failed" ? "NO" : "not tried";
    console.log(`| ${promise} | ${verdict} | ${duration(took ?? 0)} | \`${file}\` |`);
  }
}

function duration(milliseconds) {
  return milliseconds < 1000 ? `${Math.ceil(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
