import "server-only";
import { addLink } from "./link-header.ts";

/** That an operation will be removed (contract §16). */
export interface Deprecation {
  /** The day of its announcement, `YYYY-MM-DD` in UTC. */
  readonly since: string;
  /** The first day on which it may be gone. */
  readonly sunset: string;
  /** What to use instead, in one sentence. */
  readonly instead: string;
}

/** Days from the announcement to the removal, at least. */
export const leastNoticeDays = 180;

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), on every response of the operation. */
export function addDeprecationHeaders(headers: Record<string, string>, { since, sunset }: Deprecation): void {
  headers["Deprecation"] = `@${Date.parse(since) / 1000}`;
  headers["Sunset"] = new Date(sunset).toUTCString();
  addLink(headers, '</docs/changelog>; rel="deprecation"; type="text/html"');
  if (headers["Access-Control-Expose-Headers"] !== undefined)
    headers["Access-Control-Expose-Headers"] += ", Deprecation, Sunset";
}

/** A sentence for the reference. */
export function deprecationNotice({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}; it may be gone from ${sunset} on, as \`Deprecation\` and \`Sunset\` in its responses say. ${instead}`;
}
