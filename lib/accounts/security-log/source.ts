import "server-only";

/** The source of a request, for limits and the security log. */
export interface RequestSource {
  /** As limits count it: an IPv4 address, an IPv6 network, or `unknown`. */
  readonly address: string;
  /** The `User-Agent`; null when none was sent. */
  readonly userAgent: string | null;
}

export const unknownSource: RequestSource = { address: "unknown", userAgent: null };
