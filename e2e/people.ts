import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";

export interface Person {
  email: string;
  password: string;
}

/** Somebody whom nobody knows yet. */
export function stranger(): Person {
  return { email: `${randomUUID()}@example.com`, password: `break-a-leg-${randomUUID()}` };
}

/** Opens an account and signs in, with the cookies of a page's own context. */
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
