import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { makeShow } from "./pages";
import { createdRecord, openRecord, undo } from "./staff";

test("a source is saved with its change, offered again, and undone with it", async ({ editor: page }) => {
  const id = await openPerson(page);
  const prompt = page.getByRole("group", { name: /^Source for/ });
  await page.getByLabel("Biography").fill("Born in Hull.");
  await page.getByLabel("Headshot").fill("https://example.com/ada.jpg");
  await expect(prompt).toHaveAccessibleName("Source for: Biography, Headshot (optional)");
  await prompt.getByLabel("Source", { exact: true }).fill("Agent’s page");
  await prompt.getByLabel("Link").fill("example.com");
  await page.keyboard.press("Control+s");
  await expect(prompt.getByLabel("Link")).toBeFocused();
  await prompt.getByLabel("Link").fill("https://example.com/ada");
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

test("from the keyboard alone other names, ids and a pasted week are added @full", async ({ editor: page }) => {
  const id = await openPerson(page);

  await press(page, page.getByRole("button", { name: "Details", exact: true }));
  await press(page, page.getByRole("button", { name: "Add a name" }));
  const names = page.getByRole("group", { name: "Other names (optional)" });
  await expect(names.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Zoë Quill");
  await typeInto(page, names.getByLabel("From"), "Mar 2019");
  await typeInto(page, names.getByLabel("To"), "1 Apr 2024");
  const ids = page.getByRole("group", { name: "IDs elsewhere (optional)" });
  await typeInto(page, ids.getByLabel("Wikidata"), "https://www.wikidata.org/wiki/Q646389");
  await typeInto(page, ids.getByLabel("IMDb"), "0592135");
  await page.keyboard.press("Control+s");

  await expect(ids.getByLabel("IMDb")).toBeFocused();
  await expect(ids.getByLabel("IMDb")).toHaveAccessibleDescription("Must be nm, tt or co and at least 7 digits.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("nm0592135");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved the details.")).toBeVisible();

  expect(await readPerson(page.request, id, "/details")).toMatchObject({
    aliases: [{ name: "Zoë Quill", kind: "former", from: "2019-03", to: "2024-04-01" }],
    external_ids: { wikidata: "Q646389", imdb: "nm0592135" },
  });
  await expect(ids.getByRole("link", { name: "Open at Wikidata" })).toHaveAttribute(
    "href",
    "https://www.wikidata.org/wiki/Q646389",
  );
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("list", { name: "History of this record" })).toContainText(
    "Zoë Quill (former, Mar 2019 – 1 Apr 2024)",
  );

  const { second } = await makeShow(page.request);
  await page.goto(`/dashboard/productions/${second}`);

  await press(page, page.getByRole("button", { name: "Edit production" }));
  await press(page, page.getByRole("button", { name: "Details", exact: true }));
  const week = page.getByRole("group", { name: "Ordinary week (optional)" });
  await press(page, week.getByText("Paste times"));
  await typeInto(page, week.getByLabel("Times as the theatre writes them"), "Tue–Wed 7.30pm, Sat 25pm, Sun 3pm");
  await expect(week.getByText("Sat 25pm: “25pm” is not understood. It stays here.")).toBeVisible();
  await press(page, week.getByRole("button", { name: "Add 3 times" }));
  await expect(week.getByLabel("Times as the theatre writes them")).toHaveValue("Sat 25pm");
  await expect(week.getByLabel("Tue")).toHaveValue("7.30pm");
  await week.getByLabel("Wed").fill("2.30, 7.30pm");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved the details.")).toBeVisible();

  const { schedule } = await (await page.request.get(`/api/productions/${second}/details`)).json();
  const always = { from: null, to: null };
  expect(schedule).toEqual([
    { day: "tue", time: "19:30", ...always },
    { day: "wed", time: "14:30", ...always },
    { day: "wed", time: "19:30", ...always },
    { day: "sun", time: "15:00", ...always },
  ]);
});

/** Creates a person, opens its page and waits until it is hydrated. @returns the id. */
async function openPerson(page: Page): Promise<string> {
  const id = await createdRecord(page.request, "people", { name: `Actor ${randomUUID()}`, bio: "As it was." });
  await openRecord(page, `/dashboard/people/${id}`, "Full name");
  return id;
}

/** The record of a person, or a document beside it. */
async function readPerson(
  api: APIRequestContext,
  id: string,
  part: "" | "/details" | "/sources" = "",
): Promise<unknown> {
  return (await api.get(`/api/people/${id}${part}`)).json();
}
