// Summarises the tests' JSON reports: how many passed, failed and were skipped, and which need attention.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./build.mjs";

export function summarizeVitest({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
    notes: skippedFiles(testResults),
  };
}

export function summarizePlaywright({ stats, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    notes: [
      ...flowsThatWere("flaky", suites).map(({ title }) => `passed only on retry: ${title}`),
      ...flowsThatWere("skipped", suites).map(({ title, why }) => `skipped: ${title} (${why})`),
    ],
  };
}

/** A line for each file with skipped tests; the tests' names say what they need. */
function skippedFiles(files) {
  return files.flatMap(({ name, assertionResults }) => {
    const skipped = assertionResults.filter(({ status }) => status !== "passed" && status !== "failed");
    const [first] = skipped;
    return first ? [`skipped: ${skipped.length} of ${path.relative(root, name)}, such as: ${first.fullName}`] : [];
  });
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
