import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import { openPerson, readPerson, sourcePrompt } from "./record-page";
import { createdRecord, openRecord, undo } from "./staff";

test("a source is saved with its change, offered again, and undone with it", async ({ editor: page }) => {
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

  await undo(page);
  expect(await readPerson(page.request, id)).toMatchObject({ bio: "As it was.", image: null });
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({ sources: [] });

  await expect(page.getByLabel("Biography")).toHaveValue("As it was.");
  await page.getByLabel("Biography").fill("Born in Leeds.");
  await page.getByRole("button", { name: "Same source as before: Agent’s page" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "1 source of Biography" })).toBeVisible();
  expect(await readPerson(page.request, id, "/sources")).toMatchObject({ sources: [{ field: "bio", ...source }] });
  await page.getByRole("button", { name: "1 source of Biography" }).click();
  const sources = page.getByRole("group", { name: "Sources (optional)" });
  await expect(sources.locator("summary")).toBeFocused();
  await expect(sources.locator("summary")).toHaveText(/^Biography: Agent’s page, official, read \d+ \w+ \d{4}$/);
  await page.keyboard.press("Enter");
  await expect(sources.getByRole("link", { name: "Open example.com" })).toHaveAttribute(
    "href",
    "https://example.com/ada",
  );
});

test("V marks a record as verified, and one button several @full", async ({ editor: page }) => {
  const name = `Twin ${randomUUID()}`;
  const ids: string[] = [];
  for (const bio of [null, "The other."]) ids.push(await createdRecord(page.request, "people", { name, bio }));
  const verified = async () =>
    Promise.all(
      ids.map(async (id) => ((await readPerson(page.request, id, "/sources")) as { verified_at: unknown }).verified_at),
    );
  await openRecord(page, `/dashboard/people/${ids[0]}`, "Full name");
  await expect(page.getByText("Never verified")).toBeVisible();
  await page.keyboard.press("v");
  await expect(page.getByText(/^Verified \d+ \w+ \d{4} · just now$/)).toBeVisible();
  await undo(page);
  await expect(page.getByText("Never verified")).toBeVisible();

  await page.goto(`/dashboard/people?q=${name.replace(" ", "+")}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Mark as verified" }).click();

  await expect(page.getByText("Marked 2 people as verified.")).toBeVisible();
  expect(await verified()).toEqual([expect.any(String), expect.any(String)]);
  await undo(page);
  expect(await verified()).toEqual([null, null]);
});
