import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { generateClient } from "../../scripts/build.mjs";
import { startPostgres, startRedis } from "../../scripts/services.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** A folder with an embedded database that is migrated and filled. */
    embeddedTemplate: string;
    /** A server with a database `template` that is migrated and filled; null where no server is installed. */
    postgresUrl: string | null;
    redisPort: number | null;
  }
}

/** Starts what the tests run on, once for all of them, and says what is missing. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  generateClient();
  const { fillEmbeddedTemplate, fillServerTemplate } = await import("./templates.ts");
  const folder = mkdtempSync(path.join(tmpdir(), "theatre-template-"));
  const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
  await fillEmbeddedTemplate(folder);
  if (postgres) await fillServerTemplate(postgres.url);
  for (const [name, service] of Object.entries({ PostgreSQL: postgres, Redis: redis })) {
    if (!service) console.warn(`SKIPPED: no ${name} server is installed here, so what needs one is not tested.`);
  }

  project.provide("embeddedTemplate", folder);
  project.provide("postgresUrl", postgres?.url ?? null);
  project.provide("redisPort", redis?.port ?? null);
  return async () => {
    await Promise.all([postgres?.stop(), redis?.stop()]);
    rmSync(folder, { recursive: true, force: true });
  };
}
