import "server-only";
import { isIPv4 } from "node:net";
import ipaddr from "ipaddr.js";

/** The source of a request, for limits and the security log. */
export interface RequestSource {
  /** As limits count it: an IPv4 address, an IPv6 network, or `unknown`. */
  readonly address: string;
  /** The `User-Agent`; null when none was sent. */
  readonly userAgent: string | null;
}

export const unknownSource: RequestSource = { address: "unknown", userAgent: null };

/** The network of an address, a /24 or an IPv6 /48, as stored (contract §7); null for an invalid address. */
export function shortAddress(address: string): string | null {
  const [host = ""] = address.split("/", 1);
  if (isIPv4(host)) return `${host.slice(0, host.lastIndexOf("."))}.0/24`;
  if (!ipaddr.IPv6.isValid(host)) return null;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${host}/48`).toString()}/48`;
}
