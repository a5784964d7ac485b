import "server-only";
import { env } from "../settings/env.ts";
import { currentHost } from "../settings/host.ts";
import { openInfrastructure, type Infrastructure } from "../infrastructure.ts";
import { logRequest } from "../core/log.ts";
import { processSingleton } from "../core/process-singleton.ts";

const shared = processSingleton<{ opened?: Promise<Infrastructure> }>("infrastructure", () => ({}));

/** What this process runs on, opened at the first call; after a failure, the next call tries again. */
export async function sharedInfrastructure(): Promise<Infrastructure> {
  shared.opened ??= openInfrastructure(env(), process.cwd(), Date.now, logRequest, currentHost()).catch(
    (error: unknown) => {
      delete shared.opened;
      throw error;
    },
  );
  return shared.opened;
}
