import { randomBytes, randomUUID, scryptSync } from "node:crypto";
import { appendFileSync, cpSync } from "node:fs";
import path from "node:path";
import { firstAdministrator, members } from "./embedded-template.ts";
import { seedWhenEmpty } from "../prisma/seed/load.ts";
import { insertAccount } from "../lib/accounts/sign-in/sign-in-queries.ts";
import { recordCleanStop } from "../lib/db/embedded/folder-lock.ts";
import type { Database } from "../lib/db/database.ts";
import { AccountRole } from "../lib/db/generated/enums.ts";
import { openEmbedded } from "../lib/db/embedded/embedded.ts";
import { migrate } from "../lib/db/migrate.ts";
import { openPostgres } from "../lib/db/postgres.ts";

/** Databases that are copied for each test, which is faster than loading the dataset each time. */
export const templateName = "template_westend";

export async function fillEmbeddedTemplate(folder: string): Promise<void> {
  const database = await openEmbedded(folder);
  await fill(database);
  const { email, password } = firstAdministrator;
  await insertAccount(database.prisma, {
    email,
    name: null,
    role: "admin",
    password: hashFast(password),
    verified: true,
  });
  await database.close();
  // Opening clears the buffers; with the default of 128 MB that is a third of the time.
  appendFileSync(path.join(folder, "postgres", "postgresql.conf"), "shared_buffers = 8MB\n");
  recordCleanStop(path.join(folder, "postgres"));
}

/** The same database with more accounts. */
export async function addMembers(template: string, folder: string): Promise<void> {
  cpSync(template, folder, { recursive: true, preserveTimestamps: true });
  const database = await openEmbedded(folder);
  const data = Object.values(AccountRole).flatMap((role) =>
    (members[role] ?? []).map(({ email, password }) => ({
      id: randomUUID(),
      email,
      role,
      password: hashFast(password),
    })),
  );
  await database.prisma.account.createMany({ data });
  await database.close();
  recordCleanStop(path.join(folder, "postgres"));
}

export async function fillServerTemplate(url: string): Promise<void> {
  const server = await openPostgres(url);
  await server.query(`CREATE DATABASE ${templateName}`, []);
  await server.close();
  const database = await openPostgres(databaseUrl(url, templateName));
  await fill(database);
  await database.close();
}

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

async function fill(database: Database): Promise<void> {
  await migrate(database, process.cwd());
  await seedWhenEmpty(database, process.cwd(), () => undefined);
}

const [N, r, p] = [16, 8, 1];

/**
 * A hash in the format of `hashPassword` that costs a five-thousandth of the time; checking a usual one takes a
 * quarter of a second.
 */
export function hashFast(password: string): string {
  const salt = randomBytes(16);
  const hash = scryptSync(password.normalize("NFKC"), salt, 32, { N, r, p });
  return ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");
}
