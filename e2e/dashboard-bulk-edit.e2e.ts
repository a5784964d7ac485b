import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLayout, widths } from "./layout-checks";
import { createdRecord } from "./staff";

test("a bulk edit shows what changes, what stays and what can't be changed, before it moves dates", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const name = `Moved ${randomUUID()}`;
  const show_id = await createdRecord(page.request, "shows", { name, type: "play" });
  const ids: string[] = [];
  for (const [opening_date, closing_date] of [
    ["2031-01-01", "2031-02-20"],
    ["2032-01-01", null],
    ["2033-01-01", "2033-01-05"],
  ])
    ids.push(
      await createdRecord(page.request, "productions", { show_id, theatre_id: "arts", opening_date, closing_date }),
    );
  await page.goto(`/dashboard/productions?q=${name.replace(" ", "+")}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Edit field…" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit 3 productions" });
  const shown = dialog.getByRole("list", { name: "Changes" }).getByRole("listitem");

  await dialog.getByLabel("Field").selectOption("Closes");
  await dialog.getByLabel("Change", { exact: true }).selectOption("Move by a number of days");
  await dialog.getByLabel("Days").fill("-7");
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect(dialog.getByRole("status").first()).toHaveText("1 will change, 1 won’t change, 1 can’t be changed");
  await expect(shown.nth(0)).toContainText(/5 Jan 2033 → 29 Dec 2032\s*Can’t be changed: .*opening/);
  await expect(shown.nth(1)).toContainText("20 Feb 2031 → 13 Feb 2031");
  await expect(shown.nth(2)).toContainText("empty, no change");
  await dialog.getByLabel("Days").fill("+14");
  await expect(shown).toHaveCount(0);
  await dialog.getByLabel("Days").press("Enter");
  await expect(dialog.getByRole("status").first()).toHaveText("2 will change, 1 won’t change");
  expect(await closings(page, show_id, ids)).toEqual(["2031-02-20", null, "2033-01-05"]);
  await dialog.getByRole("button", { name: "Change 2 productions" }).click();
  await expect(page.getByText("2 productions changed.")).toBeVisible();

  expect(await closings(page, show_id, ids)).toEqual(["2031-03-06", null, "2033-01-19"]);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect(await closings(page, show_id, ids)).toEqual(["2031-02-20", null, "2033-01-05"]);
});

for (const width of widths) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test("a list's menus, its filters by date and the preview of an edit are accessible and fit @full", async ({
      signedIn,
    }) => {
      const { page } = await signedIn("editor");
      await page.goto("/dashboard/productions?q=hamilton");
      await page.getByRole("checkbox").first().waitFor();
      for (const name of ["Views", "More actions"]) {
        await page.getByLabel(name, { exact: true }).click();
        await expectLayout(page);
        await page.keyboard.press("Escape");
      }
      await page.getByText(width < 640 ? "Filter (1)" : "Dates", { exact: true }).click();
      await page.getByLabel("Opens from").fill("2 jan 2010");
      await page.getByLabel("Opens to").fill("never");
      await expectLayout(page);
      await page.getByRole("button", { name: "Select all shown" }).click();
      await page.getByRole("button", { name: "Edit field…" }).click();
      await page.getByRole("dialog").getByLabel("Field").selectOption("Opens");
      await page.getByRole("dialog").getByLabel("Change", { exact: true }).selectOption("Move by a number of days");
      await page.getByRole("button", { name: "Preview changes" }).click();
      await page.getByRole("list", { name: "Changes" }).waitFor();
      await expectLayout(page);
    });
  });
}

/** The closing dates of the productions of a show, in the order of their ids. */
async function closings(page: Page, show: string, ids: readonly string[]) {
  const all = (await (await page.request.get(`/api/productions?show_id=${show}`)).json()) as {
    id: string;
    closing_date: string | null;
  }[];
  return ids.map((id) => all.find((one) => one.id === id)?.closing_date);
}
