import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { fold, openPerson, readPerson, sourcePrompt } from "./record-page";
import { createdRecord } from "./staff";

test("from the keyboard alone other names and ids are added, and a refused id says what it must be @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
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

test("a date that is not understood stays to be corrected, and nothing is saved @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const id = await openPerson(page);
  await fold(page, "Details").click();
  await page.getByRole("button", { name: "Add a name" }).click();
  const names = page.getByRole("group", { name: "Other names (optional)" });
  await names.getByLabel("Name").fill("Zoë");
  await names.getByLabel("From").fill("in the spring");
  await page.getByRole("button", { name: "Save details" }).click();

  await expect(names.getByLabel("From")).toHaveAccessibleDescription(/such as 14 Mar 2026, Mar 2026 or 2026/);
  await expect(names.getByLabel("From")).toHaveValue("in the spring");
  expect(await readPerson(page.request, id, "/details")).toMatchObject({ aliases: [] });
  await names.getByLabel("From").fill("3/2026");
  await names.getByLabel("To").focus();
  await expect(names.getByLabel("From")).toHaveValue("Mar 2026");
});

test("a production's details are edited below its dates, and a rule between both is explained", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const data = { show_id: "cats", theatre_id: "arts", opening_date: "2031-03-20", closing_date: null };
  const id = await createdRecord(page.request, "productions", data);
  await page.goto(`/dashboard/productions/${id}`);
  await page.getByRole("button", { name: "Edit production" }).click();
  await fold(page, "Details").click();
  await page.getByLabel("First preview").fill("3 April 2031");
  await page.getByLabel("Running minutes").fill("155");
  await page.getByLabel("Run type").selectOption("limited");
  await page.keyboard.press("Control+s");
  await expect(page.getByLabel("First preview")).toHaveAccessibleDescription(/opening/i);
  await page.getByLabel("First preview").fill("3 March 2031");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved the details.")).toBeVisible();

  expect(await (await page.request.get(`/api/productions/${id}/details`)).json()).toMatchObject({
    first_preview: "2031-03-03",
    running_minutes: 155,
    run_type: "limited",
  });
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await expect(page.getByRole("list", { name: "History of this record" })).toContainText(
    /First preview\s*empty\s*→\s*3 Mar 2031/,
  );
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("details, sources and the place for a source are accessible and fit @full", async ({ signedIn }) => {
    test.slow();
    const { page } = await signedIn("editor");
    await openPerson(page);
    await fold(page, "Details").click();
    await page.getByRole("button", { name: "Add a name" }).click();
    await page.getByLabel("Wikidata").fill("Q42");
    await page.getByLabel("Biography").fill("Another.");
    await sourcePrompt(page).first().waitFor();
    await fold(page, "Sources").click();
    await expectLayout(page, widths);
    await page.getByRole("button", { name: "Add a source…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("checkbox", { name: "Biography" }).check();
    await expectLayout(page, widths);
    await dialog.getByLabel("Source", { exact: true }).fill("A page");
    await dialog.getByLabel("Link").fill("https://example.com/a/long/address/of/a/page");
    await dialog.getByRole("button", { name: "Save source" }).click();
    await pressTabUntilFocused(page, page.getByRole("button", { name: "1 source of Biography" }));
    await page.keyboard.press("Enter");
    await expectLayout(page, widths);
  });
});
