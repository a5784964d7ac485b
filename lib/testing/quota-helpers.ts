import { randomInt } from "node:crypto";

/** An address that no other test counts on; behind one proxy of ours it is the caller's. */
export function freshAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** Settings under which a test's caller is whoever `X-Forwarded-For` says. */
export const behindProxy = { TRUSTED_PROXY_HOPS: "1" };

export function fromAddress(address: string, headers: Record<string, string> = {}): RequestInit {
  return { headers: { "X-Forwarded-For": address, ...headers } };
}

/** The three headers as numbers. */
export function quotaOf(response: Response): { limit: number; remaining: number; reset: number } {
  const number = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return { limit: number("limit"), remaining: number("remaining"), reset: number("reset") };
}

/** Sends requests at once and tells who passed. */
export async function burst(
  times: number,
  ask: (index: number) => Promise<Response>,
): Promise<{ statuses: Record<number, number>; remaining: number[] }> {
  const responses = await Promise.all(Array.from({ length: times }, (_, index) => ask(index)));
  await Promise.all(responses.map((response) => response.arrayBuffer()));
  const statuses: Record<number, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  const passed = responses.filter(({ status }) => status === 200);
  return { statuses, remaining: passed.map((response) => quotaOf(response).remaining).sort((a, b) => b - a) };
}

/** `count` figures downwards: what is left after each of the requests that pass. */
export function countdown(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first - index);
}
