import "server-only";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** Where the client's address is read (`CLIENT_ADDRESS`). */
export type AddressSource =
  | { readonly from: "peer" }
  /** Entry `hops`, counted from the right, of `X-Forwarded-For`. */
  | { readonly from: "forwarded"; readonly hops: number }
  /** A header, in lower case, that the host itself sets. */
  | { readonly from: "header"; readonly name: string };

/** The source of a request, for limits and the security log. */
export interface RequestSource {
  /** As limits count it: an IPv4 address, an IPv6 network, or `unknown`. */
  readonly address: string;
  /** The `User-Agent`; null when none was sent. */
  readonly userAgent: string | null;
}

export const unknownSource: RequestSource = { address: "unknown", userAgent: null };

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

/** The network of an address, a /24 or an IPv6 /48, as stored (contract §7); null for an invalid address. */
export function shortAddress(address: string): string | null {
  const [host = ""] = address.split("/", 1);
  if (isIPv4(host)) return `${host.slice(0, host.lastIndexOf("."))}.0/24`;
  if (!ipaddr.IPv6.isValid(host)) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/48`).toString()}/48`;
}
