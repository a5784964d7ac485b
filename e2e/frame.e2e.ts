import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test("the theme follows the system until it is chosen, and sticks @full", async ({ editor: page }) => {
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/dashboard");
  await expect(page.getByRole("contentinfo").getByRole("radio", { name: "System theme" })).toBeChecked();
  const dark = await ground();
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground()).not.toBe(dark);

  await page.getByRole("banner").getByText("Account", { exact: true }).click();
  await page.getByRole("banner").getByRole("radio", { name: "Dark theme" }).check();
  expect(await ground()).toBe(dark);
  await expect(page.getByRole("contentinfo").getByRole("radio", { name: "Dark theme" })).toBeChecked();
  const again = await page.goto("/");
  expect(await again?.text()).toContain('data-theme="dark"');
  expect(await ground()).toBe(dark);
});

test("the frame stays in one place, and the navigation marks the page @full", async ({ page, signedIn }) => {
  const staff = (await signedIn("editor")).page;
  const edges = new Map<number, Set<number | undefined>>();
  for (const [reader, paths] of [
    [page, ["/", "/shows/hamilton", "/terms", "/docs"]],
    [staff, ["/developers", "/dashboard", "/dashboard/shows"]],
  ] as const)
    for (const path of paths) {
      await reader.goto(path);
      for (const width of [1280, 1920]) {
        await reader.setViewportSize({ width, height: 900 });
        const found = edges.get(width) ?? new Set();
        edges.set(width, found.add(await leftOf(reader, "link", "Theatre Listings")));
        // Beside contents or a side bar it is the text that has the heading.
        if (!/docs|dashboard/.test(path)) found.add(await leftOf(reader, "heading"));
      }
    }
  for (const [width, found] of edges) expect([...found], `at ${width} px`).toHaveLength(1);

  await page.goto("/shows/hamilton");
  const current = page.getByRole("navigation").locator("[aria-current=page]").filter({ visible: true });
  await expect(current).toHaveText(["What’s on", "Shows"]);
  await page.goto("/on");
  await expect(current).toHaveText(["What’s on", "What’s on"]);
});

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

async function leftOf(page: Page, role: "link" | "heading", name?: string): Promise<number | undefined> {
  const element = name ? page.getByRole("banner").getByRole(role, { name }) : page.getByRole(role, { level: 1 });
  return (await element.boundingBox())?.x;
}
