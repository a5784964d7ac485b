import "server-only";
import type { AppError } from "../core/errors.ts";
import { networkOf } from "../core/fair-turns.ts";
import type { Infrastructure } from "../infrastructure.ts";
import { takeOfMinute } from "./rate-limit/allowance.ts";
import { addressOf } from "./request.ts";
import type { HttpRequest } from "./route.ts";

/** Operations by which a person gets in are not counted on the day (contract §3), so a minute bounds each of them. */
const perMinute = { address: 60, network: 240 };

/** For the description of such an operation. */
export const entryNote = `It is free, also when no requests are left: one IP address may send it ${perMinute.address} times a minute, and a network (/24, or /48 for IPv6) ${perMinute.network} times (429).`;

/** Counts before the body is read, so that bad input counts too. @returns the 429 when the minute is used up. */
export async function countEntry(
  request: HttpRequest,
  infrastructure: Pick<Infrastructure, "settings" | "limiter" | "now">,
): Promise<AppError | null> {
  const address = addressOf(request, infrastructure.settings);
  const count = (from: string, whose: string, limit: number) => {
    const message = `At most ${limit} a minute of these requests are answered for one ${whose}. Wait a minute, then try again.`;
    return takeOfMinute(infrastructure, { subject: `ip:${from} ${request.route?.path}`, limit, message });
  };
  // One after the other, so that an address that has used up its minute takes nothing from its neighbours'.
  const { refusal } = await count(address, "IP address", perMinute.address);
  return refusal ?? (await count(networkOf(address), "network", perMinute.network)).refusal;
}
