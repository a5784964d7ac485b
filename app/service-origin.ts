import "server-only";
import { headers } from "next/headers";
import { pageSettings } from "@/app/page-infrastructure";
import type { Env } from "@/lib/settings/env";
import { originFor } from "@/lib/http/service-origin";

/** The service's origin, as for the API. */
export function serviceOrigin(headers: Pick<Headers, "get">, settings: Pick<Env, "NEXTAUTH_URL" | "PORT">): string {
  return originFor(settings, { isSecure: headers.get("x-forwarded-proto") === "https", host: headers.get("host") });
}

/** The origin for the current request. */
export async function requestOrigin(): Promise<string> {
  const requestHeaders = await headers();
  const { settings } = await pageSettings();
  return serviceOrigin(requestHeaders, settings);
}
