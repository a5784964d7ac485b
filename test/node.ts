/**
 * Node's flags for every process that a test starts. Compiles PGlite's WebAssembly only quickly: optimising it takes
 * as long as the rest of a start, and does not pay off within a test.
 */
export const nodeFlags = ["--liftoff-only"];
