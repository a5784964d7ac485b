import "server-only";
import type { Env } from "../env.ts";
import { isByHttps } from "./request.ts";
import type { HttpRequest } from "./route.ts";

/** The service's origin: `NEXTAUTH_URL`, or else the request's scheme and host. */
export function originFor(
  configured: string | undefined,
  asked: { readonly isSecure: boolean; readonly host: string | null | undefined },
): string {
  const address = configured ?? `${asked.isSecure ? "https" : "http"}://${asked.host ?? ""}`;
  return URL.canParse(address) ? new URL(address).origin : "http://localhost:3000";
}

/** The origin for addresses in the answer to a request of the API. */
export function requestedOrigin(
  { header }: Pick<HttpRequest, "header">,
  { NEXTAUTH_URL, CLIENT_ADDRESS }: Pick<Env, "NEXTAUTH_URL" | "CLIENT_ADDRESS">,
): string {
  const isSecure = isByHttps(header("x-forwarded-proto"), CLIENT_ADDRESS);
  return originFor(NEXTAUTH_URL, { isSecure, host: header("host") });
}
