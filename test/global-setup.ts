import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { generateClient } from "../scripts/build.mjs";
import { embeddedTemplate } from "./embedded-template.ts";
import { startPostgres, startRedis } from "../scripts/services.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder with a migrated embedded database that contains the dataset. */
    embeddedTemplate: string;
    /** Where tests keep files until they have all run. */
    testFolder: string;
    /** A server whose database `template` is migrated and contains the dataset; null when no server is installed. */
    postgresUrl: string | null;
    redisPort: number | null;
  }
}

/** Starts the databases for all tests, and reports missing ones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  generateClient();
  const { fillServerTemplate } = await import("./templates.ts");
  const parent = hasRoom("/dev/shm") ? "/dev/shm" : tmpdir();
  // Many small databases, each for a short time: compiling a query or counting its rows costs more than it saves.
  const settings = { jit: "off", autovacuum: "off" };
  const starting = Promise.all([startPostgres({ parent, settings }), startRedis()]);
  const folder = embeddedTemplate();
  const [postgres, redis] = await starting;
  if (postgres) await fillServerTemplate(postgres.localUrl);
  for (const [name, service] of Object.entries({ PostgreSQL: postgres, Redis: redis })) {
    if (!service) console.warn(`SKIPPED: no ${name} server is installed here, so tests that need one are skipped.`);
  }

  const testFolder = mkdtempSync(path.join(parent, "theatre-tests-"));
  project.provide("embeddedTemplate", folder);
  project.provide("testFolder", testFolder);
  project.provide("postgresUrl", postgres?.localUrl ?? null);
  project.provide("redisPort", redis?.port ?? null);
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
    rmSync(testFolder, { recursive: true, force: true });
  };
}

/**
 * In memory if there is room for some hundreds of databases of 40 MB. Each has a thousand files to write and remove,
 * which takes a disk longer than everything else in the tests.
 */
function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > 4 * 1024 ** 3;
  } catch {
    return false;
  }
}
