import "server-only";
import { randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Env } from "../../settings/env.ts";

/** `NEXTAUTH_SECRET`, or one beside the embedded database; without either, in development, one for the life of the process. */
export function sessionSecret({
  NEXTAUTH_SECRET,
  DATABASE_URL,
  DATA_DIR,
}: Pick<Env, "NEXTAUTH_SECRET" | "DATABASE_URL" | "DATA_DIR">): string {
  if (NEXTAUTH_SECRET) return NEXTAUTH_SECRET;
  return DATABASE_URL ? newSecret() : storedSecret(DATA_DIR);
}

function storedSecret(folder: string): string {
  const file = path.join(folder, "session-secret");
  if (existsSync(file)) {
    const kept = readFileSync(file, "utf8").trim();
    if (kept !== "") return kept;
    rmSync(file);
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Written to another name first, so that a killed process leaves no half-written file.
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
