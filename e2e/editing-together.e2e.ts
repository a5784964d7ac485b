import type { Page } from "@playwright/test";
import { newCast, readCast } from "./casts";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { letters, openRecord } from "./staff";

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
