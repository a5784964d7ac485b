import { readCast, newCast, newProduction } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { createdRecord, letters } from "./staff";

test("dates and covers of a cast are typed by keyboard, checked, and saved as one change", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { production, name } = await newCast(page);
  const button = (text: string) => page.getByRole("button", { name: text, exact: true });
  await page.goto(`/dashboard/productions/${production}`);
  const first = page.getByRole("region", { name: "Principals" }).getByRole("listitem").first();
  await expect(first).toContainText("Dates unknown");

  await press(page, button(`Edit ${name("Ann")}`));
  await press(page, button("Add dates"));
  const engagement = page.getByRole("group", { name: "Engagement 1" });
  await typeInto(page, engagement.getByLabel("From"), "soon");
  await typeInto(page, engagement.getByLabel("Last day"), "14 Sep 2032");
  await expect(engagement).toContainText("Enter a date");
  await page.keyboard.press("Control+s");
  await expect(engagement.getByLabel("From")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Oct 2032");
  await expect(engagement).toContainText("Must not be before from.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Mar 2032");
  const covers = page.getByRole("group", { name: "Covers" });
  await typeInto(page, covers.getByRole("combobox", { name: "Add a role" }), "Anna");
  await page.keyboard.press("Enter");
  await pressTabUntilFocused(page, button(`Move ${name("Ann")}`));
  await typeInto(page, covers.getByLabel("Call order for Anna"), "1");
  await expect(first).toContainText(/Mar 2032 – 14 Sept? 2032 · covers Anna/);

  for (const one of ["Ben", "Cat"]) {
    await pressTabUntilFocused(page, page.getByRole("checkbox", { name: `Select ${name(one)}` }));
    await page.keyboard.press("Space");
  }
  await typeInto(page, page.getByLabel("Date for the selected"), "2031");
  await press(page, button("Set from"));
  await expect(button("Save cast")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(
    (await readCast(page.request, production)).map(({ engagements, covers }) => ({ engagements, covers })),
  ).toMatchObject([
    { engagements: [{ from: "2032-03", to: "2032-09-14" }], covers: [{ name: "Anna", call_order: 1 }] },
    { engagements: [{ from: "2031", to: null }], covers: [] },
    { engagements: [{ from: "2031", to: null }], covers: [] },
  ]);
  await page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await readCast(page.request, production)).flatMap(({ engagements }) => engagements))
    .toEqual([]);
});

test("dates given to a new member while the cast is saved are kept, and saved next @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const person = `Someone ${letters()}`;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  await page.getByRole("textbox", { name: "Cast list" }).fill(`${person} — Elsa`);
  await page.getByRole("button", { name: "Add 1 to cast" }).click();
  await page.route("**/api/changes", async (route) => {
    await held;
    await route.continue();
  });

  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await page.getByRole("checkbox", { name: `Select ${person}` }).check();
  await page.getByLabel("Date for the selected").fill("2032");
  await page.getByRole("button", { name: "Set from" }).click();
  release();
  await expect(page.getByText("Cast saved.")).toBeVisible();
  await expect(page.getByText("1 unsaved change, kept")).toBeVisible();
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText(/unsaved change/)).toHaveCount(0);

  await expect
    .poll(() => readCast(page.request, production))
    .toMatchObject([{ person: { name: person }, engagements: [{ from: "2032" }] }]);
});

test("a role that no one plays but someone covers is deleted with its cover, which is said before @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { production } = await newCast(page);
  const [ann] = await readCast(page.request, production);
  const role_id = await createdRecord(page.request, "roles", { name: "Olaf", production_id: production });
  const covered = await page.request.put(`/api/cast-members/${ann?.id}/details`, { data: { covers: [{ role_id }] } });
  expect(covered.status()).toBe(200);
  await page.goto(`/dashboard/roles/${role_id}`);

  await page.getByRole("button", { name: /^Delete/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("This also deletes 1 cover.");
  await dialog.getByRole("button", { name: /^Delete .* and 1 cover$/ }).click();

  await expect.poll(async () => (await page.request.get(`/api/roles/${role_id}`)).status()).toBe(404);
  expect((await readCast(page.request, production)).flatMap(({ covers }) => covers)).toEqual([]);
});
