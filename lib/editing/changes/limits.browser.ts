/** Limits of `POST /changes`, whose body is larger than any other. Safe for the browser. */
export const maxChanges = 5_000;
export const maxChangesBytes = 8 * 1024 * 1024;

/** For people. */
export const batchLimits = `at most ${maxChanges.toLocaleString("en-GB")} changes and ${maxChangesBytes / 1024 ** 2} MiB, 64 KiB a change`;
