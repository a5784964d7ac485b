import type { Locator } from "@playwright/test";
import { expect, test } from "./fixtures";

/** What browsers send with a key of an input method: within the composition, and, in Safari, right after its end. */
const marks = { "within a composition": { isComposing: true }, "right after it": { keyCode: 229 } };

/** Dispatches a key that belongs to an input method. @returns whether the page left it to the browser. */
function composeWith(field: Locator, key: string, mark: object): Promise<boolean> {
  return field.evaluate(
    (element, init) =>
      element.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init })),
    { key, ...mark },
  );
}

test("the keys of a Chinese or Japanese composition choose nothing in the search of the documentation @full", async ({
  page,
}) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("polling");
  const options = page.getByRole("option");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");

  for (const mark of Object.values(marks))
    for (const key of ["ArrowDown", "Escape", "Enter"]) expect(await composeWith(field, key, mark)).toBe(true);

  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await expect(page).toHaveURL("/docs");
  await field.press("Enter");
  await expect(page).not.toHaveURL("/docs");
});

test("the keys of a composition neither choose in the palette nor close it, and step no date @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/new");
  const opens = page.getByLabel("Opens");
  await opens.fill("3 sep 2031");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  for (const mark of Object.values(marks)) expect(await composeWith(opens, "ArrowUp", mark)).toBe(true);
  await expect(opens).toHaveValue("3 sep 2031");

  await opens.fill("");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Record, page or action" });
  await palette.fill("new role");
  await expect(page.getByRole("option", { name: /New role/ })).toBeVisible();
  for (const mark of Object.values(marks))
    for (const key of ["Enter", "Escape"]) expect(await composeWith(palette, key, mark)).toBe(true);

  await expect(palette).toBeVisible();
  await expect(page).toHaveURL("/dashboard/productions/new");
  await palette.press("Enter");
  await expect(page).toHaveURL("/dashboard/roles/new");
});
