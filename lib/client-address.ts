import "server-only";
import { isIP, isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** Where the client's address is read (`CLIENT_ADDRESS`). */
export type AddressSource =
  | { readonly from: "peer" }
  /** Entry `hops`, counted from the right, of `X-Forwarded-For`. */
  | { readonly from: "forwarded"; readonly hops: number }
  /** A header, in lower case, that the host itself sets. */
  | { readonly from: "header"; readonly name: string };

export const maxProxyHops = 32;

/** @returns null for text that is none of `peer`, `forwarded:N` and `header:<name>`. */
export function parseAddressSource(text: string): AddressSource | null {
  if (text === "peer") return { from: "peer" };
  const hops = Number(/^forwarded:(\d{1,2})$/.exec(text)?.[1] ?? 0);
  if (hops >= 1 && hops <= maxProxyHops) return { from: "forwarded", hops };
  const name = /^header:([!#$%&'*+.^_`|~\w-]+)$/.exec(text)?.[1];
  return name === undefined ? null : { from: "header", name: name.toLowerCase() };
}

/** The headers in which these hosts name the client. They overwrite what a client sends under that name. */
const hostHeaders = { VERCEL: "x-real-ip", NETLIFY: "x-nf-client-connection-ip", FLY_APP_NAME: "fly-client-ip" };

/** The source of the host that names itself in the environment; null for any other. */
export function addressSourceOfHost(environment: Record<string, unknown>): AddressSource | null {
  const found = Object.entries(hostHeaders).find(([variable]) => environment[variable] !== undefined);
  return found ? { from: "header", name: found[1] } : null;
}

/**
 * The client's address, for limits and the security log. Behind trusted proxies it is the address that the outermost one
 * saw, or else the peer; clients can forge the entries further left. A named header must have exactly one address.
 *
 * @param peer null where the socket can't be seen.
 * @param header reads a request header by its lower-case name.
 * @returns an IPv4 address, an IPv6 /64 prefix, or `unknown`; never text that a client has sent.
 */
export function clientAddress(
  source: AddressSource,
  peer: string | null,
  header: (name: string) => string | undefined,
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

/**
 * Whether the client used HTTPS, which only a trusted proxy or host can know. As with addresses, clients can forge the
 * values further left than those of the trusted proxies.
 */
export function isByHttps(forwardedProto: string | undefined, source: AddressSource): boolean {
  if (source.from === "peer" || forwardedProto === undefined) return false;
  const words = forwardedProto.split(",");
  const hops = source.from === "forwarded" ? source.hops : 1;
  // Many proxies overwrite instead of appending, so there may be fewer values than proxies.
  return words[Math.max(0, words.length - hops)]?.trim().toLowerCase() === "https";
}
