import "server-only";
import { connection } from "next/server";
import { renderedPage } from "@/lib/catalogue/page-notes";
import type { Infrastructure } from "@/lib/infrastructure";
import { log } from "@/lib/core/log";
import { withTimeout } from "@/lib/core/promises";
import { sharedInfrastructure as opened } from "@/lib/http/shared-infrastructure";

/**
 * The process's infrastructure, for pages. Built on first use: otherwise a build would create the database and the
 * first administrator, whose password is printed only once. A page for signed-out readers that uses it is kept for one
 * version of the data.
 */
export async function pageInfrastructure(): Promise<Infrastructure> {
  await connection();
  noteAllData();
  return opened();
}

/** The same for what depends on none of the data. */
export async function pageSettings(): Promise<Pick<Infrastructure, "settings" | "now" | "readSession">> {
  return notedInfrastructure();
}

/** The same for what shows an account's own data, which no cache keeps. */
export async function pageAccount(): Promise<Pick<Infrastructure, "database" | "sessionSecret" | "now">> {
  return notedInfrastructure();
}

/** The same for what notes all that it reads, with `derived` alone. The page is kept until that changes. */
export async function notedInfrastructure(): Promise<Infrastructure> {
  await connection();
  renderedPage.getStore()?.follow();
  return opened();
}

/** The page being rendered depends on all data: it lacks something that could not be read, or that can't be noted. */
export function noteAllData(): void {
  renderedPage.getStore()?.addAllData();
}

/** What a part of a page shows; null when it can't be read in time, so that the rest of the page still renders. */
export async function readInTime<Value>(value: Promise<Value>, warning: string, limitMilliseconds = 1_000) {
  try {
    return await withTimeout(limitMilliseconds, value);
  } catch (error) {
    log.warn({ err: error }, warning);
    noteAllData();
    return null;
  }
}

/** The value, or a rejection when a page would have to wait for it for more than a second. */
export function withinPageTime<Value>(value: Promise<Value>): Promise<Value> {
  return withTimeout(1_000, value);
}
