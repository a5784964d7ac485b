import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLayout } from "./layout-checks";
import { atRest } from "./page-state";
import { apiSignIn } from "./people";

test.describe("with a contrast theme", () => {
  test("the chosen theme and the primary button look different from the others @full", async ({ page }) => {
    await openForced(page, "/");
    await page.getByRole("radio", { name: "Dark theme" }).check();

    const [chosen, other] = [label(page, "Dark theme"), label(page, "Light theme")];
    await expectDifferent(chosen, other);
    await openForced(page, "/sign-in");
    await expectDifferent(
      page.getByRole("button", { name: "Sign in", exact: true }),
      page.getByRole("main").locator("input").first(),
    );
  });

  test("the current page, chips and buttons of the dashboard keep their meaning @full", async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    await openForced(page, "/dashboard/people/import");
    const places = page.getByRole("navigation", { name: "Dashboard" });
    await expectDifferent(
      places.getByRole("link", { name: "People" }),
      places.getByRole("link", { name: "Shows", exact: true }),
    );

    const input = page.getByLabel("A CSV or JSON file");
    await expect(input).toBeEnabled();
    await input.setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer: Buffer.from("name\nAda\n\nx,y\n") });
    await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();

    await expectDifferent(label(page, "1 refused"), label(page, "1 to create"));
    await expectDifferent(
      page.getByRole("button", { name: "Import 1 person" }),
      page.getByRole("button", { name: "Download template" }),
    );
    await expectLayout(page);
  });

  test("a bar shows its measure @full", async ({ page, aKey }) => {
    const { secret, owner } = await aKey();
    await page.request.get("/api/shows/hamilton", { headers: { Authorization: `Bearer ${secret}` } });
    await apiSignIn(page.request, owner);
    await openForced(page, "/developers");

    const bar = page.getByRole("meter").first();
    await expectDifferent(bar.locator("span").first(), bar);
  });
});

async function openForced(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(path);
  await atRest(page);
}

/** The visible label of a radio button. */
function label(page: Page, name: string): Locator {
  return page.locator("label").filter({ has: page.getByRole("radio", { name }) });
}

async function expectDifferent(one: Locator, other: Locator): Promise<void> {
  const ground = (element: Locator) => element.evaluate((found) => getComputedStyle(found).backgroundColor);
  expect(await ground(one)).not.toBe(await ground(other));
}
