import { expect, test } from "./fixtures";
import { atRest } from "./page-state";

test("what everyone may read stands apart from what staff call @full", async ({ page }) => {
  await page.goto("/docs");
  const reads = page.getByRole("region", { name: "Read the listings" });
  const rest = page.getByRole("region", { name: "Staff and account endpoints" });

  for (const resource of ["shows", "theatres", "people", "roles", "productions", "cast-members"])
    await expect(reads.getByRole("link", { name: new RegExp(`^GET /api/${resource}(/\\{id\\})? `) })).toHaveCount(2);
  await expect(reads.getByRole("link", { name: /^(POST|PUT|DELETE)/ })).toHaveCount(0);
  await expect(rest.getByRole("link", { name: "POST /api/shows Add a show" })).toBeVisible();
  await rest.getByRole("link", { name: "Shows", exact: true }).click();
  await expect(page).toHaveURL("/docs/shows#create-show");
  await expect(page.getByRole("heading", { name: "Add a show" })).toBeInViewport();
});

test("tools are named with what to do, and paging has a page of its own @full", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs");
  const tools = page.getByRole("region", { name: "Tools" });
  await tools.getByRole("button", { name: "Copy the address for Postman" }).click();
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(clipboard).toMatch(/\/api\/openapi\.json$/);
  await tools.getByRole("button", { name: "Copy the documentation for AI" }).click();
  await expect.poll(clipboard).toContain("### GET /api/cast-members/{id}");
  const downloading = page.waitForEvent("download");
  await tools.getByRole("link", { name: "Download", exact: true }).first().click();
  expect((await downloading).suggestedFilename()).toBe("theatre-listings.openapi.json");

  await page.getByRole("link", { name: "Lists are complete" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Paging");
});

test("the documentation keeps its height while one scrolls @full", async ({ page }) => {
  for (const path of ["/docs", "/docs/shows"]) {
    await page.goto(path);
    await atRest(page);
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await height();
    for (let part = 1; part <= 4; part += 1) {
      await page.evaluate((share) => scrollTo(0, (document.documentElement.scrollHeight * share) / 4), part);

      expect(Math.abs((await height()) - before), `${path}, ${part} of 4`).toBeLessThan(40);
    }
  }
});
