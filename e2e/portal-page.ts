import { expect, type Locator, type Page } from "@playwright/test";

export const secretShape = /tl_live_[0-9A-Za-z]{49}/;

export async function issueKey(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Create key" }).click();
  return readSecret(page);
}

/** Reads the secret from its dialog, ticks that it is saved, and closes. */
export async function readSecret(page: Page): Promise<string> {
  const secret = await page.getByRole("group", { name: "API key" }).innerText();
  expect(secret).toMatch(secretShape);
  await page.getByLabel("I’ve saved this key").check();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  return secret;
}

/** Opens the menu of a key's row that has this action, and chooses it. */
export async function chooseAction(rows: Page | Locator, name: string | RegExp): Promise<void> {
  const action = rows.getByRole("button", { name, includeHidden: true }).first();
  await action.locator("xpath=ancestor::details/summary").click();
  await action.click();
}

/** A request from outside the browser. */
export async function statusOf(origin: string, key: string): Promise<number> {
  return (await fetch(`${origin}/api/shows/hamilton`, { headers: { Authorization: `Bearer ${key}` } })).status;
}

/** Whether the bar of these pages shows the account's own count, and each key's bar that key's. */
export async function barsMatchService(page: Page): Promise<boolean> {
  const figureOf = async (name: string) =>
    Number(await page.getByRole("meter", { name, exact: true }).getAttribute("aria-valuenow"));
  const shown = await figureOf("Used today by these pages");
  const quota = (await (await page.request.get("/api/quota")).json()) as { limit: number; remaining: number };
  if (shown !== quota.limit - quota.remaining) return false;
  const keys = (await (await page.request.get("/api/keys")).json()) as { name: string; used_today: number }[];
  const figures = await Promise.all(keys.map(({ name }) => figureOf(`Used today with ${name}`)));
  return keys.every(({ used_today }, index) => used_today === figures[index]);
}

/** All response bodies that reached this page so far. */
export function collectResponses(page: Page): () => Promise<string[]> {
  const texts: Promise<string>[] = [];
  page.on("response", (response) => texts.push(response.text().catch(() => "")));
  return () => Promise.all(texts);
}
