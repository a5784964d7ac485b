import "server-only";
import type { RequestSource } from "../auth/source.ts";
import type { Env } from "../env.ts";
import { clientAddress } from "./address.ts";
import type { Call } from "./call.ts";

/** Where a request comes from, as limits and the security log have it. */
export function requestSource(call: Call, { TRUSTED_PROXY_HOPS }: Pick<Env, "TRUSTED_PROXY_HOPS">): RequestSource {
  return {
    address: clientAddress(call.peer, call.header("x-forwarded-for"), TRUSTED_PROXY_HOPS),
    userAgent: call.header("user-agent") ?? null,
  };
}
