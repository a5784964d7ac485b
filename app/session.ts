import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import { pageSettings, withinPageTime } from "@/app/page-infrastructure";
import { may, type Permission } from "@/lib/http/access/permissions.browser";
import type { Session } from "@/lib/http/access/session";
import { isUsableUrl } from "@/lib/accounts/next-auth/return-url";
import { lacksSecondFactor } from "@/lib/http/access/staff";
import { pageQueryHeader } from "@/lib/http/server/pages/page-headers";
import { AppError } from "@/lib/core/errors";
import { requestOrigin } from "./service-origin";

/** The signed-in reader, or null. Looked up once per request. */
export const currentSession = cache(async (): Promise<Session | null> => {
  const { readSession } = await pageSettings();
  return withinPageTime(readSession((await headers()).get("cookie") ?? undefined));
});

/** For public pages: null also when the lookup fails. */
export async function sessionOrNull(): Promise<Session | null> {
  return currentSession().catch(() => null);
}

/** For the page on which a second factor is added. Redirects to sign-in, and then back to `path` and its query, without a session. */
export async function requireAnySession(path: string): Promise<Session> {
  const session = await currentSession();
  if (session) return session;
  const query = (await headers()).get(pageQueryHeader) ?? "";
  const back = [path + query, path].find(isUsableUrl) ?? "";
  redirect(`/sign-in?callbackUrl=${encodeURIComponent(back)}`);
}

/** Also answers 403 to accounts that must have a second factor and have none. */
export async function requireSession(path: string): Promise<Session> {
  const session = await requireAnySession(path);
  if (lacksSecondFactor(session, (await pageSettings()).settings)) throw new AppError("forbidden");
  return session;
}

/** Also answers 403 with an explanation to accounts without the permission. */
export async function requirePagePermission(path: string, permission: Permission): Promise<Session> {
  const session = await requireSession(path);
  if (!may(session, permission)) throw new AppError("forbidden");
  return session;
}

export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** A callback URL reduced to a path on this origin; anything else becomes `otherwise`. */
export async function returnPath(search: SearchParams, otherwise = "/developers"): Promise<string> {
  const origin = await requestOrigin();
  const { callbackUrl } = await search;
  if (typeof callbackUrl !== "string" || !URL.canParse(callbackUrl, origin)) return otherwise;
  const wanted = new URL(callbackUrl, origin);
  // A path that begins with `//` would lead to another host.
  const path = `${wanted.pathname.replace(/^\/+/, "/")}${wanted.search}${wanted.hash}`;
  return wanted.origin === origin ? path : otherwise;
}

/** The page on which someone begins. */
export function homeOf({ role }: Pick<Session, "role">): string {
  return role === "developer" ? "/developers" : "/dashboard";
}
