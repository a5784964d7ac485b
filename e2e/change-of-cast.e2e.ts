import { readCast, newCast } from "./casts";
import { expect, test } from "./fixtures";
import { press } from "./keyboard";
import { undo } from "./staff";

test("a change of cast shows its plan, and is saved and undone as one", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  await page.goto(`/dashboard/productions/${production}`);
  const dialog = page.getByRole("dialog");
  await press(page, page.getByRole("button", { name: `Remove ${name("Cat")}` }));
  await press(page, page.getByRole("button", { name: "Change of cast…" }));
  await expect(dialog).toContainText("This cast has unsaved changes. Save or discard them first.");
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+z");
  await press(page, page.getByRole("button", { name: "Change of cast…" }));
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

  await undo(page);
  await expect.poll(() => readCast(page.request, production)).toHaveLength(3);
  expect((await readCast(page.request, production)).flatMap(({ engagements }) => engagements)).toEqual([]);
});
