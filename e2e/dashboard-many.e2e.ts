import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import { createdRecord, letters, undo } from "./staff";

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
  const closings = async () => {
    const answer = await page.request.get(`/api/productions?show_id=${show_id}`);
    const all = (await answer.json()) as { id: string; closing_date: string | null }[];
    return ids.map((id) => all.find((one) => one.id === id)?.closing_date);
  };
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
  expect(await closings()).toEqual(["2031-02-20", null, "2033-01-05"]);
  await dialog.getByRole("button", { name: "Change 2 productions" }).click();
  await expect(page.getByText("2 productions changed.")).toBeVisible();

  expect(await closings()).toEqual(["2031-03-06", null, "2033-01-19"]);
  await undo(page);
  expect(await closings()).toEqual(["2031-02-20", null, "2033-01-05"]);
});

test("a bulk deletion says what it can't delete and would also delete @full", async ({ editor: page }) => {
  const word = randomUUID();
  const person_id = await createdRecord(page.request, "people", { name: `Actor 1 ${word}` });
  const second = await createdRecord(page.request, "people", { name: `Actor 2 ${word}` });
  const part = { person_id, production_id: "hamilton-victoria-palace-2017", role_type: "swing" };
  const member = await createdRecord(page.request, "cast-members", part);
  await page.goto("/dashboard/shows?q=hamilton");
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  await expect(page.getByRole("dialog", { name: "Delete Hamilton?" })).toContainText("It can’t be deleted");
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Delete/ })).toHaveCount(0);

  await page.goto(`/dashboard/people?q=${word}`);
  await page.getByRole("button", { name: "Select all shown" }).click();
  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 people?" });
  await expect(dialog.getByRole("alert")).toContainText("1 of them is used by 1 cast member");
  await expect(dialog.getByRole("list", { name: "Used by" })).toContainText(`Actor 1 ${word} in Hamilton`);
  await expect(dialog.getByRole("button", { name: "Delete the other 1" })).toBeVisible();
  await dialog.getByRole("checkbox", { name: "Also delete 1 cast member" }).check();
  await dialog.getByRole("button", { name: "Delete everything" }).click();
  await expect(page.getByText("2 people deleted.")).toBeVisible();

  const status = async (path: string) => (await page.request.get(`/api/${path}`)).status();
  expect(await status(`people/${second}`)).toBe(404);
  expect(await status(`cast-members/${member}`)).toBe(404);
  await undo(page);
  expect(await status(`people/${second}`)).toBe(200);
  expect(await status(`cast-members/${member}`)).toBe(200);
});

test("cells are typed down a column, and a pasted column has one undo @full", async ({ editor: page }) => {
  const name = letters();
  const ids: string[] = [];
  for (const letter of "ABCDEFGHIJKL")
    ids.push(await createdRecord(page.request, "theatres", { name: `${name} ${letter}`, capacity: 100 }));
  const seatsOf = async (some: readonly string[]) => {
    const answers = await Promise.all(some.map((id) => page.request.get(`/api/theatres/${id}`)));
    return Promise.all(answers.map(async (answer) => ((await answer.json()) as { capacity: number }).capacity));
  };
  await page.goto(`/dashboard/theatres?q=${name}`);
  const seats = page.locator('[data-cell="capacity"]');
  await expect(seats).toHaveCount(12);
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
  await expect.poll(() => seatsOf(ids.slice(0, 3))).toEqual([1201, 202, 100]);

  // As a spreadsheet copies them.
  const lines = ids.map((_, row) => `${row === 2 ? "many" : 300 + row}\r\n`).join("");
  await seats.nth(0).focus();
  await seats.nth(0).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, lines);
  const dialog = page.getByRole("dialog", { name: "Paste 12 lines into “Seats”" });
  await expect(dialog.getByRole("status").first()).toHaveText("11 will change, 1 can’t be changed");
  await dialog.getByRole("button", { name: "Change 11 theatres" }).click();
  await expect(page.getByText("11 theatres changed.")).toBeVisible();
  expect(await seatsOf(ids)).toEqual(ids.map((_, row) => (row === 2 ? 100 : 300 + row)));
  const unsaved = page.getByRole("list", { name: "Not saved" }).getByRole("listitem");
  await expect(unsaved).toContainText(`Seats of ${name} C, “many”, is not saved.`);
  await unsaved.getByRole("button", { name: /^Discard/ }).click();
  await undo(page);
  expect(await seatsOf(ids.slice(0, 4))).toEqual([1201, 202, 100, 100]);

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
