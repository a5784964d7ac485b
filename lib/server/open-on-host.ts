import "server-only";
import { env, SettingsError } from "../env.ts";
import { currentHost } from "../host.ts";
import { reportNotReady } from "../http/not-ready.ts";
import { sharedInfrastructure } from "../shared-infrastructure.ts";

/** Under another host than our own server: checks the settings, and opens what the first request needs. */
export function openOnHost(): void {
  if (currentHost() === "own server") return;
  try {
    env();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
  sharedInfrastructure().catch(reportNotReady);
}
