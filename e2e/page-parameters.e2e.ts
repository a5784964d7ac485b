import { expect, test } from "./fixtures";

/** The cached page was rendered without them: React must not find a difference, nor Next another address. */
test("a page whose address has parameters that it does not read works like any other @full", async ({ page }) => {
  await page.goto("/docs?utm_source=newsletter&x=1");
  await expect(page).toHaveURL(/\/docs\?utm_source=newsletter&x=1$/);

  await page.getByRole("link", { name: "Sign in" }).first().click();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/docs\?utm_source=newsletter&x=1$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();

  await page.goto("/sign-in?utm_source=newsletter&callbackUrl=%2Fdocs");
  await expect(page.getByRole("link", { name: "Create one" })).toHaveAttribute("href", /callbackUrl=%2Fdocs$/);
  await page.goto("/sign-in?utm_source=newsletter");
  await expect(page.getByRole("link", { name: "Create one" })).toHaveAttribute("href", /^\/sign-up$/);
});
