// Vitest's coverage, combined with that of the programs that tests start (`coverage-of-programs.mjs`), because Vitest
// only measures its own processes. A statement is covered when either has run it.
// Written for @vitest/coverage-v8 4.1.12, which it reaches into: check it with each other version.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { allGeneratedPositionsFor, FlattenMap, LEAST_UPPER_BOUND } from "@jridgewell/trace-mapping";
import v8 from "@vitest/coverage-v8";
import { root } from "./build.mjs";

export default {
  ...v8,
  getProvider: async () => {
    const { V8CoverageProvider } = await import("@vitest/coverage-v8/dist/provider.js");
    return new (class extends V8CoverageProvider {
      initialize(vitest) {
        super.initialize(vitest);
        // Read by `test/node.ts` in the tests' processes, which start later.
        process.env.COVERAGE_OF_PROGRAMS = mkdtempSync(path.join(tmpdir(), "theatre-coverage-"));
      }

      async generateCoverage(run) {
        const coverage = await super.generateCoverage(run);
        const programs = process.env.COVERAGE_OF_PROGRAMS;
        addPrograms(coverage, readBundles(programs));
        rmSync(programs, { recursive: true, force: true });
        return coverage;
      }
    })();
  },
};

function addPrograms(coverage, bundles) {
  for (const absolute of coverage.files()) {
    const file = path.relative(root, absolute).replaceAll(path.sep, "/");
    const { data } = coverage.fileCoverageFor(absolute);
    const { statementMap, s } = data;
    // The coverage of programs is known per line only.
    Object.assign(data, { branchMap: {}, b: {}, fnMap: {}, f: {} });
    for (const [id, { start }] of Object.entries(statementMap)) {
      if (s[id] === 0 && bundles.some((bundle) => hasRun(bundle, file, start))) s[id] = 1;
    }
  }
}

/** For each bundle: its source map, and which of its characters have run. */
function readBundles(folder) {
  const bundles = new Map();
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".reached.json"))) {
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
  // Paths in the project's folder; the map has relative paths, or URLs if Next made it.
  const sources = new Map(map.sources.map((source) => [decodeURI(source ?? "").replace(/^(\.\.\/)+/, ""), source]));
  return { map, sources, lineStarts, ran: new Uint8Array(code.length) };
}

/** V8's ranges are nested, and the innermost decides. */
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
