import { pageSettings } from "@/app/page-infrastructure";
import { respondWithText } from "@/app/public-file";
import { requestOrigin } from "@/app/service-origin";
import { operatorContact } from "@/lib/docs/openapi/info";

const dayMilliseconds = 86_400_000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const validDays = 180;

/** Where to report a hole (RFC 9116). */
export async function GET(): Promise<Response> {
  const [origin, { settings, now }] = await Promise.all([requestOrigin(), pageSettings()]);
  const today = Math.floor(now() / dayMilliseconds);
  const lines = [
    `Contact: ${operatorContact(settings) ?? `${origin}/developers/found-a-key`}`,
    `Expires: ${new Date((today + validDays) * dayMilliseconds).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${origin}/.well-known/security.txt`,
  ];
  return respondWithText(`${lines.join("\n")}\n`);
}
