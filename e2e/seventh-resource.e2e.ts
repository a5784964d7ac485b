import { readFile } from "node:fs/promises";
import { TreeCopy } from "../test/seventh-resource";
import { expect, test as base } from "./fixtures";
import { startE2eService } from "./service";
import { createdRecord, openRecord } from "./staff";

/** The steps of docs/adding-a-resource.md, and its pages as they are built from them. */
const test = base.extend({
  service: [
    async ({ backend }, use) => {
      const copy = new TreeCopy("seventh-pages");
      try {
        await copy.takeAll();
        const service = await startE2eService({ backend, root: copy.folder });
        await use(service);
        await service.stop();
      } finally {
        copy.remove();
      }
    },
    // With the copy's own build.
    { scope: "worker", timeout: 600_000 },
  ],
});

const olivier = { show_id: "hamilton", name: "Olivier Award for Best New Musical", year: 2018 };

test("staff create an award, find it in the list, delete it, and undo the deletion", async ({ editor: page }) => {
  const name = "Grammy for Best Musical Theater Album";
  await page.goto("/dashboard/awards/new");
  const show = page.getByRole("combobox", { name: "Show" });
  await show.fill("hamilton");
  await show.press("Enter");
  await expect(show).toHaveValue("Hamilton");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel("Year", { exact: true }).fill("1899");
  await page.keyboard.press("Control+s");
  await expect(page.getByLabel("Year", { exact: true })).toHaveAccessibleDescription(/1900/);
  await page.getByLabel("Year", { exact: true }).fill("2016");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`Created ${name}.`, { exact: true })).toBeVisible();
  await expect(page.getByRole("list", { name: "History of this record" })).toContainText("created");

  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Awards" }).click();
  const row = page.getByRole("row", { name });
  await expect(row).toContainText("2016");
  await row.getByRole("link", { name }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard\/awards$/);
  await expect(row).toHaveCount(0);
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();

  await expect(row).toContainText("Hamilton");

  // A show that has an award can't be deleted, and the dialog names the award.
  const show_id = await createdRecord(page.request, "shows", { name: "A Prized Show", type: "play" });
  await createdRecord(page.request, "awards", { ...olivier, show_id, name: "Best Revival" });
  await openRecord(page, `/dashboard/shows/${show_id}`, "Name");

  await page.getByRole("button", { name: "Delete…" }).click();

  await expect(page.getByRole("dialog")).toContainText("can’t be deleted while it is used by 1 award");
  await expect(page.getByRole("list", { name: "Used by" })).toContainText("Best Revival (award)");
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("awards are exported as CSV, and imported with a new one added", async ({ editor: page }) => {
  await createdRecord(page.request, "awards", olivier);
  await page.goto("/dashboard/awards");
  const download = page.waitForEvent("download");
  await page.getByLabel("More actions").click();
  await page.getByRole("button", { name: "Export CSV" }).click();
  const sheet = await readFile(await (await download).path(), "utf8");
  await page.goto("/dashboard/awards/import");
  const input = page.getByLabel("A CSV or JSON file");
  await expect(input).toBeEnabled();
  const buffer = Buffer.from(`${sheet},cats,Best Choreography,1981\r\n`);
  await input.setInputFiles({ name: "awards.csv", mimeType: "text/csv", buffer });

  await page.getByRole("button", { name: /^Import/ }).click();

  await expect
    .poll(async (): Promise<unknown> => (await page.request.get("/api/awards?show_id=cats")).json())
    .toMatchObject([{ name: "Best Choreography", year: 1981 }]);
});

test("the reference documents awards with their fields and limits", async ({ page }) => {
  await page.goto("/docs/shows");
  await page.getByRole("navigation").getByRole("link", { name: "Awards", exact: true }).first().click();

  await expect(page).toHaveURL(/\/docs\/awards$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Awards");
  await expect(page.getByRole("main")).toContainText("The year of the ceremony.");
  await expect(page.getByRole("main")).toContainText("/awards/{id}");
});
