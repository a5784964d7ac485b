import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow, expectLayout, onPhone, widths } from "./layout-checks";

for (const path of ["/", "/no-such-page"]) {
  test(`${path} is accessible, fits and says nothing to the console`, async ({ page, complaints }) => {
    if (path !== "/") complaints.provoke(statusError(404));
    await page.setViewportSize(onPhone.viewport);

    await page.goto(path);

    await expectLayout(page, widths);
  });
}

test("a response in the console is accessible @full", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("200 OK")).toBeVisible();

  await expectLayout(page);
});

test("the theme follows the system until it is chosen @full", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  await expect(page.getByRole("radio", { name: "System theme" })).toBeChecked();
  const dark = await ground(page);

  await page.emulateMedia({ colorScheme: "light" });

  expect(await ground(page)).not.toBe(dark);
});

test("the theme switch sticks @full", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/");
  const light = await ground(page);

  await page.getByRole("radio", { name: "Dark theme" }).check();
  const dark = await ground(page);
  const again = await page.goto("/");

  expect(dark).not.toBe(light);
  expect(await again?.text()).toContain('data-theme="dark"');
  expect(await ground(page)).toBe(dark);
  await expect(page.getByRole("radio", { name: "Dark theme" })).toBeChecked();
});

test("the frame stays in one place from page to page, and the navigation marks the page @full", async ({
  page,
  signedIn,
}) => {
  const staff = (await signedIn("editor")).page;
  const logo = (reader: Page) => reader.getByRole("banner").getByRole("link", { name: "Theatre Listings" });
  for (const width of [1280, 1920]) {
    const edges = new Set<number | undefined>();
    for (const [reader, paths] of [
      [page, ["/", "/shows", "/shows/hamilton", "/terms", "/docs"]],
      [staff, ["/developers", "/dashboard", "/dashboard/shows"]],
    ] as const) {
      await reader.setViewportSize({ width, height: 900 });
      for (const path of paths) {
        await reader.goto(path);
        edges.add((await logo(reader).boundingBox())?.x);
        // Beside contents or a side bar it is the text that has the heading.
        const title = reader.getByRole("heading", { level: 1 });
        if (!/docs|dashboard/.test(path)) edges.add((await title.boundingBox())?.x);
      }
    }
    expect([...edges], `at ${width} px`).toHaveLength(1);
  }

  await page.goto("/shows/hamilton");
  const current = page.getByRole("navigation").locator("[aria-current=page]").filter({ visible: true });
  await expect(current).toHaveText(["What’s on", "Shows"]);
  await page.goto("/on");
  await expect(current).toHaveText(["What’s on", "What’s on"]);
});

for (const path of ["/", "/shows/hamilton", "/docs/shows"]) {
  test(`${path} fits a phone when text is twice its size @full`, async ({ page }) => {
    await page.setViewportSize(onPhone.viewport);
    await page.goto(path);

    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));

    await expectFitsWindow(page);
  });
}

test("a missing page offers links", async ({ page, complaints }) => {
  complaints.provoke(statusError(404));
  const response = await page.goto("/no-such-page");

  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});

test("the first tab stop skips to the content", async ({ page }) => {
  await page.goto("/");

  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("main")).toBeFocused();
});

function ground(page: Page): Promise<string> {
  return page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
}
