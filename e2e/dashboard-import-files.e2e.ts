import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test("files as spreadsheets save them are read, and one question decides what 03/04/2031 means", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/import");

  // Excel in Britain after it has opened and saved our export.
  const british = ["show_id,theatre_id,opening_date,closing_date", "hamilton,palace,03/04/2031,15/04/2031", ",,,"];
  await choose(page, "british.csv", Buffer.from(british.join("\r\n")));
  await expect(page.getByText("Dates are read as day/month/year: 15/04/2031 is 15 Apr 2031.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 1 production" })).toBeVisible();

  const asked = ["sep=;", "show_id;theatre_id;opening_date;closing_date", "hamilton; Palace Theatre;03/04/2031;\r"];
  await choose(page, "asked.csv", Buffer.from(asked.join("\n")));
  await expect(page.getByText("Which day is 03/04/2031?")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import 1/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "month/day: 4 Mar 2031" }).check();
  await page.getByRole("button", { name: "Import 1 production" }).click();
  await page.getByRole("list", { name: "New records" }).getByRole("link").click();
  await expect(page.getByText("4 Mar 2031 – open-ended")).toBeVisible();
  await page.goto("/dashboard/shows/import");
  await choose(
    page,
    "shows.csv",
    Buffer.from(`name,type\nMixed ${randomUUID()},Musical\r\nLast ${randomUUID()}, play\n`),
  );
  await expect(page.getByRole("button", { name: "Import 2 shows" })).toBeVisible();
});

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const input = page.getByLabel("A CSV or JSON file");
  await expect(input).toBeEnabled();
  await input.setInputFiles({ name, mimeType: "text/plain", buffer });
}
