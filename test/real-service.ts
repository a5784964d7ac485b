import { cpSync } from "node:fs";
import { buildPages } from "../scripts/build.mjs";
import { embeddedTemplate } from "../scripts/embedded-template.mjs";
import { newFolderPath } from "./databases.ts";
import { launchServer } from "./program.ts";

/** The service as `npm start` runs it, including Next, with its own database in which `members` have accounts. */
export interface RealService {
  origin: string;
  /** Its output so far. */
  readonly lines: string[];
  stop(): Promise<void>;
}

export async function startRealService(settings: Record<string, string>): Promise<RealService> {
  // Otherwise only the API and sign-in would answer yet.
  buildPages();
  const { folder, remove } = newFolderPath();
  cpSync(embeddedTemplate({ hasMembers: true }), folder, { recursive: true, preserveTimestamps: true });
  // Each test is a separate client, by its forwarded address.
  const server = await launchServer({ DATA_DIR: folder, CLIENT_ADDRESS: "forwarded:1", ...settings });
  return {
    origin: server.url,
    get lines() {
      return server.output().split("\n");
    },
    stop: async () => {
      server.kill("SIGTERM");
      await server.ended;
      remove();
    },
  };
}
