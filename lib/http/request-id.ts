import "server-only";
import { randomUUID } from "node:crypto";

/** The caller's own id where it looks like one, and like no key, so that two logs can be joined; else a new one. */
export function requestId(given: string | undefined): string {
  return given !== undefined && /^[\w.-]{8,128}$/.test(given) && !given.includes("tl_live_") ? given : randomUUID();
}
