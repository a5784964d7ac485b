import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { administrator, unusedMembers } from "./service";

export type TestRole = "developer" | "editor" | "admin";

export interface TestPerson {
  email: string;
  password: string;
}

/** A person without an account. */
export function newPerson(): TestPerson {
  return { email: `${randomUUID()}@example.com`, password: `break-a-leg-${randomUUID()}` };
}

/**
 * A person that no test has used yet, signed in with the cookies of a page's context; with the role if the service has
 * such accounts, else as a developer.
 */
export async function signedInPerson(
  request: APIRequestContext,
  wanted: TestRole = "developer",
): Promise<TestPerson & { role: TestRole }> {
  const known = unusedMembers.get(wanted)?.shift();
  if (!known) return { ...(await apiSignUp(request)), role: "developer" };
  await apiSignIn(request, known);
  return { ...known, role: wanted };
}

/** Creates an account for a new person, and signs in. */
export async function apiSignUp(request: APIRequestContext, person = newPerson()): Promise<TestPerson> {
  const opened = await request.post("/api/accounts", { data: person });
  if (opened.status() !== 201) throw new Error(`The account was not created: ${await opened.text()}`);
  await apiSignIn(request, person);
  return person;
}

export async function apiSignIn(request: APIRequestContext, { email, password }: TestPerson): Promise<void> {
  const { csrfToken } = (await (await request.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { email, password, csrfToken, json: "true" };
  const answer = await request.post("/api/auth/callback/credentials", { form });
  if (!answer.ok()) throw new Error(`Sign-in failed: ${await answer.text()}`);
}

/** Creates a key of the person who is signed in. */
export async function createdKey(owner: APIRequestContext, name: string): Promise<{ id: string; key: string }> {
  const answer = await owner.post("/api/keys", { data: { name } });
  if (answer.status() !== 201) throw new Error(`No key was created: ${await answer.text()}`);
  return (await answer.json()) as { id: string; key: string };
}

export async function setRole(
  administrators: APIRequestContext,
  { id }: { id: string },
  role: TestRole,
): Promise<void> {
  // Its last sign-in may be more than ten minutes ago.
  await apiSignIn(administrators, administrator);
  const answer = await administrators.put(`/api/accounts/${id}`, { data: { role } });
  if (!answer.ok()) throw new Error(`The role was not changed: ${await answer.text()}`);
}
