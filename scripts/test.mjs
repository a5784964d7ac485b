// `npm test` runs the tests in stages; `npm test -- static` (or `unit`, `browser`) runs a part, `npm run test:quick`
// what tells a mistake soonest, and `npm run test:full` everything. docs/contributing.md says what runs where. All
// stages run even if one fails. The last lines say what took the time, and count the tests of all stages.
import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { headlessOptions } from "./browser.mjs";
import { generateClient, root } from "./build.mjs";
import { findPostgres, findRedis, missingServers } from "./services.mjs";

const parts = ["static", "unit", "browser"];
const words = process.argv.slice(2).filter((word) => word !== "full");
const isFull = process.argv.includes("full");
const wanted = words.length > 0 ? words : parts;
const strange = words.find((part) => ![...parts, "quick"].includes(part));
if (strange !== undefined) {
  console.error(`There is no part "${strange}" of the tests. Use ${parts.join(", ")}, quick, or no argument for all.`);
  process.exit(2);
}

/** In CI a missing program is a failure; elsewhere its tests are reported as skipped. */
const isCi = Boolean(process.env.CI) && process.env.CI !== "false";
const reports = mkdtempSync(path.join(tmpdir(), "theatre-reports-"));
const bin = {
  knip: "node_modules/knip/bin/knip.js",
  oxfmt: "node_modules/oxfmt/bin/oxfmt",
  oxlint: "node_modules/oxlint/bin/oxlint",
  playwright: "node_modules/@playwright/test/cli.js",
  tsc: "node_modules/typescript/bin/tsc",
  vitest: "node_modules/vitest/vitest.mjs",
};

/** Each builds the service a second time. */
const builders = ["scripts/standalone-host.test.ts", "test/seventh-resource.test.ts"];
/** V8 counts what has run for one client at a time, so that this test would stop the coverage of the others. */
const counter = "test/walk.test.ts";

/** The stages, in order; those of a row run two at a time, the longest first. */
const stages = [
  // The unit tests start the service too, and would wait for this build during their measurements.
  [{ name: "build", parts: ["unit", "browser"], run: () => command("scripts/build-all.mjs") }],
  [{ name: "without databases", parts: ["quick"], run: () => vitest("quick", ["--config=test/quick.config.ts"]) }],
  [{ name: "unit and integration", parts: ["unit"], run: unitTests }],
  // Their times are measured, so nothing else runs meanwhile, and no static check either.
  [{ name: "faults", parts: ["unit"], isOnlyInFull: true, run: async () => checks.then(faultTests) }],
  [
    { name: "browser", parts: ["browser"], run: () => flows("embedded", isFull ? [] : ["--grep-invert=@full"]) },
    { name: "browser, on servers", parts: ["browser"], isOnlyInFull: true, run: serverFlows },
    { name: "browser, seventh resource", parts: ["browser"], isOnlyInFull: true, run: () => flows("seventh", []) },
    ...[...builders, counter].map((file) => {
      const name = path.basename(file);
      return { name, parts: ["unit"], isOnlyInFull: true, run: () => vitest(name, [file]) };
    }),
  ],
];

/** Static checks in the background: the stages leave some of the processor time unused. */
const besides = [
  check("format", ["static", "quick"], bin.oxfmt, ["--check"]),
  // Its checker of types collects no garbage below the limit: that took a third of its time and saved a tenth of its memory.
  check("types and lint", ["static", "quick"], bin.oxlint, [], { GOGC: "off", GOMEMLIMIT: "4GiB" }),
  check("unused code", ["static"], bin.knip),
  check("migrations", ["static"], "scripts/run.mjs", ["db-diff", "--check"]),
  // The linter checks types too, with the native compiler and in a third of the time.
  { ...check("types", ["static"], bin.tsc, ["--noEmit"]), isOnlyInFull: true },
];

const total = { passed: 0, failed: 0, skipped: 0 };
const lines = ["Processor seconds and seconds of each stage:"];
const dearest = [];
// Every later stage reads it.
await carryOut({ name: "client", run: async () => generateClient() });
const checks = carryOutTwoAtATime(besides);
for (const row of stages) await carryOutTwoAtATime(row);
await checks;
rmSync(reports, { recursive: true, force: true });
dearest.sort((a, b) => b.seconds - a.seconds);
if (dearest.length > 0)
  lines.push("The test files with most processor seconds, without those of PostgreSQL and Redis:");
lines.push(...dearest.slice(0, 20).map(({ file, seconds }) => `${inColumn(seconds)}  ${file}`));
mkdirSync("test-results", { recursive: true });
writeFileSync("test-results/times.txt", `${lines.join("\n")}\n`);
console.log(lines.join("\n"));
if (!isFull) console.log("Not run here: other kinds of database, faults, looks, coverage: npm run test:full");
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exitCode = total.failed > 0 ? 1 : 0;

async function carryOutTwoAtATime(row) {
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
  const ran = await run().catch((error) => ({ failed: 1, output: error.stack ?? String(error) }));
  const { passed = 0, failed = 0, skipped = 0, output = "", notes = [], files = [], processor = null } = ran ?? {};
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  dearest.push(...files);
  const time = inColumn(processor) + inColumn((performance.now() - start) / 1000);
  lines.push(`${time}  ${name}`);
  const verdict = failed > 0 ? "FAILED" : passed === 0 && skipped > 0 ? "skipped" : "ok";
  const counts = passed > 0 ? `  (${passed} passed, ${failed} failed, ${skipped} skipped)` : "";
  if (failed > 0) console.log(output.trimEnd());
  console.log(`${verdict.padEnd(8)}${name.padEnd(26)}${time} s${counts}`);
  for (const note of notes) console.log(`        ${note}`);
}

function inColumn(seconds) {
  return (seconds?.toFixed(1) ?? "").padStart(8);
}

/** A static check, at idle priority unless a person waits for it. */
function check(name, of, script, args = [], env = {}) {
  const before = process.platform === "win32" || wanted.includes("quick") ? [] : ["nice", "-n", "19"];
  return { name, parts: of, run: () => command(script, args, { before, env }) };
}

/** Runs one of our tools; `failed` is 1 when it fails. `processor`: the seconds of all processes that it has waited for. */
async function command(script, args = [], { env = {}, before = [] } = {}) {
  const line = [...before, process.execPath, path.join(root, script), ...args];
  // Node can't ask for the time of one child and its children, a shell can.
  const [program, ...rest] =
    process.platform === "win32" ? line : ["sh", "-c", '"$@"; ended=$?; times >&3; exit $ended', "sh", ...line];
  const stdio = ["ignore", "pipe", "pipe", "pipe"];
  const child = spawn(program, rest, { cwd: root, env: { ...process.env, ...env }, stdio });
  let [output, times] = ["", ""];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (output += text));
  child.stdio[3].setEncoding("utf8").on("data", (text) => (times += text));
  const code = await new Promise((resolve) => child.once("error", () => resolve(1)).once("close", resolve));
  let processor = null;
  for (const [, minutes, seconds] of times.matchAll(/(\d+)m([\d.,]+)s/g))
    processor += minutes * 60 + Number(seconds.replace(",", "."));
  return { failed: code === 0 ? 0 : 1, output, processor };
}

/** In random order, because services and databases are shared: a test may find nothing that another file has left. */
async function unitTests() {
  const order = ["--sequence.shuffle.files", `--sequence.seed=${randomInt(2 ** 31)}`];
  const excluded = ["**/*-faults.test.ts", ...builders, ...(isFull ? [counter] : [])];
  const flags = excluded.map((file) => `--exclude=${file}`);
  flags.push(...order, isFull ? "--coverage" : "--tags-filter=!full");
  const ran = await vitest("unit", flags, isFull ? { TEST_DATABASES: "all" } : {});
  const coverage = isFull ? ["Coverage: test-results/coverage/untested-lines.txt"] : [];
  return without(missingServers(), { ...ran, notes: [...ran.notes, order.join(" "), ...coverage] });
}

/** Keeps the table of what clients saw. Other files that record it ran among the unit tests. */
async function faultTests() {
  const ran = await command("scripts/faults.mjs", ["-faults"]);
  mkdirSync("test-results", { recursive: true });
  writeFileSync("test-results/faults.md", ran.output);
  return { ...ran, notes: ["What clients saw: test-results/faults.md"] };
}

async function vitest(name, flags, env = {}) {
  const reporting = ["--silent=passed-only", "--reporter=default", `--reporter=${root}/scripts/test-reporter.mjs`];
  return reported(name, bin.vitest, ["run", ...reporting, ...flags], env);
}

/** The flows of `npm test` again, on PostgreSQL and Redis: what the others look at does not come from where data are. */
async function serverFlows() {
  if (findPostgres() && findRedis()) return flows("server", ["--grep-invert=@full"]);
  return without(["no PostgreSQL or Redis server: apt-get install postgresql redis-server"], {});
}

/** Installs a browser if there is none. */
async function flows(project, flags) {
  if (!headlessOptions()) await command(bin.playwright, ["install", "chromium"]);
  if (!headlessOptions())
    return without(["no browser, and Playwright could not fetch one: apt-get install chromium"], {});
  const output = [`--output=test-results/${project}`, "--reporter=list,./scripts/test-reporter.mjs"];
  return reported(project, bin.playwright, ["test", `--project=${project}`, ...output, ...flags], {});
}

/** Runs tests, and reads what `test-reporter.mjs` wrote. A run that fails outside of its tests counts as a failure. */
async function reported(name, script, args, env) {
  const file = path.join(reports, `${name}.json`);
  const ran = await command(script, args, { env: { ...env, REPORT_FILE: file } });
  const { tests, files } = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : { tests: [], files: [] };
  const count = (wantedState) => tests.filter(({ state }) => state === wantedState).length;
  const [passed, failed] = [count("passed"), count("failed")];
  const skipped = tests.filter(({ state }) => state !== "passed" && state !== "failed");
  const notes = [
    ...tests.filter(({ isFlaky }) => isFlaky).map((test) => `passed only on retry: ${test.name}`),
    // The tests' names say what they need.
    ...[...new Set(skipped.map((test) => test.file))].map((testFile) => {
      const ofFile = skipped.filter((test) => test.file === testFile);
      return `skipped: ${ofFile.length} of ${testFile}, such as: ${ofFile[0].name}`;
    }),
  ];
  return { ...ran, passed, failed: Math.max(failed, ran.failed), skipped: skipped.length, notes, files };
}

/** Notes what could not be tested because it is `missing`. */
function without(missing, outcome) {
  const kind = isCi ? "failed" : "skipped";
  const notes = missing.map((what) => `${isCi ? "missing" : "not tested"}: ${what}`);
  return { ...outcome, [kind]: (outcome[kind] ?? 0) + missing.length, notes: [...notes, ...(outcome.notes ?? [])] };
}
