import { randomUUID } from "node:crypto";
import { expect, request, type APIRequestContext, type BrowserContext, type Page } from "@playwright/test";
import { signedInPerson, apiSignIn, type TestPerson, type TestRole } from "./people";
import { administrator, type RunningService } from "./service";

export interface StaffMember extends TestPerson {
  id: string;
  page: Page;
}

/** A new account with the role, signed in in the browser's context. */
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
  // Its last sign-in may be more than ten minutes ago.
  await apiSignIn(administrators, administrator);
  const answer = await administrators.put(`/api/accounts/${id}`, { data: { role } });
  if (!answer.ok()) throw new Error(`The role was not changed: ${await answer.text()}`);
}

/** Creates a record for one test. @returns its id. */
export async function createdRecord(
  api: APIRequestContext,
  resource: string,
  data: Record<string, unknown>,
): Promise<string> {
  const answer = await api.post(`/api/${resource}`, { data });
  if (answer.status() !== 201) throw new Error(`The record was not created: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** A request context of the first administrator; the caller disposes of it. */
export async function asAdministrator(service: RunningService): Promise<APIRequestContext> {
  const context = await request.newContext({ baseURL: service.origin });
  await apiSignIn(context, administrator);
  return context;
}

/** A random surname, without digits. */
export function letters(): string {
  return `Z${randomUUID()
    .replace(/\d|-/g, (sign) => "ghijklmnop"[Number(sign)] ?? "")
    .slice(0, 8)}`;
}

/** Opens a record's page and waits until it is hydrated. */
export async function openRecord(page: Page, path: string, label: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByLabel(label, { exact: true })).not.toHaveValue("");
}

/** Takes back the last change by the button of its toast. */
export async function undo(page: Page): Promise<void> {
  const said = page.getByRole("status", { name: "Notifications" });
  await said.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(said.getByText("Undone.", { exact: true }).last()).toBeVisible();
}
