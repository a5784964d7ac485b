import "server-only";
import { env } from "./env.ts";
import { openInfrastructure, type Infrastructure } from "./infrastructure.ts";
import { logRequest } from "./log.ts";

/**
 * The server's bundle and the pages' bundle are two copies of every module. What is
 * opened once a process therefore hangs on the process, where both find it.
 */
const everywhere = globalThis as { theatreListings?: Promise<Infrastructure> };

/** What this process runs on, opened at the first call; when that fails, the next call tries again. */
export function infrastructure(): Promise<Infrastructure> {
  everywhere.theatreListings ??= openInfrastructure(env(), process.cwd(), Date.now, logRequest).catch(
    (error: unknown) => {
      delete everywhere.theatreListings;
      throw error;
    },
  );
  return everywhere.theatreListings;
}
