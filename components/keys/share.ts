/** Requests that one source may send in a day, and has sent today. */
export interface Share {
  id: string;
  name: string;
  used: number;
  limit: number;
}

const number = new Intl.NumberFormat("en-GB");

export function count(requests: number): string {
  return number.format(requests);
}

/** From 0 to 1; a limit that was lowered in the course of the day can be passed. */
export function fullness({ used, limit }: Pick<Share, "used" | "limit">): number {
  return limit <= 0 ? 1 : Math.min(1, used / limit);
}

export function sum(shares: Share[]): Share {
  return shares.reduce(
    (total, { used, limit }) => ({ ...total, used: total.used + used, limit: total.limit + limit }),
    { id: "sum", name: "All", used: 0, limit: 0 },
  );
}
