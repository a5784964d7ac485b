import "server-only";
import type { RequestSource } from "../auth/source.ts";
import type { Env } from "../env.ts";
import { addressOf } from "./address.ts";
import type { Call } from "./request.ts";

/** Where a request comes from, as limits and the security log have it. */
export function requestSource(call: Call, settings: Pick<Env, "TRUSTED_PROXY_HOPS">): RequestSource {
  return { address: addressOf(call, settings), userAgent: call.header("user-agent") ?? null };
}
