import { expect, test } from "./fixtures";

test("keys lead to the records, move, select a range, and open one @full", async ({ editor: page }) => {
  await page.goto("/dashboard/shows");
  const links = page.getByRole("row").getByRole("link");
  await page.getByRole("checkbox").first().waitFor();
  const names = await links.allTextContents();

  for (const key of ["Tab", "Enter", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "Skip to records" })).toBeFocused();
  for (const key of ["Enter", "Tab", "Tab"]) await page.keyboard.press(key);
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("3 shows selected")).toBeVisible();
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(names[1] ?? (await links.nth(1).innerText()));
});

test("the focus returns to the record that was opened @full", async ({ editor: page }) => {
  await page.goto("/dashboard/people");
  await page.getByRole("checkbox").first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press("j");
  const opened = page.locator(":focus");
  const name = await opened.innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.goBack();

  await expect(opened).toHaveText(name);
  await expect(opened).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("main").getByRole("link", { name: "People", exact: true }).last().click();
  await expect(opened).toHaveText(name);
  await expect(opened).toBeInViewport();
});

test("letters stay letters in fields, dialogs, and with single keys off @full", async ({ editor: page }) => {
  await page.goto("/dashboard/shows");
  await page.getByRole("checkbox").first().waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("xjk");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("xjk");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Edit field…" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");

  await expect(page.getByText("1 show selected")).toBeVisible();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(shortcuts).toContainText("Next or previous record or problem in the list");
  await shortcuts.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Edit field…" })).toBeFocused();
  await expect(shortcuts).toHaveCount(0);
});
