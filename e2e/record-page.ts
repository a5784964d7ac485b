import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { createdRecord, openRecord } from "./staff";

/** The heading that opens a section of a record's page. */
export function fold(page: Page, name: "Details" | "Sources"): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** The place for the source of what has changed in a form. */
export function sourcePrompt(page: Page): Locator {
  return page.getByRole("group", { name: /^Source for/ });
}

/** Creates a person, opens its page and waits until it is hydrated. @returns the id. */
export async function openPerson(page: Page): Promise<string> {
  const id = await createdRecord(page.request, "people", { name: `Actor ${randomUUID()}`, bio: "As it was." });
  await openRecord(page, `/dashboard/people/${id}`, "Full name");
  return id;
}

/** The record of a person, or a document beside it. */
export async function readPerson(
  api: APIRequestContext,
  id: string,
  part: "" | "/details" | "/sources" = "",
): Promise<unknown> {
  return (await api.get(`/api/people/${id}${part}`)).json();
}
