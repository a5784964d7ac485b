import { expect, request, type APIRequestContext, type BrowserContext, type Page } from "@playwright/test";
import { newcomer, signIn, type Person, type Role } from "./people";
import { administrator, type Service } from "./service";

export interface Member extends Person {
  id: string;
  page: Page;
}

/** A new account with that role, signed in in the browser's context. */
export async function newMember(
  administrators: APIRequestContext,
  context: BrowserContext,
  role: Role,
): Promise<Member> {
  const person = await newcomer(context.request, role);
  const accounts: { id: string; email: string }[] = await (await administrators.get("/api/accounts")).json();
  const id = accounts.find(({ email }) => email === person.email)?.id ?? "";
  if (person.role !== role) await giveRole(administrators, { id }, role);
  return { ...person, id, page: await context.newPage() };
}

export async function giveRole(administrators: APIRequestContext, { id }: { id: string }, role: Role): Promise<void> {
  const answer = await administrators.put(`/api/accounts/${id}`, { data: { role } });
  if (!answer.ok()) throw new Error(`The role was not given: ${await answer.text()}`);
}

/** A record made for one test. @returns its id. */
export async function made(api: APIRequestContext, resource: string, data: Record<string, unknown>): Promise<string> {
  const answer = await api.post(`/api/${resource}`, { data });
  if (answer.status() !== 201) throw new Error(`Nothing was made: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Requests of the first administrator's; to be disposed of. */
export async function asAdministrator(service: Service): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: service.origin });
  await signIn(context, administrator);
  return context;
}

/** A record's page, once it can be typed into. */
export async function opened(page: Page, path: string, label: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByLabel(label, { exact: true })).not.toHaveValue("");
}
