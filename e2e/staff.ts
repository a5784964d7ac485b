import { randomUUID } from "node:crypto";
import { expect, type APIRequestContext, type Page } from "@playwright/test";

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

export async function put(api: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await api.put(`/api/${path}`, { data });
  if (!answer.ok()) throw new Error(`${path} was not changed: ${await answer.text()}`);
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
