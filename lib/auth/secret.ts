import "server-only";
import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Env } from "../env.ts";

/**
 * What session cookies are sealed with: `NEXTAUTH_SECRET`, else one that is kept beside the
 * embedded database. On a server database it can be absent in development only (lib/env.ts
 * sees to that): then it lasts as long as the process, and so do the sessions.
 */
export function sessionSecret({
  NEXTAUTH_SECRET,
  DATABASE_URL,
  DATA_DIR,
}: Pick<Env, "NEXTAUTH_SECRET" | "DATABASE_URL" | "DATA_DIR">): string {
  if (NEXTAUTH_SECRET) return NEXTAUTH_SECRET;
  return DATABASE_URL ? newSecret() : keptSecret(DATA_DIR);
}

function keptSecret(folder: string): string {
  const file = path.join(folder, "session-secret");
  try {
    const kept = readFileSync(file, "utf8").trim();
    if (kept !== "") return kept;
    rmSync(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Written whole under another name first: a process that is killed leaves no half of one.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${newSecret()}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8").trim();
}

function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
