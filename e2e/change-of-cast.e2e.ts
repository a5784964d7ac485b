import { readCast, engage, newCast } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { expectLayout, onPhone, widths } from "./layout-checks";

test("a change of cast shows its plan, is saved with its source as one change, and is undone as one", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { production, name } = await newCast(page);
  await page.goto(`/dashboard/productions/${production}?change-of-cast`);
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New cast starts").fill("16 Mar 2032");
  await expect(dialog.getByLabel("Old cast’s last day")).toHaveValue("15 Mar 2032");
  await dialog.getByRole("button", { name: "All principals" }).click();
  await dialog.getByRole("checkbox", { name: name("Ben") }).uncheck();
  await dialog.getByLabel("Search the cast").fill("cat");
  await dialog.getByRole("checkbox", { name: name("Cat") }).check();
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(`${name("Dan")} — Elsa\n${name("Cat")} — Kristoff`);
  await dialog.getByRole("button", { name: "Review" }).click();

  await expect(dialog.getByRole("region", { name: "Plan" }).getByRole("row")).toHaveText([
    /Change.*Person.*Part.*Day.*Notes/,
    new RegExp(`Leaves.*${name("Ann")}.*Elsa.*until 15 Mar 2032.*First day unknown`),
    new RegExp(`Moves.*${name("Cat")}.*ensemble → Kristoff new role.*until 15 Mar 2032, from 16 Mar 2032`),
    new RegExp(`Joins.*${name("Dan")} new person.*Elsa, replacing ${name("Ann")}.*from 16 Mar 2032`),
  ]);
  await expect(dialog.getByText("1 other stays")).toBeVisible();
  expect(await readCast(page.request, production)).toHaveLength(3);
  await dialog.getByLabel("Link").fill("press release");
  await dialog.getByRole("button", { name: "Save cast change" }).click();
  await expect(dialog.getByText(/^Enter a web address/)).toBeVisible();
  await dialog.getByLabel("Link").fill("https://example.org/new-cast");
  await dialog.getByLabel("Source", { exact: true }).fill("New cast announced");
  await dialog.getByRole("button", { name: "Save cast change" }).click();

  await expect(page.getByText("Change of cast saved.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/dashboard/productions/${production}$`));
  const namesOn = async (day: string) =>
    (await readCast(page.request, production, day)).map(({ person, role }) => `${person.name} ${role?.name ?? ""}`);
  expect(await namesOn("2032-03-15")).toEqual([`${name("Ann")} Elsa`, `${name("Ben")} Anna`, `${name("Cat")} `]);
  expect((await namesOn("2032-03-16")).toSorted()).toEqual(
    [`${name("Ben")} Anna`, `${name("Cat")} Kristoff`, `${name("Dan")} Elsa`].toSorted(),
  );
  const changed = (await readCast(page.request, production)).filter(({ engagements }) => engagements.length > 0);
  expect(changed).toHaveLength(4);
  for (const { id } of changed) {
    const { sources } = (await (await page.request.get(`/api/cast-members/${id}/sources`)).json()) as {
      sources: object[];
    };
    expect(sources).toMatchObject([
      { field: "engagements", name: "New cast announced", url: "https://example.org/new-cast", kind: "official" },
    ]);
  }

  await page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => readCast(page.request, production)).toHaveLength(3);
  expect((await readCast(page.request, production)).flatMap(({ engagements }) => engagements)).toEqual([]);
});

test("a change of cast is made by keyboard alone; someone who returns stays one cast member @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { production, name } = await newCast(page);
  const [ann] = await readCast(page.request, production);
  await engage(page, ann?.id ?? "", [{ from: "2031-09-03", to: "2031-12-31" }]);
  await page.goto(`/dashboard/productions/${production}`);

  await press(page, page.getByRole("button", { name: "Change of cast…" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("New cast starts"), "Mar 2032");
  await typeInto(page, dialog.getByLabel("Old cast’s last day"), "28 Feb 2032");
  await pressTabUntilFocused(page, dialog.getByRole("checkbox", { name: name("Ben") }));
  await page.keyboard.press("Space");
  await pressTabUntilFocused(page, dialog.getByRole("textbox", { name: "Cast list" }));
  await page.keyboard.insertText(`${name("Ann")} — Elsa\n${name("Cat")} — Anna`);
  await press(page, dialog.getByRole("button", { name: "Review" }));
  await expect(dialog.getByRole("region", { name: "Plan" }).getByRole("row")).toHaveText([
    /Change/,
    new RegExp(`Leaves.*${name("Ben")}.*until 28 Feb 2032`),
    new RegExp(`Joins.*${name("Cat")}.*Anna, replacing ${name("Ben")}.*from Mar 2032.*Stays as ensemble too`),
    new RegExp(`Returns.*${name("Ann")}.*Elsa.*from Mar 2032.*Was in this part before: 3 Sept? 2031 – 31 Dec 2031`),
  ]);
  await press(page, dialog.getByRole("button", { name: "Back" }));
  await expect(dialog.getByRole("checkbox", { name: name("Ben") })).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Review" }));
  await press(page, dialog.getByRole("button", { name: "Save cast change" }));
  await expect(page.getByText("Change of cast saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Change of cast…" })).toBeFocused();

  const cast = await readCast(page.request, production);
  expect(cast.filter(({ person }) => person.name === name("Ann"))).toMatchObject([
    {
      id: ann?.id,
      engagements: [
        { from: "2031-09-03", to: "2031-12-31" },
        { from: "2032-03", to: null },
      ],
    },
  ]);
  expect(cast).toHaveLength(4);
});

test("what contradicts the dates that are known can't be saved, and unsaved edits come first @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { production, name } = await newCast(page);
  const [ann] = await readCast(page.request, production);
  await engage(page, ann?.id ?? "", [{ from: "2032-06-01" }]);
  await page.goto(`/dashboard/productions/${production}?change-of-cast`);
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("checkbox", { name: name("Ann") }).check();
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("Enter the last day.")).toBeVisible();
  await dialog.getByLabel("Old cast’s last day").fill("1 Mar 2032");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(dialog.getByText("Begins after the last day: from 1 Jun 2032.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save cast change" })).toHaveAttribute("aria-disabled", "true");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: `Remove ${name("Ben")}` }).click();
  await page.getByRole("button", { name: "Change of cast…" }).click();
  await expect(dialog).toContainText("This cast has unsaved changes. Save or discard them first.");
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the dates of a cast, its change and its day are accessible and fit @full", async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    const { production, name } = await newCast(page);
    const [ann] = await readCast(page.request, production);
    await engage(page, ann?.id ?? "", [{ from: "2031-09-03", to: "2032-01-31" }]);
    await page.goto(`/dashboard/productions/${production}?on=2032-01-31`);
    await expect(page.getByRole("slider", { name: "Day of the run" })).toBeVisible();
    await page.getByRole("button", { name: `Edit ${name("Ann")}` }).click();
    await expect(page.getByRole("group", { name: "Engagement 1" })).toBeVisible();
    await page.getByRole("checkbox", { name: `Select ${name("Ben")}` }).check();
    await expectLayout(page, widths);
    await page.getByRole("button", { name: "Change of cast…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("New cast starts").fill("1 Feb 2032");
    await dialog.getByRole("checkbox", { name: name("Ann") }).check();
    await dialog.getByRole("textbox", { name: "Cast list" }).fill(`${name("Dan")} — Elsa`);
    await expectLayout(page, widths);
    await dialog.getByRole("button", { name: "Review" }).click();
    await expect(dialog.getByRole("region", { name: "Plan" })).toBeVisible();
    await expectLayout(page, widths);
  });
});
