import type { Page } from "@playwright/test";
import { engage, newCast, newRun, newShow, readCast } from "./casts";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { createdRecord, letters, openRecord, undo } from "./staff";

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

test("of two editors of one cast the second sees the first one's save @full", async ({ signedIn, complaints }) => {
  complaints.provoke(statusError(412));
  const [first, second] = [await signedIn("editor"), await signedIn("editor")];
  const { production, name } = await newCast(first.page);
  const lastDay = (page: Page) => page.getByRole("group", { name: "Engagement 1" }).getByLabel("Last day");
  const edit = async ({ page }: typeof first) => {
    await page.goto(`/dashboard/productions/${production}`);
    await page.getByRole("button", { name: `Edit ${name("Ann")}`, exact: true }).click();
  };
  const saved = async () => (await readCast(first.page.request, production))[0]?.engagements[0]?.to;
  const save = async ({ page }: typeof first, day: string) => {
    await lastDay(page).fill(day);
    await page.keyboard.press("Control+s");
  };
  const dialog = second.page.getByRole("dialog", { name: "Someone else edited this cast" });

  await edit(second);
  await second.page.getByRole("button", { name: "Add dates", exact: true }).click();
  await save(second, "5 Feb 2032");
  await expect(second.page.getByText("Cast saved.")).toBeVisible();
  await lastDay(second.page).fill("6 Feb 2032");
  await edit(first);
  await save(first, "7 Feb 2032");
  await expect(first.page.getByText("Cast saved.")).toBeVisible();
  await second.page.keyboard.press("Control+s");
  await expect(dialog).toContainText(name("Ann"));
  await expect(dialog).toContainText(
    /Last saved: .*Before: until 5 Feb 2032.*Theirs: until 7 Feb 2032.*Yours: until 6 Feb/s,
  );
  expect(await saved()).toBe("2032-02-07");
  await dialog.getByRole("button", { name: "Save mine over theirs" }).click();
  await expect.poll(saved).toBe("2032-02-06");

  await lastDay(second.page).fill("8 Feb 2032");
  await edit(first);
  await save(first, "9 Feb 2032");
  await expect.poll(saved).toBe("2032-02-09");
  await second.page.keyboard.press("Control+s");
  await dialog.getByRole("button", { name: "Take theirs" }).click();
  await expect(lastDay(second.page)).toHaveValue("9 Feb 2032");
  expect(await saved()).toBe("2032-02-09");
});

test("the undo of one record of an import offers that record alone @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(404));
  const names = ["Ann", "Ben", "Cat"].map((first) => `${first} ${letters()}`);
  const changes = names.map((name) => ({ action: "create", resource: "people", data: { name } }));
  const made = (await (await page.request.post("/api/changes", { data: { changes } })).json()) as {
    changes: { id: string }[];
  };
  const statuses = () =>
    Promise.all(made.changes.map(async ({ id }) => (await page.request.get(`/api/people/${id}`)).status()));
  await openRecord(page, `/dashboard/people/${made.changes[1]?.id}`, "Full name");

  await page.getByRole("button", { name: /^Undo: created/ }).click();
  const dialog = page.getByRole("dialog", { name: "Undo all 3 changes?" });
  await expect(dialog).toContainText("created 3 people");
  await dialog.getByRole("button", { name: "Undo this record alone" }).click();

  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect(await statuses()).toEqual([200, 404, 200]);
});
