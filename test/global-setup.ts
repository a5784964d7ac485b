import type { TestProject } from "vitest/node";
import { generateClient } from "../scripts/build.mjs";
import { embeddedTemplate } from "../scripts/embedded-template.mjs";
import { startPostgres, startRedis } from "../scripts/services.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder with a migrated embedded database that contains the dataset. */
    embeddedTemplate: string;
    /** A server whose database `template` is migrated and contains the dataset; null when no server is installed. */
    postgresUrl: string | null;
    redisPort: number | null;
  }
}

/** Starts the databases for all tests, and reports missing ones. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  generateClient();
  const { fillServerTemplate } = await import("./templates.ts");
  const starting = Promise.all([startPostgres(), startRedis()]);
  const folder = embeddedTemplate();
  const [postgres, redis] = await starting;
  if (postgres) await fillServerTemplate(postgres.url);
  for (const [name, service] of Object.entries({ PostgreSQL: postgres, Redis: redis })) {
    if (!service) console.warn(`SKIPPED: no ${name} server is installed here, so tests that need one are skipped.`);
  }

  project.provide("embeddedTemplate", folder);
  project.provide("postgresUrl", postgres?.url ?? null);
  project.provide("redisPort", redis?.port ?? null);
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
  };
}
