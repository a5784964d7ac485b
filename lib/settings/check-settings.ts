import "server-only";
import { env, SettingsError } from "./env.ts";
import { currentHost } from "./host.ts";

/**
 * Ends the process when a setting is invalid, as our own server does at its start. It opens nothing: Next copies what
 * `instrumentation.ts` imports into every build, without the exclusions of `next.config.mjs`.
 */
export function checkSettingsOnHost(): void {
  if (currentHost() === "own server") return;
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
