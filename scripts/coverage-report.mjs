// What `npm test` and `npm run coverage` say of the lines that no test reaches.
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { root } from "./build.mjs";
import { coveredLines } from "./covered-lines.mjs";

const folder = path.join(root, "test-results", "coverage");
const report = path.join(folder, "coverage-final.json");
export const list = path.join(folder, "untested-lines.txt");

/**
 * For one run of Vitest: its flag, the setting by which `lib/testing/node.ts` has the programs counted too, and what they
 * come to when it is over. @returns {{ flags: string[], env: Record<string, string>, read: () => string[] }}
 */
export function countLines() {
  const programs = mkdtempSync(path.join(tmpdir(), "theatre-coverage-"));
  const read = () => {
    const files = existsSync(report) ? coveredLines(report, programs) : [];
    rmSync(programs, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const folders = byFolder(files);
    writeFileSync(list, [...folders, "", ...untestedLines(files), ""].join("\n"));
    return [...folders, `The lines that no test reaches: ${path.relative(root, list)}`];
  };
  return { flags: ["--coverage"], env: { COVERAGE_OF_PROGRAMS: programs }, read };
}

/** As `lib/auth/sign-in.ts: 12, 14-18`. */
function untestedLines(files) {
  return files
    .filter(({ untested }) => untested.length > 0)
    .map(({ file, untested }) => `${file}: ${runsOf(untested).join(", ")}`)
    .sort();
}

function runsOf(lines) {
  const runs = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last?.end === line - 1) last.end = line;
    else runs.push({ start: line, end: line });
  }
  return runs.map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`));
}

/** A line for each folder of lib, and one for each other floor. */
function byFolder(files) {
  const folders = new Map();
  for (const { file, lines, untested } of files) {
    const name = folderOf(file);
    const sums = folders.get(name) ?? { lines: 0, untested: 0 };
    folders.set(name, { lines: sums.lines + lines, untested: sums.untested + untested.length });
  }
  const all = [...folders.values()].reduce(
    (one, other) => ({
      lines: one.lines + other.lines,
      untested: one.untested + other.untested,
    }),
    { lines: 0, untested: 0 },
  );
  const rows = [...[...folders].sort(([one], [other]) => (one < other ? -1 : 1)), ["all of these", all]];
  return rows.map(
    ([name, { lines, untested }]) =>
      `${name.padEnd(20)}${((100 * (lines - untested)) / Math.max(1, lines)).toFixed(1).padStart(6)} % of ${String(lines).padStart(5)} lines, ${untested} untested`,
  );
}

function folderOf(file) {
  const [top = "", second = "", more] = file.split("/");
  if (top === "lib") return more === undefined ? "lib" : `lib/${second}`;
  return top;
}
