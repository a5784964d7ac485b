import { expect, test } from "./fixtures";

test("the slash key leads to the search, and the keyboard from there to a field of a response", async ({ page }) => {
  await page.goto("/docs");
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(field).toBeFocused();

  await page.keyboard.type("billing_order");
  const options = page.getByRole("option");
  await expect(options.first()).toContainText("Response of GET /api/");
  await page.keyboard.press("End");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/docs\/[\w-]+#[\w-]+-answer-billing_order$/);
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport();
});

test("a failed or empty search says so, and its shortcut can be off @full", async ({ page, complaints }) => {
  complaints.provoke(/entries\.json|Failed to load resource/);
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await page.route("/docs/entries.json", (route) => route.abort());
  await field.fill("poll");
  await expect(page.getByRole("listbox", { name: "Results" })).toContainText("The search can’t be loaded.");
  await page.unroute("/docs/entries.json");
  await field.pressSequentially("ing");
  await expect(page.getByRole("option").first()).toContainText("Polling for free");

  await field.fill("headliner");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("No results for “headliner”. Similar:");
  await expect(page.getByRole("option").first()).toContainText("Headers");

  await field.fill("xylophone");
  await expect(page.getByRole("listbox", { name: "Results" })).toHaveText(
    "No results for “xylophone”. The contents list every page.",
  );

  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.goto("/docs/shows");
  await page.keyboard.press("/");
  await expect(field).not.toBeFocused();
});
