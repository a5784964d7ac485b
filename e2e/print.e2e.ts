import { expect, test } from "./fixtures";
import type { Page } from "@playwright/test";

for (const width of [1280, 360]) {
  test(`a printed list has all its rows and nothing to press (${width} px) @full`, async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    await page.setViewportSize({ width, height: 800 });
    await page.goto("/dashboard/productions");
    const links = page.locator("#records").getByRole("link");
    await expect(links.first()).toBeVisible();
    const all = ((await (await page.request.get("/api/productions")).json()) as object[]).length;

    await page.emulateMedia({ media: "print", colorScheme: "dark" });

    await expect(links).toHaveCount(all);
    await expectPaper(page);
    // Rows one below the other: none is cut off by a box that scrolls, and none lies over another.
    const topsNow = () => links.evaluateAll((shown) => shown.map((link) => link.getBoundingClientRect().top));
    await expect.poll(async () => new Set(await topsNow()).size).toBe(all);
    const tops = await topsNow();
    const bottom = Math.max(...tops);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(bottom);

    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => links.count()).toBeLessThan(all);
  });
}

test("a printed production is its fields and its cast @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/hamilton-victoria-palace-2017");
  const cast = page.getByRole("heading", { name: "Cast", exact: true });
  await expect(page.locator("#cast li").first()).toBeVisible();

  await page.emulateMedia({ media: "print", colorScheme: "dark" });

  await expect(cast).toBeVisible();
  await expect(page.locator("#cast li").first()).toBeVisible();
  await expectPaper(page);
});

test("printed documentation has no menus and is black on white @full", async ({ page }) => {
  for (const path of ["/docs", "/docs/guides/errors", "/"]) {
    await page.goto(path);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expectPaper(page);
    await page.emulateMedia({ media: "screen" });
  }
});

/** Checks that nothing to press is left, and that the page is black on white. */
async function expectPaper(page: Page): Promise<void> {
  for (const role of ["navigation", "banner", "contentinfo", "searchbox", "checkbox"] as const)
    await expect(page.getByRole(role), role).toHaveCount(0);
  await expect(page.locator("button:visible:not(th button, [data-cell])")).toHaveCount(0);
  expect(
    await page.evaluate(() => {
      const { backgroundColor, color } = getComputedStyle(document.documentElement);
      return { backgroundColor, color };
    }),
  ).toEqual({ backgroundColor: "rgb(255, 255, 255)", color: "rgb(0, 0, 0)" });
}
