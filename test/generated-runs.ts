import type fc from "fast-check";

/**
 * Settings for tests with generated cases. `FUZZ=200000 npm run test:unit -- generated` sends that many requests;
 * `FUZZ_SEED` and `FUZZ_PATH`, which a failure prints, repeat a run.
 */
const { FUZZ, FUZZ_SEED, FUZZ_PATH } = process.env;

/** The number of requests of a long run; null in a usual, short run. */
export const requestsWanted = FUZZ === undefined ? null : Number(FUZZ);

/** The timeout of one test. */
export const timeoutMilliseconds = requestsWanted === null ? 60_000 : 3_600_000;

/** @param numRuns in a usual run. @param requestsPerRun approximate number of requests in each. */
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
