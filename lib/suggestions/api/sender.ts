import "server-only";
import { createHmac } from "node:crypto";
import { dayName, utcDay } from "../../core/clock.ts";
import { networkOf } from "../../core/fair-turns.ts";
import { addressOf } from "../../http/request.ts";
import type { RequestContext } from "../../http/route.ts";
import { suggestionLimits } from "../terms.browser.ts";

/** What bounds its sender, the narrowest first, and the group of what its network sends today. */
export function senderOf({
  caller,
  request,
  infrastructure: { settings, sessionSecret, now },
}: Pick<RequestContext, "caller" | "request" | "infrastructure">) {
  const isKey = caller.startsWith("key:");
  const address = addressOf(request, settings);
  const network = networkOf(address);
  return {
    allowances: [
      isKey
        ? { subject: `${caller} suggestions`, ...suggestionLimits.key }
        : { subject: `ip:${address} suggestions`, ...suggestionLimits.address },
      { subject: `network:${network} suggestions`, ...suggestionLimits.network },
      ...(isKey ? [] : [{ subject: "strangers suggestions", ...suggestionLimits.strangers }]),
    ],
    group_id: createHmac("sha256", sessionSecret)
      .update(`suggestions ${network} ${dayName(utcDay(now()))}`)
      .digest("base64url")
      .slice(0, 16),
  };
}
