import { statusError } from "./console-errors";
import { put, run, tickFound, twoPeople } from "./duplicates";
import { expect, test } from "./fixtures";
import { typeInto } from "./keyboard";
import { createdRecord, letters, undo } from "./staff";

test("an edit made meanwhile is seen before anything is merged @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(412));
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

test("different names are asked about, and unsaved changes come back @full", async ({ editor: page }) => {
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
  await expect(dialog).toContainText(`${name} and ${name} Two have different names.`);
  await dialog.getByRole("button", { name: "Merge 2 people" }).click();

  await expect(page).toHaveURL(`/dashboard/people/${other}`);
  await undo(page);
  await page.goto(`/dashboard/people/${draft}`);
  await expect(page.getByLabel("Biography (optional)")).toHaveValue("Unsaved.");
});
