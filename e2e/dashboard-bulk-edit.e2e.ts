import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord, undo } from "./staff";

test("a bulk edit shows what it will change, stays or can't, and is undone", async ({ editor: page }) => {
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
  await dialog.getByRole("button", { name: "Preview changes" }).click();
  await expect(dialog.getByRole("status").first()).toHaveText("2 will change, 1 won’t change");
  // The second half of a double click, which comes when the button to change is there, only previews.
  await dialog.getByRole("button", { name: "Change 2 productions" }).hover();
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(dialog).toBeVisible();
  expect(await closings(page, show_id, ids)).toEqual(["2031-02-20", null, "2033-01-05"]);
  await dialog.getByRole("button", { name: "Change 2 productions" }).click();
  await expect(page.getByText("2 productions changed.")).toBeVisible();

  expect(await closings(page, show_id, ids)).toEqual(["2031-03-06", null, "2033-01-19"]);
  await undo(page);
  expect(await closings(page, show_id, ids)).toEqual(["2031-02-20", null, "2033-01-05"]);
});

/** The closing dates of the productions of a show, in the order of their ids. */
async function closings(page: Page, show: string, ids: readonly string[]) {
  const all = (await (await page.request.get(`/api/productions?show_id=${show}`)).json()) as {
    id: string;
    closing_date: string | null;
  }[];
  return ids.map((id) => all.find((one) => one.id === id)?.closing_date);
}
