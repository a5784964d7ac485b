import type fc from "fast-check";

/**
 * How tests with generated cases are run: `FUZZ=200000 npm run test:unit -- generated` sends that many
 * requests; `FUZZ_SEED` and `FUZZ_PATH`, which a failure prints, run the same again.
 */
const { FUZZ, FUZZ_SEED, FUZZ_PATH } = process.env;

/** Requests that a long run is to send; null in a usual run, which is short. */
export const requestsWanted = FUZZ === undefined ? null : Number(FUZZ);

/** For one test. */
export const timeoutMilliseconds = requestsWanted === null ? 60_000 : 3_600_000;

/** @param numRuns of a usual run. @param requestsPerRun about how many each sends. */
export function runOptions(
  numRuns: number,
  requestsPerRun: number,
): Pick<fc.Parameters<unknown>, "numRuns" | "seed" | "path"> {
  return {
    numRuns: requestsWanted === null ? numRuns : Math.ceil(requestsWanted / requestsPerRun),
    ...(FUZZ_SEED === undefined ? {} : { seed: Number(FUZZ_SEED) }),
    ...(FUZZ_PATH === undefined ? {} : { path: FUZZ_PATH }),
  };
}

/** A busy machine gets through fewer runs, and nobody waits longer: once the time of a usual test is over, the rest is let pass. */
export function stopwatch(seconds: number): () => boolean {
  const end = performance.now() + seconds * 1000;
  let isFirst = true;
  return () => {
    const isOver = !isFirst && requestsWanted === null && performance.now() > end;
    isFirst = false;
    return isOver;
  };
}
