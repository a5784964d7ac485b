/**
 * For each process of ours that a test starts. PGlite's WebAssembly is compiled once and quickly: to compile what is used
 * most a second time, for speed, takes as long as the rest of a start, and a test is over before it pays.
 */
export const nodeFlags = ["--liftoff-only"];
