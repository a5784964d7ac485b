// Which lines the tests reach: in their own processes, as Vitest reports it, and in the programs that they start,
// as `coverage-of-programs.mjs` writes it down. A line is reached when either has reached it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { allGeneratedPositionsFor, FlattenMap, LEAST_UPPER_BOUND } from "@jridgewell/trace-mapping";
import { root } from "./build.mjs";

/**
 * @param {string} report Vitest's, of the kind `json`.
 * @param {string} programs the folder that the programs have written to.
 * @returns {{ file: string, lines: number, untested: number[] }[]} each source file, by its path from the project's folder.
 */
export function coveredLines(report, programs) {
  const bundles = readBundles(programs);
  return Object.values(JSON.parse(readFileSync(report, "utf8"))).map(({ path: absolute, statementMap, s }) => {
    const file = path.relative(root, absolute).replaceAll(path.sep, "/");
    const reached = new Map();
    for (const [id, { start }] of Object.entries(statementMap)) {
      if (reached.get(start.line)) continue;
      reached.set(start.line, s[id] > 0 || bundles.some((bundle) => hasRun(bundle, file, start)));
    }
    const untested = [...reached].filter(([, isReached]) => !isReached).map(([line]) => line);
    return { file, lines: reached.size, untested: untested.sort((a, b) => a - b) };
  });
}

/** One for each bundle that some program was: the way back to its sources, and which of its characters have run. */
function readBundles(folder) {
  const bundles = new Map();
  const files = existsSync(folder) ? readdirSync(folder) : [];
  for (const file of files.filter((name) => name.endsWith(".reached.json"))) {
    for (const { bundle, functions } of JSON.parse(readFileSync(path.join(folder, file), "utf8"))) {
      if (!bundles.has(bundle)) bundles.set(bundle, openBundle(path.join(folder, bundle)));
      const { ran } = bundles.get(bundle);
      counted(functions, ran.length).forEach((count, offset) => (ran[offset] |= count));
    }
  }
  return [...bundles.values()];
}

function openBundle(file) {
  const code = readFileSync(file, "utf8");
  const lineStarts = [0, ...[...code.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const map = new FlattenMap(readFileSync(`${file}.map`, "utf8"));
  // As the project's folder has them; the map goes up to it first, and writes them as addresses where Next made it.
  const sources = new Map(map.sources.map((source) => [decodeURI(source ?? "").replace(/^(\.\.\/)+/, ""), source]));
  return { map, sources, lineStarts, ran: new Uint8Array(code.length) };
}

/** V8's ranges lie in each other, and the innermost tells. */
function counted(functions, length) {
  const counts = new Uint8Array(length);
  const ranges = functions.flatMap((one) => one.ranges);
  ranges.sort((a, b) => a.startOffset - b.startOffset || b.endOffset - a.endOffset);
  for (const { startOffset, endOffset, count } of ranges) counts.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return counts;
}

function hasRun({ map, sources, lineStarts, ran }, file, { line, column }) {
  const source = sources.get(file);
  if (source === undefined) return false;
  return allGeneratedPositionsFor(map, { source, line, column, bias: LEAST_UPPER_BOUND }).some(
    (place) => ran[lineStarts[place.line - 1] + place.column] > 0,
  );
}
