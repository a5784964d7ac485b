import { randomUUID } from "node:crypto";
import { answered } from "./complaints";
import { expect, test } from "./fixtures";
import { giveRole, made, opened } from "./staff";

test("two who save the same record choose field by field, and lose nothing", async ({ signedIn, complaints }) => {
  complaints.provoke(answered(412));
  const [first, second] = [await signedIn("editor"), await signedIn("editor")];
  const id = await made(first.page.request, "people", { name: `Actor ${randomUUID()}`, bio: "As it was." });
  for (const { page } of [first, second]) await opened(page, `/dashboard/people/${id}`, "Full name");
  await second.page.getByLabel("Biography").fill("The second one’s.");
  await second.page.getByLabel("Full name").fill("Second Name");
  await first.page.getByLabel("Full name").fill("First Name");
  await first.page.getByLabel("Headshot").fill("https://example.com/first.jpg");
  await first.page.keyboard.press("Control+s");
  await expect(first.page.getByText("Saved.", { exact: true })).toBeVisible();

  await second.page.keyboard.press("Control+s");
  const merge = second.page.getByRole("dialog", { name: "Somebody else saved first" });
  await merge.getByRole("group", { name: "Full name" }).getByRole("radio", { name: "Theirs" }).check();
  await merge.getByRole("button", { name: "Save what is chosen" }).click();
  await expect(second.page.getByText("Saved.", { exact: true })).toBeVisible();

  const saved = await (await second.page.request.get(`/api/people/${id}`)).json();
  expect(saved).toMatchObject({
    name: "First Name",
    bio: "The second one’s.",
    image: "https://example.com/first.jpg",
  });
});

test("a deletion that others stand against says which, and takes them along only when told to", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(answered(409));
  const { page } = await signedIn("editor");
  const person_id = await made(page.request, "people", { name: `Actor ${randomUUID()}` });
  const member = await made(page.request, "cast-members", {
    person_id,
    production_id: "hamilton-victoria-palace-2017",
    role_type: "swing",
  });
  await opened(page, `/dashboard/people/${person_id}`, "Full name");

  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(dialog.getByRole("alert")).toContainText("1 cast member");
  expect((await page.request.get(`/api/people/${person_id}`)).status()).toBe(200);
  await dialog.getByRole("checkbox", { name: "Also delete 1 cast member" }).check();
  await dialog.getByRole("button", { name: "Delete all of it" }).click();
  await expect(page).toHaveURL(/\/dashboard\/people$/);
  expect((await page.request.get(`/api/cast-members/${member}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect((await page.request.get(`/api/cast-members/${member}`)).status()).toBe(200);
});

test("a show that is played can't be deleted, and the dialog says why", async ({ signedIn, complaints }) => {
  complaints.provoke(answered(409));
  const { page } = await signedIn("editor");
  await opened(page, "/dashboard/shows/hamilton", "Name");

  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();

  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(/\d production/);
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("what was typed survives a closed tab", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await opened(page, "/dashboard/theatres/palace", "Name");
  await page.getByLabel("Address").fill("Round the corner");
  await page.close();

  const again = await page.context().newPage();
  await again.goto("/dashboard/theatres/palace");

  await expect(again.getByLabel("Address")).toHaveValue("Round the corner");
  await expect(again.getByText("is back in the form")).toBeVisible();
  await again.getByRole("button", { name: "Discard it" }).click();
  await expect(again.getByLabel("Address")).not.toHaveValue("Round the corner");
  await again.reload();
  await expect(again.getByLabel("Address")).not.toHaveValue("Round the corner");
});

test("leaving with something unsaved is announced", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await opened(page, "/dashboard/theatres/palace", "Name");
  await page.getByLabel("Address").fill("Round the corner");

  await page.getByRole("link", { name: "Shows" }).click();
  const dialog = page.getByRole("dialog", { name: "This is not saved yet" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Leave it as a draft" }).click();

  await expect(page).toHaveURL(/\/dashboard\/shows$/);
});

test("an editor who is demoted in the middle of an edit loses nothing", async ({
  signedIn,
  administrators,
  complaints,
}) => {
  complaints.provoke(answered(403));
  const editor = await signedIn("editor");
  const { page } = editor;
  const id = await made(page.request, "people", { name: `Actor ${randomUUID()}` });
  await opened(page, `/dashboard/people/${id}`, "Full name");
  await page.getByLabel("Biography").fill("Half a life’s work.");
  await giveRole(administrators, editor, "developer");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("may no longer change the listings")).toBeVisible();
  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await giveRole(administrators, editor, "editor");
  await page.goto(`/dashboard/people/${id}`);

  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.", { exact: true })).toBeVisible();
});
