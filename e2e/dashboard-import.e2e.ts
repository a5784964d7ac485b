import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { createdRecord } from "./staff";

test("a file in Windows-1252 is noticed and read, and another encoding can be chosen @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
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
  await expect(rows(page).filter({ hasText: "row 2" })).toContainText("a character that was lost");
  await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();

  await notice.getByRole("radio", { name: "Windows-1252" }).check();
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await page.getByRole("link", { name: `Siân ${word}` }).click();
  await expect(page.getByLabel("Biography")).toHaveValue("Café – née");
});

test("UTF-16 is read, and a workbook is refused with what to do @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/people/import");

  await choose(page, "people.xlsx", Buffer.from("PK\u0003\u0004…"));
  const workbook = page.getByText("Save As → “CSV UTF-8 (Comma delimited)”");
  await expect(workbook).toBeVisible();

  await choose(page, "people.txt", Buffer.from(`\uFEFFname\tbio\r\nZoë ${randomUUID()}\t\r\n`, "utf16le"));
  await expect(page.getByText("This file is in UTF-16, not UTF-8.")).toBeVisible();
  await expect(workbook).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();
});

test("a file of too many rows is refused with the numbers before it is sent, and a line end in a name with its row @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/people/import");

  await choose(page, "people.csv", Buffer.from(`name\n${"Ada\n".repeat(5_001)}`));
  await expect(page.getByText("people.csv has 5,001 rows, which is too many for one import")).toBeVisible();
  await expect(page.getByText("at most 5,000 changes and 8 MiB, 64 KiB a change")).toBeVisible();

  await choose(page, "people.csv", Buffer.from(`name\n"Ada\nQuill ${randomUUID()}"\nBen ${randomUUID()}\n`));
  await expect(rows(page).filter({ hasText: "row 2" })).toContainText("name: must be one line");
  await expect(page.getByRole("button", { name: "Import 1 person" })).toBeVisible();
});

test("each column that is not a field is mapped or ignored", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  await page.goto("/dashboard/people/import");

  await choose(page, "people.csv", Buffer.from(`name,Biography,Age,About\nAda ${word},Writer,7,Dancer\n`));

  const columns = page.getByRole("form", { name: "Columns" });
  await expect(columns.getByLabel("“Biography”")).toHaveValue("bio");
  await expect(columns.getByLabel("“Age”")).toHaveValue("");
  await columns.getByRole("button", { name: "Continue" }).click();
  await expect(columns.getByRole("alert")).toHaveText("2 columns need your choice.");
  await columns.getByLabel("“Age”").selectOption("Ignore this column");
  await columns.getByLabel("“About”").selectOption("Biography (bio)");
  await expect(columns.getByLabel("“About”")).toHaveAccessibleDescription(/“Biography” is also read into this field/);
  await expect(page.getByRole("region", { name: "Preview of each row" })).toHaveCount(0);
  await columns.getByLabel("“About”").selectOption("Ignore this column");
  await columns.getByRole("button", { name: "Continue" }).click();

  await expect(page.getByText("Ignored columns: “Age”, “About”")).toBeVisible();
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await page.getByRole("link", { name: `Ada ${word}` }).click();
  await expect(page.getByLabel("Biography")).toHaveValue("Writer");
});

test("names stand for ids in a reference @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/import");

  const lines = ["Show,theatre_id,opening_date", "HAMILTON,palace theatre,2031-01-01", "Hamilton,Palce,2031-01-01"];
  await choose(page, "productions.csv", Buffer.from(lines.join("\n")));
  await expect(page.getByLabel("“Show”")).toHaveValue("show_id");
  await page.getByRole("button", { name: "Continue" }).click();

  await expect(rows(page)).toContainText("theatre_id: no theatre has this id or name: “Palce”");
  await page.getByRole("radio", { name: "1 to create" }).check();
  await expect(rows(page)).toHaveCount(1);
});

test("known people are used, and only others are created @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  const known: string[] = [];
  for (const name of [`Zoë ${word}`, `Ian ${word}`])
    known.push(await createdRecord(page.request, "people", { name, bio: null }));
  await page.goto("/dashboard/people/import");

  const others = Array.from({ length: 30 }, (_, index) => `New ${index} ${word},`);
  const lines = ["name,bio", `zoe ${word},Actor`, `Ian ${word},`, ...others];
  await choose(page, "people.csv", Buffer.from(lines.join("\n")));

  const zoe = rows(page).filter({ hasText: "row 2" });
  await expect(page.getByRole("radio", { name: "2 with a known name" })).toBeChecked();
  await expect(zoe).toContainText("bio: empty → Actor");
  await page.getByRole("button", { name: "Create duplicates" }).click();
  await expect(page.getByRole("button", { name: "Import 32 people" })).toBeVisible();
  await page.getByRole("button", { name: "Skip all" }).click();
  await expect(zoe).toContainText("left out: bio: empty → Actor");
  await expect(page.getByRole("button", { name: "Import 30 people" })).toBeVisible();
  await zoe.getByRole("combobox").selectOption("Use and update");
  await page.getByRole("button", { name: "Import 31 people" }).click();

  await expect(page.getByText("30 people created, 1 changed")).toBeVisible();
  const links = page.getByRole("list", { name: "New records" }).getByRole("link");
  await expect(links).toHaveCount(20);
  await page.getByRole("button", { name: "Show all 30" }).click();
  await expect(links).toHaveCount(30);
  expect(await peopleNamed(page, word)).toHaveLength(32);
  expect(await bioOf(page, known[0])).toBe("Actor");

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect(await peopleNamed(page, word)).toHaveLength(2);
  expect(await bioOf(page, known[0])).toBeNull();
});

test("the refused rows come back as a file, which can be corrected and imported", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  await page.goto("/dashboard/people/import");

  await choose(page, "people.csv", Buffer.from(`name;image;bio\nSiân ${word};none;=1+1\nBen ${word};;\n`));
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await expect(page.getByText("1 person created, 0 changed")).toBeVisible();
  const refused = await downloaded(page, "Download refused rows");
  expect(refused).toMatch(/^\uFEFFname;image;bio;problem\r\n/);
  expect(refused).toContain(`Siân ${word};none;'=1+1;`);
  await choose(page, "people-refused.csv", Buffer.from(refused.replace("none", "")));
  await page.getByRole("button", { name: "Import 1 person" }).click();
  await page.getByRole("link", { name: `Siân ${word}` }).click();

  await expect(page.getByLabel("Biography")).toHaveValue("=1+1");
});

test("a template has the columns of the resource @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/roles/import");

  const template = await downloaded(page, "Download template");
  expect(template).toMatch(/^\uFEFFid,name,.*production_id.*\r\n$/);
  await choose(page, "roles.csv", Buffer.from(template));

  await expect(page.getByText("Nothing to import.")).toBeVisible();
});

test("each step is accessible and fits @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.setViewportSize(onPhone.viewport);
  const name = `Zoe ${randomUUID()}`;
  await createdRecord(page.request, "people", { name, bio: null });
  await page.goto("/dashboard/people/import");

  const lines = ["name;Biography;Age", `${name};Caf\xe9;7`, `New ${name};;8`, ";;9"];
  await choose(page, "people.csv", Buffer.from(lines.join("\n"), "latin1"));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("1 column needs your choice.")).toBeVisible();
  await expectLayout(page, widths);
  await page.getByLabel("“Age”").selectOption("Ignore this column");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("button", { name: "Download refused rows" })).toBeVisible();
  await page.getByRole("radio", { name: "All 3" }).check();
  await expectLayout(page, widths);
  await page.getByRole("button", { name: "Import 2 people" }).click();
  await expect(page.getByRole("link", { name: `New ${name}` })).toBeVisible();
  await expectLayout(page, widths);
});

function rows(page: Page) {
  return page.getByRole("region", { name: "Rows of the file" }).getByRole("listitem");
}

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const input = page.getByLabel("A CSV or JSON file");
  await expect(input).toBeEnabled();
  await input.setInputFiles({ name, mimeType: "text/plain", buffer });
}

async function downloaded(page: Page, button: string): Promise<string> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  return readFile(await (await download).path(), "utf8");
}

/** The names of the people that contain a word. */
async function peopleNamed(page: Page, word: string): Promise<string[]> {
  const all = (await (await page.request.get("/api/people")).json()) as { name: string }[];
  return all.flatMap(({ name }) => (name.includes(word) ? [name] : []));
}

async function bioOf(page: Page, id: string | undefined): Promise<string | null> {
  return ((await (await page.request.get(`/api/people/${id}`)).json()) as { bio: string | null }).bio;
}
