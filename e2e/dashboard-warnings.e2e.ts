import { engage, newCast, newRun, newShow, readCast } from "./casts";
import { expect, test } from "./fixtures";
import { createdRecord, letters, undo } from "./staff";

test("a new closing date names other runs and later engagements @full", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  await newRun(page, await newShow(page), "2032-06-01");
  const [ann, ben] = await readCast(page.request, production);
  await engage(page, ann.id, [{ from: "2031-09-03", to: "2032-03-13" }]);
  await engage(page, ben.id, [{ from: "2032-03-15", to: null }]);
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Edit production" }).click();
  const others = page.getByRole("list", { name: "Other productions at this theatre" });

  await page.getByLabel("Closes (optional)").fill("1 Aug 2032");
  await expect(others).toContainText("is there from 1 Jun 2032, with no closing date.");
  await page.getByLabel("Closes (optional)").fill("1 Mar 2032");
  await page.getByLabel("Closes (optional)").blur();
  await expect(others.filter({ hasText: "1 Jun 2032" })).toHaveCount(0);
  const end = `End the engagement of ${name("Ann")} with the run, on 1 Mar 2032`;
  await expect(page.getByRole("checkbox", { name: end })).toBeChecked();
  const remove = `Remove ${name("Ben")} from the cast, listed as joining after 1 Mar 2032`;
  await expect(page.getByRole("checkbox", { name: remove })).not.toBeChecked();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved Show/)).toBeVisible();

  expect((await readCast(page.request, production)).map(({ engagements }) => engagements[0]?.to ?? null)).toEqual([
    "2032-03-01",
    null,
    null,
  ]);
  await undo(page);
  await expect.poll(async () => (await readCast(page.request, production))[0]?.engagements[0]?.to).toBe("2032-03-13");
});

test("a record that is renamed keeps its old name for searches @full", async ({ editor: page }) => {
  const old = `Old ${letters()} Theatre`;
  const id = await createdRecord(page.request, "theatres", { name: old });
  await page.goto(`/dashboard/theatres/${id}`);

  await page.getByLabel("Name", { exact: true }).fill(`New ${letters()} Theatre`);
  await expect(page.getByRole("checkbox", { name: `Keep “${old}” as another name` })).toBeChecked();
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/^Saved New/)).toBeVisible();

  const details = (await (await page.request.get(`/api/theatres/${id}/details`)).json()) as { aliases: object[] };
  expect(details.aliases).toEqual([{ name: old, kind: "former", from: null, to: expect.any(String) }]);
  const found = (await (await page.request.get(`/api/search?q=${encodeURIComponent(old)}`)).json()) as object[];
  expect(JSON.stringify(found)).toContain(id);
});
