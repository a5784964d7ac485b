import "server-only";
import { headers } from "next/headers";
import { forbidden, redirect } from "next/navigation";
import { cache } from "react";
import { pageInfrastructure } from "@/app/page-infrastructure";
import type { Session } from "@/lib/auth/session";
import { withTimeout } from "@/lib/timeout";
import { serviceOrigin } from "./service-origin";

const timeoutMilliseconds = 1_000;

/** Who asks for this page; null for nobody. Looked up once a request, whoever in the tree wants to know. */
export const currentSession = cache(async (): Promise<Session | null> => {
  const { readSession } = await pageInfrastructure();
  return withTimeout(timeoutMilliseconds, readSession((await headers()).get("cookie") ?? undefined));
});

/** The same for a page that anybody may see: null also where it can't be known. */
export async function sessionOrNull(): Promise<Session | null> {
  return currentSession().catch(() => null);
}

/** Sends whoever is nobody to sign in, and then back to `path`. */
export async function requireSession(path: string): Promise<Session> {
  return (await currentSession()) ?? redirect(`/sign-in?callbackUrl=${encodeURIComponent(path)}`);
}

/** Beyond that, shows a page that says so, with status 403, to whoever is not staff. */
export async function requireStaffSession(path: string): Promise<Session> {
  const session = await requireSession(path);
  return session.role === "developer" ? forbidden() : session;
}

/** The same for whoever is no administrator. */
export async function requireAdministratorSession(path: string): Promise<Session> {
  const session = await requireSession(path);
  return session.role === "admin" ? session : forbidden();
}

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Where somebody was going, as a path of ours; anything else leads to `/developers`. */
export async function returnPath(search: SearchParams): Promise<string> {
  const { settings } = await pageInfrastructure();
  const origin = serviceOrigin(await headers(), settings.NEXTAUTH_URL);
  const { callbackUrl } = await search;
  if (typeof callbackUrl !== "string" || !URL.canParse(callbackUrl, origin)) return "/developers";
  const wanted = new URL(callbackUrl, origin);
  // A path that begins with two slashes would be another's again.
  const path = `${wanted.pathname.replace(/^\/+/, "/")}${wanted.search}${wanted.hash}`;
  return wanted.origin === origin ? path : "/developers";
}
