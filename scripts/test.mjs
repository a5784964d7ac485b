// `npm test` runs all tests in stages; `npm test -- static` (or `unit`, `browser`) runs a part, and `npm run test:quick`
// what tells a mistake soonest. All stages run even if one fails. The last line counts the tests of all stages.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { headlessOptions } from "./browser.mjs";
import { generateClient, root } from "./build.mjs";
import { faultFiles, excludedPattern, standaloneTestFile } from "./fault-test-files.mjs";
import { findPostgres, findRedis } from "./services.mjs";
import { reachedLines, summarizePlaywright, summarizeVitest } from "./test-reports.mjs";

const parts = ["static", "unit", "browser"];
const given = process.argv.slice(2);
const wanted = given.length > 0 ? given : parts;
const strange = given.find((part) => ![...parts, "quick"].includes(part));
if (strange !== undefined) {
  console.error(`There is no part "${strange}" of the tests. Use ${parts.join(", ")}, quick, or no argument for all.`);
  process.exit(2);
}

/** In CI a missing program is a failure; elsewhere its tests are reported as skipped. */
const isCi = Boolean(process.env.CI) && process.env.CI !== "false";
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

/** The stages, in order; those that leave a processor idle run two at a time, the longest first. */
const stages = [
  [
    // The unit tests start the service too, and would wait for this build during their measurements.
    { name: "build", parts: ["unit", "browser"], run: () => command("scripts/build-all.mjs", []) },
    { name: "browser's program", parts: ["browser"], run: fetchBrowser },
  ],
  [{ name: "without databases", parts: ["quick"], run: quickTests }],
  [{ name: "unit and integration", parts: ["unit"], run: unitTests }],
  [
    { name: "browser", parts: ["browser"], run: browserTests },
    { name: "browser, on servers", parts: ["browser"], run: serverFlows },
    { name: "browser, seventh noun", parts: ["browser"], run: seventhFlows },
    // The test reads V8's coverage, so it cannot run in the stage that measures coverage.
    { name: "another host", parts: ["unit"], run: () => oneFile(standaloneTestFile) },
    ...(isCi ? [{ name: "files of a GET", parts: ["unit"], run: () => oneFile("lib/testing/walk.test.ts") }] : []),
  ],
];

/** Runs at idle priority; with normal priority where that is not available, or when a person waits for the result. */
const inSpareTime = { before: process.platform === "win32" || wanted.includes("quick") ? [] : ["nice", "-n", "19"] };

/** Static checks in the background: the stages leave an eighth of the processor time unused. */
const besides = [
  { name: "types", parts: ["static", "quick"], run: () => command(bin.tsc, ["--noEmit"], inSpareTime) },
  { name: "format", parts: ["static", "quick"], run: () => command(bin.oxfmt, ["--check"], inSpareTime) },
  { name: "lint", parts: ["static", "quick"], run: () => command(bin.oxlint, [], inSpareTime) },
  { name: "unused code", parts: ["static"], run: () => command(bin.knip, [], inSpareTime) },
  { name: "migrations", parts: ["static"], run: () => command("scripts/run.mjs", ["db-diff", "--check"], inSpareTime) },
];

const total = { passed: 0, failed: 0, skipped: 0 };
// Every later stage reads it.
await carryOut({ name: "client", run: makeClient });
await Promise.all([carryOutAll(besides), inTurn(stages)]);
rmSync(reports, { recursive: true, force: true });
if (wanted.includes("unit")) {
  console.log(isCi ? reachedLines() : "not measured here: coverage, npm run coverage");
  console.log(`not run here: ${faultFiles().length} files of fault tests, npm run test:faults`);
}
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function inTurn(rows) {
  for (const row of rows) await carryOutAll(row);
}

/** Two at a time. */
async function carryOutAll(row) {
  const waiting = row.filter(({ parts: of }) => of.some((part) => wanted.includes(part)));
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await carryOut(next);
  };
  await Promise.all([work(), work()]);
}

async function carryOut({ name, run }) {
  const start = performance.now();
  const outcome = { passed: 0, failed: 0, skipped: 0, output: "", notes: [], ...(await attempt(run)) };
  for (const kind of Object.keys(total)) total[kind] += outcome[kind];
  report(name, outcome, (performance.now() - start) / 1000);
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
  return vitest("quick", ["--config=lib/testing/quick.config.ts"]);
}

async function unitTests() {
  const missing = [
    [findPostgres(), "no PostgreSQL server: apt-get install postgresql"],
    [findRedis(), "no Redis server: apt-get install redis-server"],
  ].flatMap(([found, note]) => (found ? [] : [note]));

  const flags = [
    `--exclude=${excludedPattern}`,
    `--exclude=${standaloneTestFile}`,
    // Coverage would take a tenth more time, so it is measured separately.
    ...(isCi ? ["--coverage"] : []),
  ];
  return without(missing, await vitest("unit", flags));
}

function oneFile(test) {
  return vitest(path.basename(test), [test]);
}

async function vitest(name, flags) {
  const file = path.join(reports, `${name}.json`);
  const reporting = ["--silent=passed-only", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return withCounts(await command(bin.vitest, ["run", ...reporting, ...flags]), file, summarizeVitest);
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
  return flows("embedded", []);
}

/**
 * The flows that write and count most, on PostgreSQL and Redis. `npm run e2e:server` runs all flows there every
 * night.
 */
async function serverFlows() {
  if (!headlessOptions()) return without(["no browser: apt-get install chromium"], {});
  if (!findPostgres() || !findRedis())
    return without(["no PostgreSQL or Redis server: apt-get install postgresql redis-server"], {});
  // For so few flows, starting a second service takes longer than it saves.
  return flows("server", ["--grep=@writing", "--workers=1"]);
}

/** On a copy of the tree that has one noun more. */
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

/** A run that fails outside of its tests counts as a failure. */
function withCounts(ran, file, count) {
  const counts = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : {};
  return { ...ran, ...counts, failed: Math.max(counts.failed ?? 0, ran.failed) };
}

function without(missing, outcome) {
  const kind = isCi ? "failed" : "skipped";
  const notes = missing.map((what) => `${isCi ? "missing" : "not tested"}: ${what}`);
  return {
    ...outcome,
    [kind]: (outcome[kind] ?? 0) + missing.length,
    notes: [...notes, ...(outcome.notes ?? [])],
    output: outcome.output ?? "",
  };
}
