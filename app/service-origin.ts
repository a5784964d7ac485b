import "server-only";
import { headers } from "next/headers";
import { pageInfrastructure } from "@/app/page-infrastructure";

/** The service's own origin: what `NEXTAUTH_URL` says, else what the request was sent to. */
export function serviceOrigin(headers: Pick<Headers, "get">, configured: string | undefined): string {
  const asked = `${headers.get("x-forwarded-proto") === "https" ? "https" : "http"}://${headers.get("host") ?? ""}`;
  const address = configured ?? asked;
  return URL.canParse(address) ? new URL(address).origin : "http://localhost:3000";
}

/** The same, for the request that is being answered. */
export async function requestOrigin(): Promise<string> {
  const asked = await headers();
  const { settings } = await pageInfrastructure();
  return serviceOrigin(asked, settings.NEXTAUTH_URL);
}
