import "server-only";
import { headers } from "next/headers";
import { pageInfrastructure } from "@/app/page-infrastructure";

/** The service's origin: `NEXTAUTH_URL`, or else the request's scheme and host. */
export function serviceOrigin(headers: Pick<Headers, "get">, configured: string | undefined): string {
  const asked = `${headers.get("x-forwarded-proto") === "https" ? "https" : "http"}://${headers.get("host") ?? ""}`;
  const address = configured ?? asked;
  return URL.canParse(address) ? new URL(address).origin : "http://localhost:3000";
}

/** The origin for the current request. */
export async function requestOrigin(): Promise<string> {
  const asked = await headers();
  const { settings } = await pageInfrastructure();
  return serviceOrigin(asked, settings.NEXTAUTH_URL);
}
