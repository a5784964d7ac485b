import "server-only";
import { connection } from "next/server";
import type { Infrastructure } from "@/lib/infrastructure";
import { sharedInfrastructure as opened } from "@/lib/shared-infrastructure";

/**
 * The process's infrastructure, for pages. Built on first use: otherwise a build would create the database and the
 * first administrator, whose password is printed only once.
 */
export async function pageInfrastructure(): Promise<Infrastructure> {
  await connection();
  return opened();
}
