import "server-only";
import type { Deprecation } from "./declaration.ts";
import type { Route } from "./route.ts";
import { statusAnchor } from "../docs/reference/schema.browser.ts";

/** CORS (contract §9): what a preflight has besides the headers of any read. It names the few writes open to all. */
export function preflightHeadersOf(route: Route | null): Record<string, string> {
  if (route?.isPrivate) return {};
  const open = Object.entries(route?.operations ?? {}).filter(([, operation]) => operation.isOpenToOrigins);
  return {
    "Access-Control-Allow-Methods": ["GET", "HEAD", "OPTIONS", ...open.map(([method]) => method)].join(", "),
    "Access-Control-Allow-Headers": "Authorization, If-None-Match, Content-Type",
    "Access-Control-Max-Age": "86400",
  };
}

/** Days from the announcement to the removal, at least. */
export const leastNoticeDays = 180;

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594), on every response of the operation. */
export function addDeprecationHeaders(headers: Record<string, string>, { since, sunset }: Deprecation): void {
  addExposedHeader(headers, "Deprecation", `@${Date.parse(since) / 1000}`);
  addExposedHeader(headers, "Sunset", new Date(sunset).toUTCString());
  addLink(headers, '</docs/changelog>; rel="deprecation"; type="text/html"');
}

/** Adds a header that pages of other origins may read, where they may read the response. */
export function addExposedHeader(headers: Record<string, string>, name: string, value: string): void {
  headers[name] = value;
  if (headers["Access-Control-Expose-Headers"] !== undefined) headers["Access-Control-Expose-Headers"] += `, ${name}`;
}

/** A sentence for the reference. */
export function deprecationNotice({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${since}; it may be gone from ${sunset} on, as \`Deprecation\` and \`Sunset\` in its responses say. ${instead}`;
}

/** Adds a link to those of the response, in one header (RFC 8288 §3.5). */
export function addLink(headers: Record<string, string>, link: string): void {
  headers["Link"] = headers["Link"] === undefined ? link : `${headers["Link"]}, ${link}`;
}

/** The link of a refusal, a status from 400 on, to its section in the guide to errors (contract §25). */
export function helpLink(status: number): string {
  return `</docs/guides/errors#${statusAnchor(status)}>; rel="help"`;
}

const maxNames = 10;
const maxCharacters = 64;
/** Proxies refuse answers whose head is larger than their buffer, often of 4 kB. */
const maxBytes = 900;

/**
 * The parameters that an operation ignores, for `X-Ignored-Parameters`: the operations of the first interface serve a
 * misspelt filter as if it were absent, which a caller would not notice.
 *
 * @param known the parameters that it reads.
 */
export function ignoredParameters(search: string, known: object): string {
  // A parameter without a name can't be listed.
  const isIgnored = (name: string) => name !== "" && !Object.hasOwn(known, name);
  const names = new Set([...new URLSearchParams(search).keys()].filter(isIgnored));
  return [...names]
    .slice(0, maxNames)
    .map((name) => encodeURIComponent(name.slice(0, maxCharacters).toWellFormed()))
    .reduce(
      (list, name) => (list.length + name.length > maxBytes ? list : list === "" ? name : `${list}, ${name}`),
      "",
    );
}
