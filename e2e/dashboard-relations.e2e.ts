import { randomUUID } from "node:crypto";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { createdRecord } from "./staff";

test("a similar name is pointed out in forms and pickers @full", async ({ editor: page }) => {
  const word = randomUUID().replaceAll("-", "").replace(/\d/g, "x");
  const id = await createdRecord(page.request, "people", { name: `Zoë ${word}` });
  await page.goto("/dashboard/people/new");
  const similar = page.getByRole("list", { name: "Similar records" });

  await page.getByLabel("Full name").fill(`${word}, Zoë`);
  await expect(similar.getByRole("link", { name: `Zoë ${word}` })).toHaveAttribute("href", `/dashboard/people/${id}`);
  await page.getByLabel("Full name").fill(`Zoë ${word} the second`);
  await expect(similar).toHaveCount(0);

  await page.getByLabel("Full name").fill(`Zoe ${word}`);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(`/dashboard/people/${id}-2`);

  await createdRecord(page.request, "shows", { name: `The ${word}`, type: "play" });
  await page.goto("/dashboard/productions/new");
  const show = page.getByRole("combobox", { name: "Show" });
  await show.fill(`The ${word}z`);
  await page.getByRole("option", { name: `Similar: The ${word}` }).click();
  await expect(show).toHaveValue(`The ${word}`);
  await show.fill(`${word}, The`);
  await page.getByRole("option", { name: "Create" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use this one" }).click();
  await expect(show).toHaveValue(`The ${word}`);
});

test("a record that never was and a deleted one have a page @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(404));
  await page.goto("/dashboard/shows/none-such");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Show not found");
  await expect(page.getByText("No show has the ID none-such.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toHaveCount(0);

  const id = await createdRecord(page.request, "shows", { name: `Gone ${randomUUID()}`, type: "play" });
  await page.request.delete(`/api/shows/${id}`);
  await page.goto(`/dashboard/shows/${id}`);
  await expect(page.getByText("This show was deleted. You can undo that in the history below.")).toBeVisible();
  await page.getByRole("button", { name: "Undo: deleted" }).click();

  await expect(page.getByLabel("Name")).toHaveValue(/^Gone/);
  const history = page.getByRole("list", { name: "History of this record" });
  await expect(history.getByRole("listitem")).toContainText([
    "reverted the deletion of this record",
    "deleted this record",
    "created this record",
  ]);
  await expect(history.getByText("Undone")).toHaveCount(1);
});

test("activity is filtered, and shows the change that prevents an undo @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(409));
  const name = `Actor ${randomUUID()}`;
  const id = await createdRecord(page.request, "people", { name });
  await page.goto("/dashboard/activity");
  const list = page.getByRole("list", { name: "Activity" });
  await page.getByLabel("By").selectOption("Me");
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByLabel("Records").selectOption("Theatres");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(list).toBeVisible();

  await page.request.put(`/api/people/${id}`, { data: { bio: "Later." } });
  await page.goto("/dashboard/activity");
  await page.getByRole("button", { name: `Undo: created ${name}` }).click();
  const notice = page.getByRole("status", { name: "Notifications" });
  await expect(notice).toContainText(`Can’t undo this: person ${name} has changed since.`);
  await notice.getByRole("link", { name: "Show later changes" }).click();

  await expect(page).toHaveURL(`/dashboard/activity?resource=people&record_id=${id}`);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: `Undo: edited ${name}` }).click();
  await expect(list.getByText("Undone")).toHaveCount(1);
  await expect(list.getByRole("listitem").nth(1)).toBeFocused();
});

test("a right-to-left name does not move the words and digits around it @full", async ({ editor: page }) => {
  const name = "محمد بن سلمان (ممثل)";
  const id = await createdRecord(page.request, "people", { name });
  await page.goto(`/dashboard/people/${id}`);
  await expect(page.getByLabel("Full name")).toHaveCSS("direction", "rtl");
  await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText(name);

  await page.goto("/dashboard/activity");
  const row = page.getByRole("listitem").filter({ has: page.locator(`a[href="/dashboard/people/${id}"]`) });
  const left = async (of: string) => (await row.locator(of).first().boundingBox())?.x ?? 0;

  // In the order of an English sentence: author, name, time.
  expect(await left("p > bdi")).toBeLessThan(await left("a"));
  expect(await left("a")).toBeLessThan(await left("time"));
});
