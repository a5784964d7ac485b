import { expect, test } from "./fixtures";
import { expectFitsWindow } from "./layout-checks";

test("the first record is at most five Tabs from the top of a list @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/shows");
  await page.getByRole("checkbox").first().waitFor();

  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to records" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("checkbox").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("row").nth(1).getByRole("link")).toBeFocused();
});

test("keys move between records, select them and a range, and open one", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/shows");
  const links = page.getByRole("row").getByRole("link");
  await page.getByRole("checkbox").first().waitFor();
  const names = await links.allTextContents();

  await page.keyboard.press("j");
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

test("the focus returns to the record that was opened, from Back and from the link to the list @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
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

test("letters stay letters in a text field, in a dialog, and once single keys are off @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
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

for (const width of [360, 639]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 844 } });

    test("search, filters, columns, import and export fold away, and the first record is in the upper half @full", async ({
      signedIn,
    }) => {
      const { page } = await signedIn("editor");
      await page.goto("/dashboard/productions");
      const cards = page.getByRole("list", { name: "List of productions" }).getByRole("listitem");
      await expect(cards.first()).toBeVisible();
      const first = await cards.first().boundingBox();

      expect((first?.y ?? 844) + (first?.height ?? 0) / 2).toBeLessThan(422);
      await expect(page.getByRole("searchbox")).toHaveCount(0);
      await page.getByRole("button", { name: "Filter" }).click();
      await page.getByRole("combobox", { name: "State" }).selectOption("Running");
      await page.getByRole("checkbox", { name: "No closing date" }).check();
      await page.getByRole("checkbox", { name: "ID", exact: true }).check();
      await page.getByRole("button", { name: "Filter (2)" }).click();
      await expect(cards.first()).toContainText("ID");
      await page.getByLabel("More actions").click();
      for (const name of ["Export CSV", "Export JSON", "Export JSON with details and sources"])
        await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
      await expect(page.getByRole("link", { name: "Import…" })).toBeVisible();
      await expectFitsWindow(page);
    });
  });
}
