import "server-only";

/** Real ones only: a database without records has no examples. */
export function exampleOf<Sample>(sample: Sample | null, show: (sample: Sample) => unknown) {
  return sample ? { example: show(sample) } : {};
}
