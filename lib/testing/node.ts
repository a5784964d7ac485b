import path from "node:path";
import { pathToFileURL } from "node:url";

/** Where programs write which of their lines have run; set while coverage is measured. */
const counted = process.env["COVERAGE_OF_PROGRAMS"];

/**
 * For each process of ours that a test starts. PGlite's WebAssembly is compiled once and quickly: to compile what is used
 * most a second time, for speed, takes as long as the rest of a start, and a test is over before it pays.
 */
export const nodeFlags = [
  "--liftoff-only",
  ...(counted
    ? ["--import", `${pathToFileURL(path.resolve("scripts/coverage-of-programs.mjs")).href}?to=${counted}`]
    : []),
];
