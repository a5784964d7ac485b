import "server-only";
import { randomUUID } from "node:crypto";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";
import type { AddressSource, RequestSource } from "../core/client-address.ts";
import type { Env } from "../settings/env.ts";
import { AppError } from "../core/errors.ts";
import type { HttpRequest, ResolvedTarget, Route } from "./route.ts";
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
  const { hasLeft = isGone } = received;
  const { target, owner, route, params, nearest } = router(received.target);
  return {
    method,
    target,
    owner,
    route,
    params,
    nearest,
    header,
    peer,
    readBody,
    isGone,
    hasLeft,
    defect: defect ?? (target.isWellFormed ? null : new AppError("bad_request")),
  };
}

const emptyBody = Buffer.alloc(0);
const noBody = async () => emptyBody;
const neverGone = () => false;

/** Keeps the caller's request id if it is well formed and contains no API key, so that logs can be joined; else creates one. */
export function requestId(sentId: string | undefined): string {
  return sentId !== undefined && /^[\w.-]{8,128}$/.test(sentId) && !sentId.includes("tl_live_") ? sentId : randomUUID();
}

export function requestSource(request: HttpRequest, settings: Pick<Env, "CLIENT_ADDRESS">): RequestSource {
  return { address: addressOf(request, settings), userAgent: request.header("user-agent") ?? null };
}

/**
 * The client's address, for limits and the security log. Behind trusted proxies it is the address that the outermost one
 * saw, or else the peer; clients can forge the entries further left. A named header must have exactly one address.
 *
 * @returns an IPv4 address, an IPv6 /64 prefix, or `unknown`; never text that a client has sent.
 */
export function addressOf(
  { peer, header }: Pick<HttpRequest, "peer" | "header">,
  { CLIENT_ADDRESS: source }: Pick<Env, "CLIENT_ADDRESS">,
): string {
  if (source.from === "header") return addressBucket(withoutPort(header(source.name)?.trim() ?? "")) ?? "unknown";
  if (source.from === "forwarded") {
    const entry = header("x-forwarded-for")?.split(",").at(-source.hops)?.trim();
    const bucket = entry === undefined ? null : addressBucket(withoutPort(entry));
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

/** Whether the client used HTTPS, as a trusted proxy says. Clients can forge the values further left. */
export function isByHttps(forwardedProto: string | undefined, source: AddressSource): boolean {
  if (source.from === "peer" || forwardedProto === undefined) return false;
  const words = forwardedProto.split(",");
  const hops = source.from === "forwarded" ? source.hops : 1;
  // Many proxies overwrite instead of appending, so there may be fewer values than proxies.
  return words[Math.max(0, words.length - hops)]?.trim().toLowerCase() === "https";
}

/** Requests outside `/api` that no route matches and that must not reach Next: malformed ones, CONNECT, unknown files. */
export const unroutedRequest: Route = {
  path: "",
  name: "outside",
  isMetered: false,
  operations: {
    GET: {
      handle: () => {
        throw new AppError("not_found");
      },
    },
  },
};
