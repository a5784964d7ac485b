import { seedWhenEmpty } from "../../prisma/seed/load.ts";
import type { Database } from "../db/connect.ts";
import { openEmbedded } from "../db/embedded.ts";
import { migrate } from "../db/migrate.ts";
import { openPostgres } from "../db/postgres.ts";

/** Databases that are copied for each test, which is quicker than to fill each. */
export const templateName = "template_westend";

export async function fillEmbeddedTemplate(folder: string): Promise<void> {
  await fill(await openEmbedded(folder));
}

export async function fillServerTemplate(url: string): Promise<void> {
  const server = await openPostgres(url);
  await server.query(`CREATE DATABASE ${templateName}`, []);
  await server.close();
  await fill(await openPostgres(databaseUrl(url, templateName)));
}

/** The address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function fill(database: Database): Promise<void> {
  await migrate(database, process.cwd());
  await seedWhenEmpty(database, process.cwd(), () => undefined);
  await database.close();
}
