import { randomInt } from "node:crypto";

/** A client address that no other test uses; sent through one trusted proxy. */
export function freshAddress(): string {
  return `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
}

/** Settings with which `X-Forwarded-For` names a test's client. */
export const behindProxy = { CLIENT_ADDRESS: "forwarded:1" };

export function fromAddress(address: string, headers: Record<string, string> = {}): RequestInit {
  return { headers: { "X-Forwarded-For": address, ...headers } };
}

/** The three headers as numbers. */
export function quotaOf(response: Response): { limit: number; remaining: number; reset: number } {
  const number = (name: string) => Number(response.headers.get(`x-ratelimit-${name}`) ?? Number.NaN);
  return { limit: number("limit"), remaining: number("remaining"), reset: number("reset") };
}

/** Whether the day has not ended since this call: at midnight, counts by a real clock begin anew. */
export function sameDay(): () => boolean {
  const today = () => new Date().toISOString().slice(0, 10);
  const day = today();
  return () => today() === day;
}

/** Sends concurrent requests and returns the number of each status. */
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

/** `count` descending figures: the remaining requests after each admitted one. */
export function countdown(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first - index);
}
