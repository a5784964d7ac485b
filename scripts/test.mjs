// `npm test` runs the tests in stages; `npm test -- static` (or `unit`, `browser`) runs a part, `npm run test:quick`
// what tells a mistake soonest, and `npm run test:full` everything. docs/contributing.md says what runs where. All
// stages run even if one fails. The last lines say what took the time, and count the tests of all stages.
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { headlessOptions } from "./browser.mjs";
import { generateClient, root } from "./build.mjs";
import { alone, faultPattern, onlyInFull } from "./test-files.mjs";
import { findPostgres, findRedis, missingServers } from "./services.mjs";
import { reachedLines, summarizePlaywright, summarizeVitest, timeTable, withCounts, without } from "./test-reports.mjs";

const parts = ["static", "unit", "browser"];
const given = process.argv.slice(2).filter((word) => word !== "full");
const isFull = process.argv.includes("full");
const wanted = given.length > 0 ? given : parts;
const strange = given.find((part) => ![...parts, "quick"].includes(part));
if (strange !== undefined) {
  console.error(`There is no part "${strange}" of the tests. Use ${parts.join(", ")}, quick, or no argument for all.`);
  process.exit(2);
}

const installMinutes = 5;
const reports = mkdtempSync(path.join(tmpdir(), "theatre-reports-"));
const bin = {
  knip: "node_modules/knip/bin/knip.js",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  playwright: "node_modules/@playwright/test/cli.js",
  tsc: "node_modules/typescript/bin/tsc",
  vitest: "node_modules/vitest/vitest.mjs",
};

/** The stages, in order; those of a row run two at a time, the longest first. */
const stages = [
  [
    // The unit tests start the service too, and would wait for this build during their measurements.
    { name: "build", parts: ["unit", "browser"], run: () => command("scripts/build-all.mjs", []) },
    { name: "browser's program", parts: ["browser"], run: fetchBrowser },
  ],
  [{ name: "without databases", parts: ["quick"], run: quickTests }],
  [{ name: "unit and integration", parts: ["unit"], run: unitTests }],
  // Their times are measured, so nothing else runs meanwhile.
  [{ name: "faults", parts: ["unit"], isOnlyInFull: true, run: faultTests }],
  [
    { name: "browser", parts: ["browser"], run: browserTests },
    { name: "browser, on servers", parts: ["browser"], isOnlyInFull: true, run: serverFlows },
    { name: "browser, seventh resource", parts: ["browser"], isOnlyInFull: true, run: seventhFlows },
    ...[...alone, "test/walk.test.ts"].map((file) => ({
      name: path.basename(file),
      parts: ["unit"],
      isOnlyInFull: true,
      run: () => vitest(path.basename(file), [file]),
    })),
  ],
];

/** Runs at idle priority; with normal priority where that is not available, or when a person waits for the result. */
const inSpareTime = { before: process.platform === "win32" || wanted.includes("quick") ? [] : ["nice", "-n", "19"] };

/** Static checks in the background: the stages leave some of the processor time unused. */
const besides = [
  { name: "format", parts: ["static", "quick"], run: () => command(bin.oxfmt, ["--check"], inSpareTime) },
  { name: "types and lint", parts: ["static", "quick"], run: () => command(bin.oxlint, [], inSpareTime) },
  { name: "unused code", parts: ["static"], run: () => command(bin.knip, [], inSpareTime) },
  { name: "migrations", parts: ["static"], run: () => command("scripts/run.mjs", ["db-diff", "--check"], inSpareTime) },
  // The linter checks types too, with the native compiler and in a third of the time.
  { name: "types", parts: ["static"], isOnlyInFull: true, run: () => command(bin.tsc, ["--noEmit"], inSpareTime) },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const times = { stages: [], files: [] };
// Every later stage reads it.
await carryOut({ name: "client", run: makeClient });
await Promise.all([carryOutAll(besides), inTurn(stages)]);
rmSync(reports, { recursive: true, force: true });
if (isFull && wanted.includes("unit")) console.log(reachedLines());
const table = timeTable(times.stages, times.files);
mkdirSync("test-results", { recursive: true });
writeFileSync("test-results/times.txt", `${table}\n`);
console.log(table);
if (!isFull) console.log("Not run here: other kinds of database, faults, looks, coverage: npm run test:full");
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function inTurn(rows) {
  for (const row of rows) await carryOutAll(row);
}

/** Two at a time. */
async function carryOutAll(row) {
  const waiting = row.filter(
    ({ parts: of, isOnlyInFull = false }) => of.some((part) => wanted.includes(part)) && (isFull || !isOnlyInFull),
  );
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await carryOut(next);
  };
  await Promise.all([work(), work()]);
}

async function carryOut({ name, run }) {
  const start = performance.now();
  const outcome = { passed: 0, failed: 0, skipped: 0, output: "", notes: [], files: [], ...(await attempt(run)) };
  for (const kind of Object.keys(total)) total[kind] += outcome[kind];
  const seconds = (performance.now() - start) / 1000;
  times.stages.push({ name, seconds });
  times.files.push(...outcome.files.map((file) => ({ ...file, stage: name })));
  report(name, outcome, seconds);
}

function report(name, { passed, failed, skipped, output, notes }, seconds) {
  const verdict = failed > 0 ? "FAILED" : passed === 0 && skipped > 0 ? "skipped" : "ok";
  const counts = passed > 0 ? `  (${passed} passed, ${failed} failed, ${skipped} skipped)` : "";
  if (failed > 0) console.log(output.trimEnd());
  console.log(`${verdict.padEnd(8)}${name.padEnd(22)}${seconds.toFixed(1).padStart(6)} s${counts}`);
  for (const note of notes) console.log(`        ${note}`);
}

async function attempt(run) {
  try {
    return await run();
  } catch (error) {
    return { failed: 1, output: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

async function makeClient() {
  generateClient();
  return {};
}

/** Runs one of our tools; `failed` is 1 when it fails. */
async function command(script, args, { env = {}, minutes = 60, before = [] } = {}) {
  const [program, ...rest] = [...before, process.execPath, path.join(root, script), ...args];
  const child = spawn(program, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: minutes * 60_000,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
  return { failed: code === 0 ? 0 : 1, output };
}

async function quickTests() {
  return vitest("quick", ["--config=test/quick.config.ts"]);
}

async function unitTests() {
  const excluded = isFull ? [faultPattern, ...alone] : onlyInFull;
  const flags = [...excluded.map((pattern) => `--exclude=${pattern}`), isFull ? "--coverage" : "--tags-filter=!full"];
  const env = isFull ? { TEST_DATABASES: "all" } : {};
  return without(missingServers(), await vitest("unit", flags, env));
}

/** Keeps the table of what clients saw. */
async function faultTests() {
  const ran = await command("scripts/faults.mjs", []);
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/faults.md", ran.output);
  return { ...ran, notes: ["What clients saw: test-results/faults.md"] };
}

async function vitest(name, flags, env = {}) {
  const file = path.join(reports, `${name}.json`);
  const reporting = ["--silent=passed-only", "--reporter=default", `--reporter=${root}/scripts/vitest-reporter.mjs`];
  const ran = await command(bin.vitest, ["run", ...reporting, ...flags], { env: { ...env, REPORT_FILE: file } });
  return withCounts(ran, file, summarizeVitest);
}

/** Installs a browser if there is none; the stages that need it report a failure. */
async function fetchBrowser() {
  if (!headlessOptions()) await command(bin.playwright, ["install", "chromium"], { minutes: installMinutes });
  return {};
}

async function browserTests() {
  if (!headlessOptions()) {
    return without(["no browser, and Playwright could not fetch one: apt-get install chromium"], {});
  }
  return flows("embedded", isFull ? [] : ["--grep-invert=@full"]);
}

/** All flows again, on PostgreSQL and Redis. */
async function serverFlows() {
  if (!headlessOptions()) return without(["no browser: apt-get install chromium"], {});
  if (!findPostgres() || !findRedis())
    return without(["no PostgreSQL or Redis server: apt-get install postgresql redis-server"], {});
  return flows("server", []);
}

/** On a copy of the tree that has one resource more. */
async function seventhFlows() {
  if (!headlessOptions()) return without(["no browser: apt-get install chromium"], {});
  return flows("seventh", []);
}

async function flows(project, flags) {
  const file = path.join(reports, `playwright-${project}.json`);
  const ran = await command(
    bin.playwright,
    ["test", `--project=${project}`, `--output=test-results/${project}`, "--reporter=list,json", ...flags],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
  );
  return withCounts(ran, file, summarizePlaywright);
}
