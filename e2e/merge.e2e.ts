import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { run, twoPeople } from "./problems";
import { createdRecord, letters, put, undo } from "./staff";

test("two people are merged by keyboard, and Undo restores both byte for byte", async ({ editor: page }) => {
  const api = page.request;
  const { name, kept, merged } = await twoPeople(api);
  const records = [kept, merged].flatMap((id) => ["", "/details", "/sources"].map((part) => `people/${id}${part}`));
  const readBytes = () =>
    Promise.all(["people", "cast-members", ...records].map(async (path) => (await api.get(`/api/${path}`)).text()));
  const before = await readBytes();
  await page.goto(`/dashboard/people/${merged}`);

  await press(page, page.getByRole("button", { name: "Merge with another…" }));
  const search = page.getByRole("combobox", { name: "Find the other person" });
  await expect(search).toBeFocused();
  await expect(page.getByRole("option").first()).toContainText(`${kept}Similar name`);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge people" });
  const survivor = (id: string) =>
    dialog.getByRole("group", { name: "Record to keep" }).getByRole("radio", { name: new RegExp(` ${id}$`) });
  await expect(survivor(kept)).toBeVisible();
  await expect(dialog).toContainText("1 cast member moves to");
  await expect(dialog).toContainText("1 cast member equals another.");
  await expect(dialog).toContainText("Two ids for ibdb");
  await expect(dialog.getByRole("region", { name: "Other names" })).toContainText(`B. ${name} (former, from 2001)`);
  await pressTabUntilFocused(page, survivor(kept));
  await page.keyboard.press("ArrowUp");
  await expect(survivor(merged)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(survivor(kept)).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Merge 2 people" }));

  await expect(page).toHaveURL(`/dashboard/people/${kept}`);
  const accented = name.replace("Ben", "Bén");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(accented);
  await expect(page.getByLabel("Biography (optional)")).toHaveValue("Born in Hull.");
  await expect(page.locator("#content")).toBeFocused();
  expect(await (await api.get(`/api/people/${kept}/details`)).json()).toMatchObject({
    aliases: [{ name: `B. ${name}` }],
    external_ids: { ibdb: "1", imdb: "nm0000002" },
  });
  const gone = await api.get(`/api/people/${merged}`);
  expect(gone.status()).toBe(404);
  expect(gone.headers()["link"]).toContain(`</api/people/${kept}>; rel="successor-version"`);

  await undo(page);
  expect(await readBytes()).toEqual(before);
});

test("an edit made meanwhile is seen before anything is merged @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(412));
  const api = page.request;
  const { name, kept, merged } = await twoPeople(api);
  await page.goto(`/dashboard/people?q=${encodeURIComponent(name)}`);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes).toHaveCount(2);
  for (const box of await boxes.all()) await box.check();
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
  // The list behind the dialog is drawn first, without the merged person.
  await page.route("**/api/search/people?*", async (route) => {
    await expect(boxes).toHaveCount(1);
    await route.continue();
  });
  await confirm.click();

  await expect(page.getByText(/^Merged 2 people into /)).toBeVisible();
  await expect(dialog).toHaveCount(0);
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
