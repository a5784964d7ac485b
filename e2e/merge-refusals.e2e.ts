import { randomUUID } from "node:crypto";
import { statusError } from "./console-errors";
import { put, run, tickFound, twoPeople, undo } from "./duplicates";
import { expect, test } from "./fixtures";
import { typeInto } from "./keyboard";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { createdRecord, letters } from "./staff";

test("roles of different productions are refused before anything is sent @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Lead ${letters()}`;
  for (const production_id of [run, "les-miserables-barbican-1985"])
    await createdRecord(page.request, "roles", { name, production_id });
  await tickFound(page, "roles", name, 2);

  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("only roles with the same production can.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Merge 2/ })).toHaveCount(0);
});

test("an edit made meanwhile is shown, and nothing is merged until it was seen @full", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(412));
  const { page } = await signedIn("editor");
  const api = page.request;
  const { name, kept, merged } = await twoPeople(api);
  await tickFound(page, "people", name, 2);
  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Merge 2 people" });
  for (const [id, bio] of [
    [kept, "Edited survivor."],
    [merged, "Edited other."],
  ] as const) {
    await expect(confirm).toHaveAttribute("aria-disabled", "false");
    await put(api, `people/${id}`, { bio });
    await confirm.click();
    const alert = dialog.getByRole("alert");
    await expect(alert).toContainText("Someone else edited these records.");
    await expect(alert).toContainText(`${id}, biography:`);
    await expect(alert).toContainText(bio);
    await expect(alert).toBeFocused();
    expect((await api.get(`/api/people/${merged}`)).status()).toBe(200);
  }
  await dialog.getByRole("group", { name: "Biography" }).getByRole("radio", { name: "Edited other." }).check();
  await confirm.click();

  await expect(page.getByText(/^Merged 2 people into /)).toBeVisible();
  expect(await (await api.get(`/api/people/${kept}`)).json()).toMatchObject({ bio: "Edited other." });
});

test("a record that was merged elsewhere meanwhile is named, and its page leads to the survivor @full", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(404));
  const { page } = await signedIn("editor");
  const api = page.request;
  const name = `Cy ${letters()}`;
  const [here, there] = [
    await createdRecord(api, "people", { name }),
    await createdRecord(api, "people", { name, bio: "Elsewhere." }),
  ];
  const last = await createdRecord(api, "people", { name: `Survivor ${name}` });
  await page.goto(`/dashboard/people/${here}`);
  await page.getByRole("button", { name: "Merge with another…" }).click();
  await page.getByRole("combobox", { name: "Find the other person" }).fill(name);
  await page.getByRole("option", { name: there }).click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: "Merge 2 people" });
  await expect(confirm).toBeVisible();
  expect((await api.post(`/api/people/${there}/merge`, { data: { into: last } })).status()).toBe(200);
  await confirm.click();

  await expect(dialog.getByRole("alert")).toContainText("Nothing was merged.");
  await expect(dialog).toContainText(`${there} has been merged into Survivor ${name} ${last}.`);
  await expect(dialog).toContainText("There are no two people left to merge.");
  await dialog.getByRole("button", { name: "Close" }).click();

  await page.goto(`/dashboard/people/${there}`);
  await page.getByRole("link", { name: `Survivor ${name}` }).click();
  await expect(page).toHaveURL(`/dashboard/people/${last}`);
  await page.goto(`/dashboard/people/${there}`);
  await page.getByRole("button", { name: /^Undo/ }).first().click();
  await page.getByRole("button", { name: /^Undo all/ }).click();
  await expect(page.getByLabel("Full name")).toHaveValue(name);
});

test("unsaved changes of the page are not merged, and come back with the record @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Dot ${letters()}`;
  const [draft, other] = [
    await createdRecord(page.request, "people", { name }),
    await createdRecord(page.request, "people", { name: `${name} Two` }),
  ];
  await createdRecord(page.request, "cast-members", { person_id: other, production_id: run, role_type: "swing" });
  await page.goto(`/dashboard/people/${draft}`);
  await typeInto(page, page.getByLabel("Biography (optional)"), "Unsaved.");
  await page.getByRole("button", { name: "Merge with another…" }).click();
  const search = page.getByRole("combobox", { name: "Find the other person" });
  await search.fill(`${name} Two`);
  await search.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This page has unsaved changes.");
  await dialog.getByRole("button", { name: "Merge 2 people" }).click();

  await expect(page).toHaveURL(`/dashboard/people/${other}`);
  await undo(page);
  await page.goto(`/dashboard/people/${draft}`);
  await expect(page.getByLabel("Biography (optional)")).toHaveValue("Unsaved.");
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the dialog to merge records is accessible and fits @full", async ({ signedIn }) => {
    test.slow();
    const { page } = await signedIn("editor");
    const { name, kept } = await twoPeople(page.request);
    await createdRecord(page.request, "people", { name, bio: `${"Word ".repeat(400)}${randomUUID()}` });
    await page.goto(`/dashboard/people/${kept}`);
    await page.getByRole("button", { name: "Merge with another…" }).click();
    await page.getByRole("option").first().waitFor();
    await expectLayout(page, widths);
    await page.keyboard.press("Escape");
    await page.goto(`/dashboard/data-quality?q=${name}`);
    await page.getByRole("button", { name: `Merge… (${name})` }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Show all of biography" }).click();
    for (const summary of await dialog.locator("summary").all()) await summary.click();
    await expectLayout(page, widths);
    for (const width of widths) {
      await page.setViewportSize({ ...onPhone.viewport, width });
      const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    }
  });
});
