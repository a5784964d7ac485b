import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { fold, openPerson, readPerson, sourcePrompt } from "./record-page";
import { createdRecord } from "./staff";

const undo = (page: Page) =>
  page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo", exact: true });

test("a source is saved with its change, offered for the next one, and taken back by the same undo", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const id = await openPerson(page);
  await page.getByLabel("Biography").fill("Born in Hull.");
  await page.getByLabel("Headshot").fill("https://example.com/ada.jpg");
  await expect(sourcePrompt(page)).toHaveAccessibleName("Source for: Biography, Headshot (optional)");
  await sourcePrompt(page).getByLabel("Source", { exact: true }).fill("Agent’s page");
  await sourcePrompt(page).getByLabel("Link").fill("example.com");
  await page.keyboard.press("Control+s");
  await expect(sourcePrompt(page).getByLabel("Link")).toBeFocused();
  await sourcePrompt(page).getByLabel("Link").fill("https://example.com/ada");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/^Saved Actor /)).toBeVisible();
  const source = { name: "Agent’s page", url: "https://example.com/ada", kind: "official", note: null };
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({
    sources: [
      { field: "bio", ...source, read_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown },
      { field: "image", ...source },
    ],
  });

  await undo(page).click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect(await readPerson(page.request, id)).toMatchObject({ bio: "As it was.", image: null });
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({ sources: [] });

  await expect(page.getByLabel("Biography")).toHaveValue("As it was.");
  await page.getByLabel("Biography").fill("Born in Leeds.");
  await page.getByRole("button", { name: "Same source as before: Agent’s page" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 source of Biography" })).toBeVisible();
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({ sources: [{ field: "bio", ...source }] });
  await page.getByRole("button", { name: "1 source of Biography" }).click();
  await expect(page.getByRole("heading", { name: "Biography" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Agent’s page" })).toHaveAttribute("href", "https://example.com/ada");
});

test("sources are added for several fields at once, changed and removed", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const id = await openPerson(page);
  await fold(page, "Sources").click();
  await page.getByRole("button", { name: "Add a source…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Source", { exact: true }).fill("Programme of 2026");
  await dialog.getByLabel("Kind").selectOption("Programme");
  await dialog.getByRole("button", { name: "Save source" }).click();
  await expect(dialog.getByText("Choose at least one field")).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Biography" }).check();
  await dialog.getByRole("checkbox", { name: "Whole record" }).check();
  await dialog.getByRole("button", { name: "Save source" }).click();
  await expect(page.getByRole("button", { name: "1 source of Biography" })).toBeVisible();

  await page.getByRole("region", { name: "Sources: Biography" }).getByRole("button", { name: "Edit source" }).click();
  await dialog.getByLabel("Note").fill("Page 3");
  await dialog.getByRole("button", { name: "Save source" }).click();
  await expect(page.getByText("Page 3", { exact: true })).toHaveCount(2);
  await page
    .getByRole("region", { name: "Sources: Whole record" })
    .getByRole("button", { name: "Remove source" })
    .click();

  await expect(page.getByRole("region", { name: "Sources: Whole record" })).toHaveCount(0);
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({
    sources: [{ field: "bio", name: "Programme of 2026", kind: "programme", note: "Page 3" }],
  });
});

test("V marks a record as verified, and the history undoes that", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const id = await openPerson(page);
  await expect(page.getByText("Never verified")).toBeVisible();
  await page.keyboard.press("v");

  await expect(page.getByRole("button", { name: "Verified today" })).toBeVisible();
  await expect(page.getByText(/^Verified \d+ \w+ \d{4} · just now$/)).toBeVisible();
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  const history = page.getByRole("list", { name: "History of this record" });
  await expect(history).toContainText(/Verified\s*never\s*→\s*\d+ \w+ \d{4}/);
  await history.getByRole("button", { name: /^Undo/ }).first().click();
  await expect(page.getByText("Never verified")).toBeVisible();
  expect(await readPerson(page.request, id, "/sources")).toEqual({ verified_at: null, sources: [] });
});

test("selected records are marked as verified as one change, which one undo takes back @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Twin ${randomUUID()}`;
  const ids: string[] = [];
  for (const bio of [null, "The other."]) ids.push(await createdRecord(page.request, "people", { name, bio }));
  const verified = async () =>
    Promise.all(
      ids.map(async (id) => ((await readPerson(page.request, id, "/sources")) as { verified_at: unknown }).verified_at),
    );
  await page.goto(`/dashboard/people?q=${name.replace(" ", "+")}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Mark as verified" }).click();

  await expect(page.getByText("Marked 2 people as verified.")).toBeVisible();
  expect(await verified()).toEqual([expect.any(String), expect.any(String)]);
  await undo(page).click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect(await verified()).toEqual([null, null]);
});

test("a conflict of records keeps the source, and one of details is resolved by field @full", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(412));
  const { page } = await signedIn("editor");
  const id = await openPerson(page);
  await fold(page, "Details").click();
  await page.getByLabel("Wikidata").waitFor();
  await page.request.put(`/api/people/${id}`, { data: { image: "https://example.com/theirs.jpg" } });
  await page.getByLabel("Biography").fill("Mine.");
  await sourcePrompt(page).getByLabel("Source", { exact: true }).fill("A visit");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Someone else edited this" });
  await dialog.getByRole("button", { name: "Save selected" }).click();
  await expect(page.getByText(/^Saved Actor /)).toBeVisible();
  expect(await readPerson(page.request, id)).toMatchObject({ bio: "Mine.", image: "https://example.com/theirs.jpg" });
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({
    sources: [{ field: "bio", name: "A visit" }],
  });

  await page.getByLabel("Wikidata").fill("Q42");
  const theirs = { aliases: [{ name: "Theirs", kind: "also" }] };
  await page.request.put(`/api/people/${id}/details`, { data: theirs });
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(dialog.getByRole("group", { name: "Other names" })).toContainText("Theirs (also)");
  await dialog.getByRole("button", { name: "Save selected" }).click();
  await expect(page.getByText("Saved the details.")).toBeVisible();
  expect(await readPerson(page.request, id, "/details")).toMatchObject({
    ...theirs,
    external_ids: { wikidata: "Q42" },
  });
});
