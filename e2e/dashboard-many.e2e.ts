import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord, undo } from "./staff";

test("a bulk deletion says what it can't delete and would also delete @full", async ({ editor: page }) => {
  const word = randomUUID();
  const [first = "", second = ""] = await people(page, word, 2);
  const part = { person_id: first, production_id: "hamilton-victoria-palace-2017", role_type: "swing" };
  const member = await createdRecord(page.request, "cast-members", part);
  await page.goto("/dashboard/shows?q=hamilton");
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("dialog", { name: "Delete Hamilton?" })).toContainText("It can’t be deleted");
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Delete/ })).toHaveCount(0);

  await page.goto(`/dashboard/people?q=${word}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 people?" });
  await expect(dialog.getByRole("alert")).toContainText("1 of them is used by 1 cast member");
  await expect(dialog.getByRole("list", { name: "Used by" })).toContainText(`Actor 1 ${word} in Hamilton`);
  await expect(dialog.getByRole("button", { name: "Delete the other 1" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Also delete 1 cast member" }).check();
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("2 people deleted.")).toBeVisible();

  const status = async (path: string) => (await page.request.get(`/api/${path}`)).status();
  expect(await status(`people/${second}`)).toBe(404);
  expect(await status(`cast-members/${member}`)).toBe(404);
  await undo(page);
  expect(await status(`people/${second}`)).toBe(200);
  expect(await status(`cast-members/${member}`)).toBe(200);
});

/** @returns the ids. */
async function people(page: Page, word: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1)
    ids.push(await createdRecord(page.request, "people", { name: `Actor ${n} ${word}` }));
  return ids;
}
