import "server-only";
import packageFile from "../../../package.json" with { type: "json" };
import type { Env } from "../../settings/env.ts";
import { introduction, type DailyLimits } from "./introduction.ts";

/** The settings that the document shows. */
export type DocumentSettings = DailyLimits &
  Pick<Env, "DATA_LICENSE_URL" | "NEXTAUTH_URL" | "SECURITY_CONTACT" | "ADMIN_EMAIL">;

/** `info`: the licence and the terms are those of the data and the service, not of the code (contract §25). */
export function documentInfo(settings: DocumentSettings) {
  const contact = operatorContact(settings);
  return {
    title: "Theatre Listings",
    version: packageFile.version,
    summary: "London West End theatre listings as JSON.",
    description: introduction(settings),
    termsOfService: `${knownOrigin(settings)}/terms`,
    ...(contact === null ? {} : { contact: contactObject(contact) }),
    license: { name: licenceName(settings.DATA_LICENSE_URL), url: settings.DATA_LICENSE_URL },
  };
}

/** `servers`: absolute where the address is known, so that other tools can import the document. */
export function documentServers(settings: DocumentSettings) {
  return [{ url: `${knownOrigin(settings)}/api`, description: "This service." }];
}

/** Empty without `NEXTAUTH_URL`: the document is public and cached, and a caller chooses its `Host`. */
function knownOrigin({ NEXTAUTH_URL }: DocumentSettings): string {
  return NEXTAUTH_URL === undefined ? "" : new URL(NEXTAUTH_URL).origin;
}

function contactObject(contact: string) {
  return contact.startsWith("mailto:") ? { email: contact.slice("mailto:".length) } : { url: contact };
}

/** The short name of a Creative Commons licence by its address: `CC BY 4.0`; of any other licence, what it is for. */
export function licenceName(url: string): string {
  const [, kind, version] = /^https?:\/\/creativecommons\.org\/licenses\/([a-z-]+)\/(\d\.\d)\//.exec(url) ?? [];
  return kind === undefined ? "The licence of the data" : `CC ${kind.toUpperCase()} ${version}`;
}

/** Where to write to the operator: a `mailto:` or `https:` address; null when none is set. */
export function operatorContact({
  SECURITY_CONTACT,
  ADMIN_EMAIL,
}: Partial<Pick<Env, "SECURITY_CONTACT" | "ADMIN_EMAIL">>): string | null {
  return SECURITY_CONTACT ?? (ADMIN_EMAIL === undefined ? null : `mailto:${ADMIN_EMAIL}`);
}
