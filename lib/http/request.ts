import "server-only";
import { randomUUID } from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { RequestSource } from "../auth/source.ts";
import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { HttpRequest, ResolvedTarget } from "./route.ts";
import type { Router } from "./router.ts";

/** A request as an adapter receives it. Defaults: no peer, no body, no defect, and a client that is still connected. */
interface RawRequest
  extends
    Pick<HttpRequest, "method" | "header">,
    Partial<Omit<HttpRequest, "method" | "header" | keyof ResolvedTarget>> {
  /** As sent (RFC 9112 §3.2). */
  target: string;
}

/** Creates every request of the service, so that all adapters apply the same checks: broken percent-encoding is 400 (RFC 3986 §2.1). */
export function createRequest(received: RawRequest, router: Router): HttpRequest {
  const { method, header, peer = null, readBody = noBody, isGone = neverGone, defect = null } = received;
  const { target, owner, route, params } = router(received.target);
  return {
    method,
    target,
    owner,
    route,
    params,
    header,
    peer,
    readBody,
    isGone,
    defect: defect ?? (target.isWellFormed ? null : new AppError("bad_request")),
  };
}

const emptyBody = Buffer.alloc(0);
const noBody = async () => emptyBody;
const neverGone = () => false;

/** Keeps the caller's request id if it is well formed and contains no API key, so that logs can be joined; else creates one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && /^[\w.-]{8,128}$/.test(given) && !given.includes("tl_live_") ? given : randomUUID();
}

/** The source of a request, for limits and the security log. */
export function requestSource(request: HttpRequest, settings: Pick<Env, "TRUSTED_PROXY_HOPS">): RequestSource {
  return { address: addressOf(request, settings), userAgent: request.header("user-agent") ?? null };
}

/** The client address of a request; see `clientAddress`. */
export function addressOf(request: HttpRequest, { TRUSTED_PROXY_HOPS }: Pick<Env, "TRUSTED_PROXY_HOPS">): string {
  return clientAddress(request.peer, request.header("x-forwarded-for"), TRUSTED_PROXY_HOPS);
}

/**
 * The client's address: the peer, or, behind `hops` trusted proxies, the address that the outermost proxy saw, which is
 * entry `hops` from the right of `X-Forwarded-For`. Clients can forge the entries further left, so they are ignored.
 *
 * @returns an IPv4 address, an IPv6 /64 prefix, or `unknown`.
 */
export function clientAddress(peer: string | null, forwardedFor: string | undefined, hops: number): string {
  if (hops > 0) {
    const forwarded = forwardedFor?.split(",").at(-hops)?.trim();
    const bucket = forwarded === undefined ? null : addressBucket(withoutPort(forwarded));
    if (bucket) return bucket;
  }
  return (peer === null ? null : addressBucket(peer)) ?? "unknown";
}

/** Returns an IPv4 address (also one mapped into IPv6) unchanged, an IPv6 address as its /64, and null for anything else. */
function addressBucket(text: string): string | null {
  // `isIPv4` rejects leading zeros, so each address has one spelling.
  if (isIPv4(text)) return text;
  const [address = ""] = text.split("%", 1);
  if (isIP(address) === 0) return null;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toString()}/64`);
  return `${prefix.toString()}/64`;
}

/** Removes a port: some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  const bracketed = /^\[([^\]]+)\](:\d+)?$/.exec(text);
  if (bracketed) return bracketed[1] ?? text;
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(text) ? text.slice(0, text.indexOf(":")) : text;
}
