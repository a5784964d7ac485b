import { expect, test } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { makeShow } from "./pages";
import { fold, openPerson, readPerson } from "./record-page";

test("from the keyboard alone other names and ids are added @full", async ({ editor: page }) => {
  const id = await openPerson(page);

  await press(page, fold(page, "Details"));
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
});

test("from the keyboard alone a week is pasted, corrected and saved @full", async ({ editor: page }) => {
  const { second } = await makeShow(page.request);
  await page.goto(`/dashboard/productions/${second}`);

  await press(page, page.getByRole("button", { name: "Edit production" }));
  await press(page, fold(page, "Details"));
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
