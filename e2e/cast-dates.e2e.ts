import { readCast, newCast } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { undo } from "./staff";

test("dates and covers of a cast are typed, checked, and saved as one change @full", async ({ editor: page }) => {
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
  await undo(page);
  await expect
    .poll(async () => (await readCast(page.request, production)).flatMap(({ engagements }) => engagements))
    .toEqual([]);
});
