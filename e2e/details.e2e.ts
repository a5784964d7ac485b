import { expect, test } from "./fixtures";
import { press, typeInto } from "./keyboard";
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
