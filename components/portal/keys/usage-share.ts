/** A daily limit, and the requests so far today. */
export interface UsageShare {
  used: number;
  limit: number;
}

/** The share of a limit from which a warning is shown. */
export const nearlyFull = 0.8;

const number = new Intl.NumberFormat("en-GB");

export function formatCount(requests: number): string {
  return number.format(requests);
}

/** From 0 to 1, even if the limit was lowered below today's usage. */
export function usedFraction({ used, limit }: UsageShare): number {
  return limit <= 0 ? 1 : Math.min(1, used / limit);
}

/** A limit as people type it: `50,000` or `50 000`. Text that is no number stays as it is, for the schema to refuse. */
export function typedLimit(typed: string): unknown {
  const digits = typed.replace(/[\s,]/g, "");
  return /^\d+$/.test(digits) ? Number(digits) : typed;
}
