import "server-only";
import { headers } from "next/headers";
import { pageInfrastructure } from "@/app/page-infrastructure";
import { originFor } from "@/lib/http/service-origin";

/** The service's origin: `NEXTAUTH_URL`, or else the request's scheme and host. */
export function serviceOrigin(headers: Pick<Headers, "get">, configured: string | undefined): string {
  return originFor(configured, { isSecure: headers.get("x-forwarded-proto") === "https", host: headers.get("host") });
}

/** The origin for the current request. */
export async function requestOrigin(): Promise<string> {
  const asked = await headers();
  const { settings } = await pageInfrastructure();
  return serviceOrigin(asked, settings.NEXTAUTH_URL);
}
