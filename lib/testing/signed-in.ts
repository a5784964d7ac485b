import { randomUUID } from "node:crypto";
import type { AccountRole } from "../db/generated/enums.ts";
import type { Session } from "../auth/session.ts";
import type { Service } from "./service.ts";

const sessions = new Map<string, Session>();

export async function signedIn(service: Pick<Service, "infrastructure">, role: AccountRole): Promise<string> {
  const { infrastructure } = service;
  const accountId = randomUUID();
  const email = `${accountId}@example.com`;
  await infrastructure.database.prisma.account.create({ data: { id: accountId, email, role } });
  const cookie = `session=${accountId}`;
  sessions.set(cookie, { accountId, email, name: null, role });
  Object.assign(infrastructure, {
    readSession: async (cookies: string | undefined) => sessions.get(cookies ?? "") ?? null,
  });
  return cookie;
}
