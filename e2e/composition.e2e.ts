import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures";

/** Dispatches keys that belong to an input method, which the page must leave to the browser. */
async function compose(field: Locator, ...keys: string[]): Promise<void> {
  // What browsers send with it: within the composition, and, in Safari, right after its end.
  for (const mark of [{ isComposing: true }, { keyCode: 229 }])
    for (const key of keys) {
      const isLeft = await field.evaluate(
        (element, init) =>
          element.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })),
        { key, ...mark },
      );
      expect(isLeft, key).toBe(true);
    }
}

test("the keys of a Japanese composition choose, close and step nothing @full", async ({ page, signedIn }) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("polling");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await compose(field, "ArrowDown", "Escape", "Enter");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL("/docs");

  const { page: staff } = await signedIn("editor");
  await staff.goto("/dashboard/productions/new");
  const opens = staff.getByLabel("Opens");
  await opens.fill("3 sep 2031");
  await compose(opens, "ArrowUp");
  await expect(opens).toHaveValue("3 sep 2031");
  await opens.fill("");
  await staff.keyboard.press("Control+k");
  const palette = staff.getByRole("combobox", { name: "Record, page or action" });
  await palette.fill("new role");
  await expect(staff.getByRole("option", { name: /New role/ })).toBeVisible();
  await compose(palette, "Enter", "Escape");
  await expect(staff).toHaveURL("/dashboard/productions/new");
  await palette.press("Enter");
  await expect(staff).toHaveURL("/dashboard/roles/new");
});
