import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord, letters, undo } from "./staff";

const rows = 12;

test("cells are typed down a column, and a pasted column has one undo @full", async ({ editor: page }) => {
  const name = letters();
  const ids: string[] = [];
  for (let row = 0; row < rows; row += 1)
    ids.push(await createdRecord(page.request, "theatres", { name: `${name} ${"ABCDEFGHIJKL"[row]}`, capacity: 100 }));
  await page.goto(`/dashboard/theatres?q=${name}`);
  const seats = page.locator('[data-cell="capacity"]');
  await expect(seats).toHaveCount(rows);
  const editor = page.getByRole("textbox", { name: /^Seats of/ });

  // Enter saves and goes down, Tab goes right, Escape gives back.
  await seats.nth(0).dblclick();
  await editor.fill("1,201");
  await editor.press("Enter");
  await expect(seats.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");
  await editor.fill("202");
  await editor.press("Tab");
  await expect(page.locator(`[data-record="${ids[1]}"] [data-cell="postcode"]`)).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("9");
  await editor.press("Escape");
  await expect(seats.nth(1)).toBeFocused();
  await expect.poll(() => seatsOf(page, ids.slice(0, 3))).toEqual([1201, 202, 100]);

  const lines = ids.map((_, row) => (row === 2 ? "many" : String(300 + row)));
  await paste(seats.nth(0), lines);
  const dialog = page.getByRole("dialog", { name: "Paste 12 lines into “Seats”" });
  await expect(dialog.getByRole("status").first()).toHaveText("11 will change, 1 can’t be changed");
  await dialog.getByRole("button", { name: "Change 11 theatres" }).click();
  await expect(page.getByText("11 theatres changed.")).toBeVisible();
  expect(await seatsOf(page, ids)).toEqual(ids.map((_, row) => (row === 2 ? 100 : 300 + row)));
  const unsaved = page.getByRole("list", { name: "Not saved" }).getByRole("listitem");
  await expect(unsaved).toContainText(`Seats of ${name} C, “many”, is not saved.`);
  await unsaved.getByRole("button", { name: /^Discard/ }).click();
  await undo(page);
  expect(await seatsOf(page, ids.slice(0, 4))).toEqual([1201, 202, 100, 100]);

  // What someone else has changed is told, and not overwritten.
  await expect(seats.nth(3)).toHaveText("100");
  await seats.nth(3).dblclick();
  await page.request.put(`/api/theatres/${ids[3]}`, { data: { capacity: 444 } });
  await editor.fill("555");
  await editor.press("Enter");
  await expect(unsaved).toContainText("“555”, is not saved. Someone else has changed it to 444.");
  await unsaved.getByRole("button", { name: /^Save again/ }).click();
  await expect(unsaved).toHaveCount(0);
  await expect(seats.nth(3)).toHaveText("555");
});

/** Pastes lines as a spreadsheet copies them. */
async function paste(cell: Locator, lines: readonly string[]): Promise<void> {
  await cell.focus();
  await cell.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    lines.map((line) => `${line}\r\n`).join(""),
  );
}

async function seatsOf(page: Page, ids: readonly string[]): Promise<number[]> {
  const answers = await Promise.all(ids.map((id) => page.request.get(`/api/theatres/${id}`)));
  return Promise.all(answers.map(async (answer) => ((await answer.json()) as { capacity: number }).capacity));
}
