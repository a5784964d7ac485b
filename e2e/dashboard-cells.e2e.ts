import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLayout } from "./layout-checks";
import { createdRecord } from "./staff";

const rows = 12;

test("cells are typed down a column, and a pasted column is one change with one undo", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Cells ${randomUUID().slice(0, 8)}`;
  const ids: string[] = [];
  for (let row = 0; row < rows; row += 1)
    ids.push(await createdRecord(page.request, "theatres", { name: `${name} ${"ABCDEFGHIJKL"[row]}`, capacity: 100 }));
  await page.goto(`/dashboard/theatres?q=${name.replace(" ", "+")}`);
  const seats = page.locator('[data-cell="capacity"]');
  await expect(seats).toHaveCount(rows);
  const editor = page.getByRole("textbox", { name: /^Seats of/ });

  await test.step("Enter saves and goes down, Tab goes right, Escape gives back", async () => {
    await seats.nth(0).click();
    await expect(editor).toHaveCount(0);
    await seats.nth(0).dblclick();
    await editor.fill("1,201");
    await editor.press("Enter");
    await expect(seats.nth(1)).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(editor).toHaveValue("100");
    await editor.fill("202");
    await editor.press("Tab");
    await expect(cellOf(page, ids[1], "postcode")).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.type("9");
    await expect(editor).toHaveValue("9");
    await editor.press("Escape");
    await expect(seats.nth(1)).toBeFocused();
    await expect(page.getByText(`Seats of ${name} B changed.`)).toBeVisible();
    await expect.poll(() => seatsOf(page, ids.slice(0, 3))).toEqual([1201, 202, 100]);
    await expectLayout(page);
  });

  await test.step("twelve lines have a preview, with what the service refuses", async () => {
    await paste(
      seats.nth(0),
      Array.from({ length: rows }, (_, row) => (row === 2 ? "many" : String(300 + row))),
    );
    const dialog = page.getByRole("dialog", { name: "Paste 12 lines into “Seats”" });
    await expect(dialog.getByRole("status").first()).toHaveText("11 will change, 1 can’t be changed");
    await expectLayout(page);
    expect(await seatsOf(page, ids.slice(0, 3))).toEqual([1201, 202, 100]);
    await dialog.getByRole("button", { name: "Change 11 theatres" }).click();
    await expect(page.getByText("11 theatres changed.")).toBeVisible();
    expect(await seatsOf(page, ids)).toEqual(ids.map((_, row) => (row === 2 ? 100 : 300 + row)));
    const unsaved = page.getByRole("list", { name: "Not saved" }).getByRole("listitem");
    await expect(unsaved).toContainText(`Seats of ${name} C, “many”, is not saved.`);
    await unsaved.getByRole("button", { name: /^Discard/ }).click();
    await expect(unsaved).toHaveCount(0);
    await page
      .getByRole("status", { name: "Notifications" })
      .locator("div", { hasText: "11 theatres changed." })
      .getByRole("button", { name: "Undo" })
      .click();
    await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
    expect(await seatsOf(page, ids.slice(0, 4))).toEqual([1201, 202, 100, 100]);
  });

  await test.step("what somebody else has changed is told and not overwritten", async () => {
    await expect(seats.nth(3)).toHaveText("100");
    await seats.nth(3).dblclick();
    await page.request.put(`/api/theatres/${ids[3]}`, { data: { capacity: 444 } });
    await editor.fill("555");
    await editor.press("Enter");
    const unsaved = page.getByRole("list", { name: "Not saved" }).getByRole("listitem");
    await expect(unsaved).toContainText("“555”, is not saved. Somebody else has changed it to 444.");
    expect(await seatsOf(page, [ids[3]])).toEqual([444]);
    await expectLayout(page);
    await unsaved.getByRole("button", { name: /^Save again/ }).click();
    await expect(unsaved).toHaveCount(0);
    await expect.poll(() => seatsOf(page, [ids[3]])).toEqual([555]);
    await expect(seats.nth(3)).toHaveText("555");
  });
});

function cellOf(page: Page, id: string | undefined, field: string): Locator {
  return page.locator(`[data-record="${id}"] [data-cell="${field}"]`);
}

/** Pastes lines as a spreadsheet copies them. */
async function paste(cell: Locator, lines: readonly string[]): Promise<void> {
  await cell.focus();
  await cell.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    },
    `${lines.join("\r\n")}\r\n`,
  );
}

async function seatsOf(page: Page, ids: readonly (string | undefined)[]): Promise<(number | undefined)[]> {
  const answers = await Promise.all(ids.map((id) => page.request.get(`/api/theatres/${id}`)));
  return Promise.all(answers.map(async (answer) => ((await answer.json()) as { capacity: number }).capacity));
}
