import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { unmet } from "./service";

export type Role = "developer" | "editor" | "admin";

export interface Person {
  email: string;
  password: string;
}

/** Somebody whom nobody knows yet. */
export function stranger(): Person {
  return { email: `${randomUUID()}@example.com`, password: `break-a-leg-${randomUUID()}` };
}

/**
 * Somebody whom no flow has met yet, signed in with the cookies of a page's own context: of that role where the service
 * has such people, else a developer.
 */
export async function newcomer(
  request: APIRequestContext,
  wanted: Role = "developer",
): Promise<Person & { role: Role }> {
  const known = unmet.get(wanted)?.shift();
  if (!known) return { ...(await signUp(request)), role: "developer" };
  await signIn(request, known);
  return { ...known, role: wanted };
}

/** Opens an account and signs in, as somebody whom nobody knows yet. */
export async function signUp(request: APIRequestContext, person = stranger()): Promise<Person> {
  const opened = await request.post("/api/accounts", { data: person });
  if (opened.status() !== 201) throw new Error(`The account was not opened: ${await opened.text()}`);
  await signIn(request, person);
  return person;
}

export async function signIn(request: APIRequestContext, { email, password }: Person): Promise<void> {
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { email, password, csrfToken, json: "true" };
  const answer = await request.post("/api/auth/callback/credentials", { form });
  if (!answer.ok()) throw new Error(`Nobody was signed in: ${await answer.text()}`);
}
