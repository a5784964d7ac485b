import path from "node:path";
import { pathToFileURL } from "node:url";

/** The folder for the coverage of programs; set while coverage is measured. */
const counted = process.env["COVERAGE_OF_PROGRAMS"];

/**
 * Node's flags for every process that a test starts. Compiles PGlite's WebAssembly only quickly: optimising it takes
 * as long as the rest of a start, and does not pay off within a test.
 */
export const nodeFlags = [
  "--liftoff-only",
  ...(counted
    ? ["--import", `${pathToFileURL(path.resolve("scripts/coverage-of-programs.mjs")).href}?to=${counted}`]
    : []),
];
