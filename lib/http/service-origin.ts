import "server-only";
import { isIPv4 } from "node:net";
import { hostname, networkInterfaces } from "node:os";
import type { Env } from "../settings/env.ts";
import { log } from "../core/log.ts";
import { letterOrigin } from "../settings/mail-settings.ts";
import { isByHttps } from "./request.ts";
import type { HttpRequest } from "./route.ts";

type OriginSettings = Pick<Env, "NEXTAUTH_URL" | "PORT">;

/** How many hosts beside the service's own have pages of their own. */
const maxOtherHosts = 4;

/** The settings of services that have logged a `Host` that is not used. */
const logged = new WeakSet<OriginSettings>();

/**
 * The service's origin in links: `NEXTAUTH_URL`, or else the request's scheme and `Host`, if that names a machine nearby.
 * The sender of a request chooses its `Host`, and a public name could lead to a site of their own, so without
 * `NEXTAUTH_URL` it gives the origin that emails link to.
 */
export function originFor(
  settings: OriginSettings,
  request: { readonly isSecure: boolean; readonly host: string | null | undefined },
): string {
  if (settings.NEXTAUTH_URL !== undefined) return new URL(settings.NEXTAUTH_URL).origin;
  const address = `${request.isSecure ? "https" : "http"}://${request.host ?? ""}`;
  if (URL.canParse(address) && isNearby(new URL(address).hostname)) return new URL(address).origin;
  const origin = letterOrigin(settings);
  if (!logged.has(settings))
    log.warn(`Links lead to ${origin}, not to the Host of a request. Set NEXTAUTH_URL to the address of the service.`);
  logged.add(settings);
  return origin;
}

/** An IP address (version 6 has colons), or a name that the public DNS does not have (RFC 6761 §6.3, RFC 6762 §3). */
function isNearby(hostname: string): boolean {
  return !hostname.includes(".") || /\.(localhost|local)$/.test(hostname) || isIPv4(hostname);
}

/** The origin for addresses in the answer to a request of the API. */
export function requestedOrigin(
  { header }: Pick<HttpRequest, "header">,
  settings: OriginSettings & Pick<Env, "CLIENT_ADDRESS">,
): string {
  const isSecure = isByHttps(header("x-forwarded-proto"), settings.CLIENT_ADDRESS);
  return originFor(settings, { isSecure, host: header("host") });
}

/**
 * The hosts whose pages are kept apart: the names and addresses of this machine, and the first four others that are asked
 * for, such as the one under which a container is reached. The sender of a request chooses its `Host`, so that there could
 * be countless; any other host gets the pages of the service's own origin.
 *
 * @returns a function that gives the host whose pages a request gets.
 */
export function pageHosts(
  settings: OriginSettings & Pick<Env, "CLIENT_ADDRESS">,
): (request: Pick<HttpRequest, "header">) => string {
  const addresses = Object.values(networkInterfaces()).flatMap((found) => found ?? []);
  const names = addresses.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address));
  const urls = ["127.0.0.1", "[::1]", hostname(), ...names].map((name) => `http://${name}:${settings.PORT}`);
  const origins = [letterOrigin(settings), ...urls.filter((url) => URL.canParse(url))];
  const own = new Set(origins.map((url) => new URL(url).host));
  const others = new Set<string>();
  return (request) => {
    const { host } = new URL(requestedOrigin(request, settings));
    if (!own.has(host) && others.size < maxOtherHosts) others.add(host);
    return own.has(host) || others.has(host) ? host : new URL(letterOrigin(settings)).host;
  };
}

/** Logs at the start that a service behind a proxy does not know its own address. */
export function warnOfMissingUrl({ NODE_ENV, CLIENT_ADDRESS, NEXTAUTH_URL }: Env): void {
  if (NODE_ENV !== "production" || CLIENT_ADDRESS.from === "peer" || NEXTAUTH_URL !== undefined) return;
  log.warn(
    "The service is behind a proxy and does not know its address. Set NEXTAUTH_URL to the address of the service.",
  );
}
