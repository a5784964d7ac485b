import { expect, request, type APIRequestContext, type BrowserContext, type Page } from "@playwright/test";
import { signedInPerson, apiSignIn, type TestPerson, type TestRole } from "./people";
import { administrator, type RunningService } from "./service";

export interface StaffMember extends TestPerson {
  id: string;
  page: Page;
}

/** A new account with that role, signed in in the browser's context. */
export async function newMember(
  administrators: APIRequestContext,
  context: BrowserContext,
  role: TestRole,
): Promise<StaffMember> {
  const person = await signedInPerson(context.request, role);
  const accounts: { id: string; email: string }[] = await (await administrators.get("/api/accounts")).json();
  const id = accounts.find(({ email }) => email === person.email)?.id ?? "";
  if (person.role !== role) await setRole(administrators, { id }, role);
  return { ...person, id, page: await context.newPage() };
}

export async function setRole(
  administrators: APIRequestContext,
  { id }: { id: string },
  role: TestRole,
): Promise<void> {
  const answer = await administrators.put(`/api/accounts/${id}`, { data: { role } });
  if (!answer.ok()) throw new Error(`The role was not given: ${await answer.text()}`);
}

/** A record made for one test. @returns its id. */
export async function createdRecord(
  api: APIRequestContext,
  resource: string,
  data: Record<string, unknown>,
): Promise<string> {
  const answer = await api.post(`/api/${resource}`, { data });
  if (answer.status() !== 201) throw new Error(`Nothing was made: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Requests of the first administrator's; to be disposed of. */
export async function asAdministrator(service: RunningService): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: service.origin });
  await apiSignIn(context, administrator);
  return context;
}

/** A record's page, once it can be typed into. */
export async function openRecord(page: Page, path: string, label: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByLabel(label, { exact: true })).not.toHaveValue("");
}
