import { bytesOf, survivor, twoPeople } from "./duplicates";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused } from "./keyboard";
import { undo } from "./staff";

test("two people are merged by keyboard, and Undo restores both byte for byte", async ({ editor: page }) => {
  const api = page.request;
  const { name, kept, merged, paths } = await twoPeople(api);
  const before = await bytesOf(api, paths);
  await page.goto(`/dashboard/people/${merged}`);

  await press(page, page.getByRole("button", { name: "Merge with another…" }));
  const search = page.getByRole("combobox", { name: "Find the other person" });
  await expect(search).toBeFocused();
  await expect(page.getByRole("option").first()).toContainText(`${kept}Similar name`);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge people" });
  await expect(survivor(dialog, kept)).toBeVisible();
  await expect(dialog).toContainText("1 cast member moves to");
  await expect(dialog).toContainText("1 cast member equals another.");
  await expect(dialog).toContainText("Two ids for ibdb");
  await expect(dialog.getByRole("region", { name: "Other names" })).toContainText(`B. ${name} (former, from 2001)`);
  await pressTabUntilFocused(page, survivor(dialog, kept));
  await page.keyboard.press("ArrowUp");
  await expect(survivor(dialog, merged)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(survivor(dialog, kept)).toBeChecked();
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
  expect(await bytesOf(api, paths)).toEqual(before);
});
