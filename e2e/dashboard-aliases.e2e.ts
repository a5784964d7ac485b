import { expect, test } from "./fixtures";
import { createdRecord, letters } from "./staff";

test("a person is found by another name in list, picker and palette @full", async ({ editor: page }) => {
  const [name, alias] = [`Ann ${letters()}`, `Nan ${letters()}`];
  const id = await createdRecord(page.request, "people", { name });
  const details = { aliases: [{ name: alias, kind: "former" }] };
  expect((await page.request.put(`/api/people/${id}/details`, { data: details })).status()).toBe(200);

  await page.goto("/dashboard/people");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(alias.slice(0, -1));
  await expect(page.getByRole("row").filter({ has: page.getByRole("checkbox") })).toHaveText([
    new RegExp(`${name} also ${alias}`),
  ]);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByRole("combobox").fill(alias);
  await palette.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL(`/dashboard/people/${id}`);

  await page.goto("/dashboard/cast-members/new");
  const picker = page.getByRole("combobox", { name: "Person" });
  await picker.fill(alias);
  // Before the API has answered, the only option is to create a person.
  await picker.press("Enter");
  await expect(picker).toHaveValue(name);
});
