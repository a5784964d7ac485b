import "server-only";
import { connection } from "next/server";
import type { Infrastructure } from "@/lib/infrastructure";
import { sharedInfrastructure as opened } from "@/lib/shared-infrastructure";

/**
 * What this process runs on, for pages. Only while somebody asks for one: a build that opened it would make the database,
 * and the first administrator, where nobody reads what is said of them.
 */
export async function pageInfrastructure(): Promise<Infrastructure> {
  await connection();
  return opened();
}
