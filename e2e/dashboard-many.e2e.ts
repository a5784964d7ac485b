import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord } from "./staff";

test("one field of many records is changed and undone as one change", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  const ids = await people(page, word, 3);
  await page.goto(`/dashboard/people?q=${word}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("checkbox", { name: `Select Actor 3 ${word}` }).uncheck();
  await expect(page.getByText("2 people selected")).toBeVisible();

  await page.getByRole("button", { name: "Edit field…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 people" });
  await dialog.getByLabel("Field").selectOption("Headshot");
  await dialog.getByLabel("New value").fill("no address");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect(dialog.getByLabel("New value")).toHaveAccessibleDescription(/URL|address/);
  await dialog.getByLabel("New value").fill("https://example.com/face.jpg");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect(dialog.getByRole("list", { name: "Changes" }).getByRole("listitem")).toHaveText([
    `Actor 1 ${word}empty → https://example.com/face.jpg`,
    `Actor 2 ${word}empty → https://example.com/face.jpg`,
  ]);
  expect(await images(page, ids)).toEqual([null, null, null]);
  await dialog.getByRole("button", { name: "Change 2 people" }).click();
  await expect(page.getByText("2 people changed.")).toBeVisible();

  expect(await images(page, ids)).toEqual(["https://example.com/face.jpg", "https://example.com/face.jpg", null]);
  await undo(page);
  expect(await images(page, ids)).toEqual([null, null, null]);
});

test("a double click on “Preview changes” only previews, also when the preview is there before its second half @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  const ids = await people(page, word, 2);
  await page.goto(`/dashboard/people?q=${word}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Edit field…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 2 people" });
  await dialog.getByLabel("Field").selectOption("Headshot");
  await dialog.getByLabel("New value").fill("https://example.com/face.jpg");

  await dialog.getByRole("button", { name: "Preview changes" }).click();
  const change = dialog.getByRole("button", { name: "Change 2 people" });
  await change.hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });

  await expect(change).toBeVisible();
  expect(await images(page, ids)).toEqual([null, null]);
});

test("a bulk deletion lists what it would also delete, and does so only when asked to", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  const [first = "", second = ""] = await people(page, word, 2);
  const part = { person_id: first, production_id: "hamilton-victoria-palace-2017", role_type: "swing" };
  const member = await createdRecord(page.request, "cast-members", part);
  await page.goto(`/dashboard/people?q=${word}`);
  await page.getByRole("button", { name: "Select all shown" }).click();

  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 people?" });
  await expect(dialog.getByRole("alert")).toContainText("1 of them is used by 1 cast member");
  await expect(dialog.getByRole("list", { name: "Used by" })).toContainText(`Actor 1 ${word} in Hamilton`);
  await expect(dialog.getByRole("button", { name: "Delete the other 1" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Also delete 1 cast member" }).check();
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("2 people deleted.")).toBeVisible();

  const status = async (path: string) => (await page.request.get(`/api/${path}`)).status();
  expect(await status(`people/${second}`)).toBe(404);
  expect(await status(`cast-members/${member}`)).toBe(404);
  await undo(page);
  expect(await status(`people/${second}`)).toBe(200);
  expect(await status(`cast-members/${member}`)).toBe(200);
});

test("shows with productions are not deleted in bulk either @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/shows?q=hamilton");
  await page.getByRole("button", { name: "Select all shown" }).click();

  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");

  await expect(dialog.getByRole("alert")).toContainText("can’t be deleted");
  await expect(dialog.getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("an import previews each row, skips three invalid ones, and is undone as a whole", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID();
  const [known = ""] = await people(page, word, 1);
  const rows = [
    "Name;ID;bio",
    `New Zoë ${word};;"A life\nin two lines"`,
    `Renamed ${word};${known};`,
    `;;has no name`,
    `${"x".repeat(201)};;too long`,
    `New Ben ${word};;`,
    `Odd ${word};Not an id;`,
  ];
  await page.goto("/dashboard/people/import");

  await choose(page, file("people.csv", rows.join("\r\n")));
  const plan = page.getByRole("region", { name: "Preview of each row" });
  await expect(plan.getByRole("radio", { name: "3 refused" })).toBeChecked();
  for (const row of ["row 4", "row 5", "row 7"])
    await expect(plan.getByRole("listitem").filter({ hasText: row })).toBeVisible();
  await plan.getByRole("radio", { name: "1 to change" }).check();
  await expect(plan.getByRole("listitem")).toContainText(`name: Actor 1 ${word} → Renamed ${word}`);
  expect(await names(page, word)).toEqual([`Actor 1 ${word}`]);
  await page.getByRole("button", { name: "Import 3 people" }).click();
  await expect(page.getByText("2 people created, 1 changed")).toBeVisible();

  expect(await names(page, word)).toEqual([`New Ben ${word}`, `New Zoë ${word}`, `Renamed ${word}`]);
  await undo(page);
  expect(await names(page, word)).toEqual([`Actor 1 ${word}`]);
});

test("an invalid file is reported without a request @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/shows/import");

  await choose(page, file("notes.txt", "Dear all,\nsee you on Monday."));

  await expect(page.getByText("The first row must contain column names")).toBeVisible();
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("1 column needs your choice.")).toBeVisible();
  await page.getByLabel("“Dear all”").selectOption("Ignore this column");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("Nothing to import.")).toBeVisible();
});

test("importing an export changes nothing @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
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
    await choose(page, file(name, await readFile(saved, "utf8")));

    await expect(page.getByRole("radio", { name: /^\d+ unchanged$/ })).toBeVisible();
    await expect(page.getByText("Nothing to import.")).toBeVisible();
    await expect(page.getByRole("radio", { name: /to change|to create|refused/ })).toHaveCount(0);
  }
});

/** @returns the ids. */
async function people(page: Page, word: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1)
    ids.push(await createdRecord(page.request, "people", { name: `Actor ${n} ${word}` }));
  return ids;
}

async function images(page: Page, ids: string[]): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (const id of ids) {
    const { image } = (await (await page.request.get(`/api/people/${id}`)).json()) as { image: string | null };
    found.push(image);
  }
  return found;
}

/** The people whose names contain a word. */
async function names(page: Page, word: string): Promise<string[]> {
  const all = (await (await page.request.get("/api/people")).json()) as { name: string }[];
  return all.flatMap(({ name }) => (name.includes(word) ? [name] : []));
}

async function choose(page: Page, chosen: ReturnType<typeof file>): Promise<void> {
  const input = page.getByLabel("A CSV or JSON file");
  await expect(input).toBeEnabled();
  await input.setInputFiles(chosen);
}

function file(name: string, text: string) {
  return { name, mimeType: "text/plain", buffer: Buffer.from(text) };
}

async function undo(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
}
