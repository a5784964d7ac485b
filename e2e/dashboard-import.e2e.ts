import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord, undo } from "./staff";

test("an import previews each row, is undone, and gives back refused rows", async ({ editor: page }) => {
  const word = randomUUID();
  const known = await createdRecord(page.request, "people", { name: `Actor 1 ${word}` });
  const rows = [
    "Name;ID;bio",
    `New Zoë ${word};;"A life\nin two lines"`,
    `Renamed ${word};${known};`,
    `;;has no name`,
    `${"x".repeat(201)};;too long`,
    `New Ben ${word};;`,
    `Odd ${word};Not an id;=1+1`,
  ];
  await page.goto("/dashboard/people/import");

  await choose(page, "people.csv", rows.join("\r\n"));
  const plan = page.getByRole("region", { name: "Preview of each row" });
  await expect(plan.getByRole("radio", { name: "3 refused" })).toBeChecked();
  for (const row of ["row 4", "row 5", "row 7"])
    await expect(plan.getByRole("listitem").filter({ hasText: row })).toBeVisible();
  await plan.getByRole("radio", { name: "1 to change" }).check();
  await expect(plan.getByRole("listitem")).toContainText(`name: Actor 1 ${word} → Renamed ${word}`);
  expect(await peopleNamed(page, word)).toEqual([`Actor 1 ${word}`]);
  await page.getByRole("button", { name: "Import 3 people" }).click();
  await expect(page.getByText("2 people created, 1 changed")).toBeVisible();

  expect(await peopleNamed(page, word)).toEqual([`New Ben ${word}`, `New Zoë ${word}`, `Renamed ${word}`]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download refused rows" }).click();
  const refused = await readFile(await (await download).path(), "utf8");
  expect(refused).toMatch(/^\uFEFFName;ID;bio;problem\r\n/);
  expect(refused).toContain(`Odd ${word};Not an id;'=1+1;`);
  await undo(page);
  expect(await peopleNamed(page, word)).toEqual([`Actor 1 ${word}`]);

  await choose(page, "refused.csv", refused.replace("Not an id", ""));
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await page.getByRole("link", { name: `Odd ${word}` }).click();
  await expect(page.getByLabel("Biography")).toHaveValue("=1+1");
});

test("importing an export changes nothing @full", async ({ editor: page }) => {
  for (const [button, name] of [
    ["Export CSV", "theatres.csv"],
    ["Export JSON", "theatres.json"],
    ["Export JSON with details and sources", "theatres.json"],
  ] as const) {
    await page.goto("/dashboard/theatres");
    const download = page.waitForEvent("download");
    await page.getByLabel("More actions").click();
    await page.getByRole("button", { name: button, exact: true }).click();
    const saved = await (await download).path();
    await page.goto("/dashboard/theatres/import");
    await choose(page, name, await readFile(saved, "utf8"));

    await expect(page.getByRole("radio", { name: /^\d+ unchanged$/ })).toBeVisible();
    await expect(page.getByText("Nothing to import.")).toBeVisible();
    await expect(page.getByRole("radio", { name: /to change|to create|refused/ })).toHaveCount(0);
  }
});

test("an import reads Windows-1252, and asks what 03/04/2031 means @full", async ({ editor: page }) => {
  const word = randomUUID();
  await page.goto("/dashboard/people/import");

  // Excel’s “CSV (Comma delimited)” writes an en dash as one byte.
  const bytes = Buffer.from(`name;bio\r\nSiân ${word};Café \x96 née\r\nPlain ${word};\r\n`, "latin1");
  await choose(page, "people.csv", bytes);

  const notice = page.getByRole("region", { name: "Encoding" });
  await expect(notice.getByText("This file is in Windows-1252, not UTF-8.")).toBeVisible();
  await expect(notice.getByText("Siân, Café, –, née")).toBeVisible();
  await expect(page.getByRole("button", { name: "Import 2 people" })).toBeVisible();

  await notice.getByRole("radio", { name: "UTF-8" }).check();
  const rows = page.getByRole("region", { name: "Rows of the file" }).getByRole("listitem");
  await expect(rows.filter({ hasText: "row 2" })).toContainText("a character that was lost");
  await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();

  await notice.getByRole("radio", { name: "Windows-1252" }).check();
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await page.getByRole("link", { name: `Siân ${word}` }).click();
  await expect(page.getByLabel("Biography")).toHaveValue("Café – née");

  await page.goto("/dashboard/productions/import");
  await choose(page, "asked.csv", "sep=;\nshow_id;theatre_id;opening_date\nhamilton; Palace Theatre;03/04/2031\r\n");
  await expect(page.getByText("Which day is 03/04/2031?")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Import 1/ })).toHaveCount(0);
  await page.getByRole("radio", { name: "month/day: 4 Mar 2031" }).check();
  await page.getByRole("button", { name: "Import 1 production" }).click();
  await page.getByRole("list", { name: "New records" }).getByRole("link").click();
  await expect(page.getByText("4 Mar 2031 – open-ended")).toBeVisible();
});

async function choose(page: Page, name: string, content: string | Buffer): Promise<void> {
  const input = page.getByLabel("A CSV or JSON file");
  await expect(input).toBeEnabled();
  await input.setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

/** The names of the people that contain a word. */
async function peopleNamed(page: Page, word: string): Promise<string[]> {
  const all = (await (await page.request.get("/api/people")).json()) as { name: string }[];
  return all.flatMap(({ name }) => (name.includes(word) ? [name] : []));
}
