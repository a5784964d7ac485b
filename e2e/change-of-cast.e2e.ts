import { readCast, newCast } from "./casts";
import { expect, test } from "./fixtures";
import { press } from "./keyboard";
import { undo } from "./staff";

test("a change of cast joins the draft, is saved with it as one, and undone as one", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  await page.goto(`/dashboard/productions/${production}`);
  const dialog = page.getByRole("dialog");
  await press(page, page.getByRole("button", { name: "Change of cast…" }));
  await dialog.getByLabel("New cast starts").fill("16 Mar 2032");
  await expect(dialog.getByLabel("Old cast’s last day")).toHaveValue("15 Mar 2032");
  await dialog.getByRole("button", { name: "All principals" }).click();
  const notes = dialog.getByLabel("To consider");
  await expect(notes).toHaveText(/No one takes over Elsa\..*over Anna\./);
  await dialog.getByRole("checkbox", { name: name("Ben") }).uncheck();
  await dialog.getByLabel("Search the cast").fill("cat");
  await dialog.getByRole("checkbox", { name: name("Cat") }).check();
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(`${name("Dan")} — Elsa\n${name("Cat")} — Kristoff`);
  await expect(notes).toBeEmpty();
  await dialog.getByLabel("Link").fill("press release");
  await dialog.getByRole("button", { name: "Add to draft" }).click();
  await expect(dialog.getByText(/^Enter a web address/)).toBeVisible();
  await dialog.getByLabel("Link").fill("https://example.org/new-cast");
  await dialog.getByLabel("Source", { exact: true }).fill("New cast announced");
  await dialog.getByRole("button", { name: "Add to draft" }).click();

  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/dashboard/productions/${production}$`));
  const row = (who: string, words: string) =>
    page
      .locator("#cast")
      .getByRole("listitem")
      .filter({ hasText: name(who) })
      .filter({ hasText: words });
  await expect(row("Ann", "leavesUntil 15 Mar 2032")).toBeVisible();
  await expect(row("Cat", "leavesUntil 15 Mar 2032")).toBeVisible();
  await expect(row("Cat", "joins, new roleFrom 16 Mar 2032")).toBeVisible();
  await expect(row("Dan", "joins, new personFrom 16 Mar 2032")).toBeVisible();
  expect(await readCast(page.request, production)).toHaveLength(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(row("Dan", "joins")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.getByRole("button", { name: "Save cast" }).click();

  await expect(page.getByText("Cast saved.")).toBeVisible();
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
