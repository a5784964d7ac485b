// Summarises the tests' reports: how many passed, failed and were skipped, which need attention, and what took the time.
import { existsSync, readFileSync } from "node:fs";

/** @param files what `vitest-reporter.mjs` wrote. */
export function summarizeVitest(files) {
  const states = files.flatMap(({ tests }) => tests.map(({ state }) => state));
  const count = (wanted) => states.filter((state) => state === wanted).length;
  const passed = count("passed");
  const failed = count("failed");
  const flaky = files.flatMap(({ tests }) => tests.filter(({ isFlaky }) => isFlaky));
  const notes = [...flaky.map(({ name }) => `passed only on retry: ${name}`), ...files.flatMap(skippedTests)];
  return { passed, failed, skipped: states.length - passed - failed, files, notes };
}

/** @param report Playwright's JSON. */
export function summarizePlaywright({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    files: suites.map((suite) => ({ file: `e2e/${suite.file}`, seconds: secondsOf(suite) })),
    notes: [
      ...flowsThatWere("flaky", suites).map(({ title }) => `passed only on retry: ${title}`),
      ...flowsThatWere("skipped", suites).map(({ title, why }) => `skipped: ${title} (${why})`),
    ],
  };
}

/** What took the time: the seconds of each stage, and the slowest files with their hooks. */
export function timeTable(stages, files) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, 20);
  const rows = (list) => list.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(8)} s  ${name}`);
  return [
    "Seconds of each stage:",
    ...rows(stages),
    "The slowest files:",
    ...rows(slowest.map(({ file, stage, seconds }) => ({ name: `${file} (${stage})`, seconds }))),
  ].join("\n");
}

/** A line for a file with skipped tests; the tests' names say what they need. */
function skippedTests({ file, tests }) {
  const skipped = tests.filter(({ state }) => state !== "passed" && state !== "failed");
  return skipped.length > 0 ? [`skipped: ${skipped.length} of ${file}, such as: ${skipped[0].name}`] : [];
}

function secondsOf({ suites = [], specs = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  const own = results.reduce((sum, { duration }) => sum + duration / 1000, 0);
  return suites.reduce((sum, inner) => sum + secondsOf(inner), own);
}

/** The flows with this result, with the reason if given, from Playwright's nested report. */
function flowsThatWere(wanted, suites) {
  return suites.flatMap(({ suites: inner = [], specs = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ annotations }) => ({ title, why: annotations.map(({ description }) => description).join(", ") })),
    ),
    ...flowsThatWere(wanted, inner),
  ]);
}

/** The coverage by folder, and where the uncovered lines are listed. */
export function reachedLines() {
  const list = "test-results/coverage/untested-lines.txt";
  const table = existsSync(list) ? readFileSync(list, "utf8") : "";
  const rows = table.split("\n").filter((row) => /^ ?[^ -]/.test(row));
  // Drops the last column, which is empty here and as wide as the longest list of lines.
  const folders = rows.map((row) => row.slice(0, row.lastIndexOf("|")));
  return [...folders, `Uncovered lines: ${list}`].join("\n");
}

/** In CI a missing program is a failure; elsewhere its tests are reported as skipped. */
const isCi = Boolean(process.env.CI) && process.env.CI !== "false";

/** A run that fails outside of its tests counts as a failure. */
export function withCounts(ran, file, count) {
  const counts = existsSync(file) ? count(JSON.parse(readFileSync(file, "utf8"))) : {};
  return { ...ran, ...counts, failed: Math.max(counts.failed ?? 0, ran.failed) };
}

/** Notes what could not be tested because it is `missing`. */
export function without(missing, outcome) {
  const kind = isCi ? "failed" : "skipped";
  const notes = missing.map((what) => `${isCi ? "missing" : "not tested"}: ${what}`);
  return {
    ...outcome,
    [kind]: (outcome[kind] ?? 0) + missing.length,
    notes: [...notes, ...(outcome.notes ?? [])],
    output: outcome.output ?? "",
  };
}
