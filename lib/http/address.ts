import "server-only";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { Env } from "../env.ts";
import type { Call } from "./request.ts";

/** Where a request comes from. */
export function addressOf(call: Call, { TRUSTED_PROXY_HOPS }: Pick<Env, "TRUSTED_PROXY_HOPS">): string {
  return clientAddress(call.peer, call.header("x-forwarded-for"), TRUSTED_PROXY_HOPS);
}

/**
 * The client's address: the peer's, or, behind `hops` proxies of ours, the one that the
 * outermost of them saw, which stands `hops` from the right of `X-Forwarded-For`. What
 * stands further left is the client's own word and is not believed.
 */
export function clientAddress(peer: string | null, forwardedFor: string | undefined, hops: number): string {
  if (hops > 0) {
    const forwarded = forwardedFor?.split(",").at(-hops)?.trim();
    const bucket = forwarded === undefined ? null : addressBucket(withoutPort(forwarded));
    if (bucket) return bucket;
  }
  return (peer === null ? null : addressBucket(peer)) ?? "unknown";
}

/** An IPv4 address as it is, also when it is mapped into IPv6; an IPv6 address as its /64; null for anything else. */
function addressBucket(text: string): string | null {
  // Written without leading zeros, or it would be none.
  if (isIPv4(text)) return text;
  const [address = ""] = text.split("%", 1);
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`);
  return `${prefix.toString()}/64`;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? text;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text;
}
