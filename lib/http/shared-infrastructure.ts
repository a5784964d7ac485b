import "server-only";
import { env } from "../settings/env.ts";
import { currentHost } from "../settings/host.ts";
import { openInfrastructure, type Infrastructure } from "../infrastructure.ts";
import { logRequest } from "../core/log.ts";

/**
 * The server's bundle and the pages' bundle each have a copy of every module, so what is opened once per process is
 * stored on `globalThis`.
 */
const processGlobals = globalThis as { theatreListings?: Promise<Infrastructure> };

/** What this process runs on, opened at the first call; after a failure, the next call tries again. */
export async function sharedInfrastructure(): Promise<Infrastructure> {
  processGlobals.theatreListings ??= openInfrastructure(
    env(),
    process.cwd(),
    Date.now,
    logRequest,
    currentHost(),
  ).catch((error: unknown) => {
    delete processGlobals.theatreListings;
    throw error;
  });
  return processGlobals.theatreListings;
}
