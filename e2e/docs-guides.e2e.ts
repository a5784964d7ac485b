import { expect, test } from "./fixtures";

test("a guide shows what its requests return, sends one, and leads to the next guide", async ({ page }) => {
  await page.goto("/docs/guides/who-was-in");
  const answer = page.getByRole("group", { name: "Answer: Find a show by its name" });
  await expect(answer).toContainText('"id": "wicked"');

  await answer.getByRole("button", { name: "Run: Find a show by its name" }).click();

  await expect(answer.getByRole("status")).toContainText("200 OK");
  await expect(answer).toContainText("Answer of your request");
  await answer.getByRole("button", { name: "Run again: Find a show by its name" }).click();
  await expect(answer.getByRole("status")).toContainText("304 Not Modified");

  await page.getByRole("navigation", { name: "More guides" }).getByRole("link", { name: /^Next/ }).click();
  await expect(page).toHaveURL("/docs/guides/players");
  await expect(page.getByText("partial dates", { exact: true })).toHaveCSS("font-style", "italic");
});

test("a search by a reader's word finds what serves", async ({ page }) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  for (const [typed, result] of [
    ["ics", "Calendars"],
    ["rotate", "Look after your key"],
    ["webhook", "No webhooks: poll the updates"],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByRole("option").filter({ hasText: result })).toBeVisible();
  }
});
