import type { CheckResult } from "./run.ts";

/** One line of the table, with the reason if the check did not pass. */
export function lineOf({ check, outcome, milliseconds, reason }: CheckResult): string {
  const line = `${outcome.padEnd(8)}${`${milliseconds} ms`.padStart(9)}  ${check.section}: ${check.name}`;
  if (reason === "") return line;
  return outcome === "skipped" ? `${line} (${oneLine(reason)})` : `${line}\n${" ".repeat(19)}${oneLine(reason)}`;
}

/** JUnit XML with a suite for each section of the contract. */
export function junitOf(verdicts: readonly CheckResult[]): string {
  const sections = [...new Set(verdicts.map(({ check }) => check.section))];
  const suites = sections.map((section) => {
    const own = verdicts.filter(({ check }) => check.section === section);
    return `  <testsuite name="${escaped(section)}"${counts(own)}>\n${own.map(testcase).join("\n")}\n  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="conformance"${counts(verdicts)}>\n${suites.join("\n")}\n</testsuites>\n`;
}

function testcase({ check, outcome, milliseconds, reason }: CheckResult): string {
  const opening = `    <testcase classname="${escaped(check.section)}" name="${escaped(check.name)}" time="${seconds(milliseconds)}"`;
  if (outcome === "passed") return `${opening}/>`;
  const kind = outcome === "failed" ? "failure" : "skipped";
  return `${opening}><${kind} message="${escaped(oneLine(reason))}"/></testcase>`;
}

function counts(verdicts: readonly CheckResult[]): string {
  const number = (outcome: CheckResult["outcome"]) => verdicts.filter((one) => one.outcome === outcome).length;
  const time = verdicts.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return ` tests="${verdicts.length}" failures="${number("failed")}" errors="0" skipped="${number("skipped")}" time="${seconds(time)}"`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** Escapes what a service sent, which may contain control characters and XML. */
function oneLine(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, " ");
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
}
