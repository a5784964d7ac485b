import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { signUp } from "./people";
import { giveRole, made, newEditor } from "./staff";

test("staff add a show and its production, correct one, and undo that", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  const name = `Show ${randomUUID()}`;
  await page.goto("/dashboard/productions/new");

  const show = page.getByRole("combobox", { name: "Show" });
  await show.fill(name);
  await show.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New show" });
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await dialog.getByLabel("Type").selectOption("play");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(show).toHaveValue(name);
  const theatre = page.getByRole("combobox", { name: "Theatre" });
  await theatre.fill("noel coward");
  await theatre.press("Enter");
  await expect(theatre).toHaveValue("Noël Coward Theatre");
  await page.getByLabel("Opens").fill("3 sep 2031");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}, Noël Coward Theatre, 2031`);

  await page.getByLabel("Opens").fill("2031-09-10");
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Saved.")).toBeVisible();
  await page
    .getByRole("status", { name: "What has just happened" })
    .getByRole("button", { name: "Undo" })
    .last()
    .click();

  await expect(page.getByText("Undone.")).toBeVisible();
  await expect(page.getByLabel("Opens")).toHaveValue("2031-09-03");
});

test("the form says of a mistake what the API says of it", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  const answer = await page.request.post("/api/theatres", {
    data: { name: "", postcode: "London", lat: 91, capacity: 1.5 },
  });
  const { issues }: { issues: { path: string; message: string }[] } = await answer.json();
  const labels: Record<string, string> = { name: "Name", postcode: "Postcode", lat: "Latitude", capacity: "Seats" };
  await page.goto("/dashboard/theatres/new");
  await page.getByLabel("Postcode").fill("London");
  await page.getByLabel("Latitude").fill("91");
  await page.getByLabel("Seats").fill("1.5");

  await page.getByRole("button", { name: "Save" }).click();

  expect(issues.map(({ path }) => path).sort()).toEqual(Object.keys(labels).sort());
  for (const { path, message } of issues)
    await expect(page.getByLabel(labels[path] ?? path)).toHaveAccessibleDescription(message);
});

test("what the API alone finds wrong stands beside its field", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  await page.goto("/dashboard/productions/hamilton-victoria-palace-2017");
  await page.getByLabel("Closes").fill("2001-01-01");

  await page.getByRole("button", { name: "Save" }).click();

  await expect(page.getByLabel("Closes")).toHaveAccessibleDescription(/opening/);
  await expect(page.getByLabel("Closes")).toBeFocused();
});

test("two who save the same record choose field by field, and lose nothing", async ({ service, browser }) => {
  const [first, second] = [await newEditor(service, browser), await newEditor(service, browser)];
  const id = await made(first.page.request, "people", { name: `Actor ${randomUUID()}`, bio: "As it was." });
  for (const { page } of [first, second]) await opened(page, `/dashboard/people/${id}`, "Full name");
  await second.page.getByLabel("Biography").fill("The second one’s.");
  await second.page.getByLabel("Full name").fill("Second Name");
  await first.page.getByLabel("Full name").fill("First Name");
  await first.page.getByLabel("Headshot").fill("https://example.com/first.jpg");
  await first.page.keyboard.press("Control+s");
  await expect(first.page.getByText("Saved.")).toBeVisible();

  await second.page.keyboard.press("Control+s");
  const merge = second.page.getByRole("dialog", { name: "Somebody else saved first" });
  await merge.getByRole("group", { name: "Full name" }).getByRole("radio", { name: "Theirs" }).check();
  await merge.getByRole("button", { name: "Save what is chosen" }).click();
  await expect(second.page.getByText("Saved.")).toBeVisible();

  const saved = await (await second.page.request.get(`/api/people/${id}`)).json();
  expect(saved).toMatchObject({
    name: "First Name",
    bio: "The second one’s.",
    image: "https://example.com/first.jpg",
  });
});

test("a deletion that others stand against says which, and takes them along only when told to", async ({
  service,
  browser,
}) => {
  const { page } = await newEditor(service, browser);
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

  await expect(page.getByText("Undone.")).toBeVisible();
  expect((await page.request.get(`/api/cast-members/${member}`)).status()).toBe(200);
});

test("a show that is played can't be deleted, and the dialog says why", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  await opened(page, "/dashboard/shows/hamilton", "Name");

  await page.getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();

  await expect(page.getByRole("dialog").getByRole("alert")).toContainText(/\d production/);
  await expect(page.getByRole("dialog").getByRole("button", { name: /^Delete/ })).toHaveCount(0);
});

test("what was typed survives a closed tab", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
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

test("leaving with something unsaved is announced", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  await opened(page, "/dashboard/theatres/palace", "Name");
  await page.getByLabel("Address").fill("Round the corner");

  await page.getByRole("link", { name: "Shows" }).click();
  const dialog = page.getByRole("dialog", { name: "This is not saved yet" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Leave it as a draft" }).click();

  await expect(page).toHaveURL(/\/dashboard\/shows$/);
});

test("an editor who is demoted in the middle of an edit loses nothing", async ({ service, browser }) => {
  const editor = await newEditor(service, browser);
  const { page } = editor;
  const id = await made(page.request, "people", { name: `Actor ${randomUUID()}` });
  await opened(page, `/dashboard/people/${id}`, "Full name");
  await page.getByLabel("Biography").fill("Half a life’s work.");
  await giveRole(service, editor, "developer");

  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("may no longer change the listings")).toBeVisible();
  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await giveRole(service, editor, "editor");
  await page.goto(`/dashboard/people/${id}`);

  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
});

test("a developer is told that the dashboard is for staff, and sent nothing of it", async ({ page, request }) => {
  await signUp(page.request);

  for (const path of [
    "/dashboard",
    "/dashboard/shows",
    "/dashboard/shows/hamilton",
    "/dashboard/shows/import",
    "/dashboard/activity",
    "/dashboard/health",
    "/dashboard/accounts",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(403);
    await expect(page.getByRole("heading", { name: "This is for staff" })).toBeVisible();
  }
  const nobody = await request.get("/dashboard/shows", { maxRedirects: 0 });
  expect(nobody.headers()["location"]).toBe("/sign-in?callbackUrl=%2Fdashboard%2Fshows");
});

test("search finds names whatever their accents, and a view can be sent to a colleague", async ({
  service,
  browser,
}) => {
  const { page } = await newEditor(service, browser);
  await page.goto("/dashboard/theatres");
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("NOEL COWARD");

  await expect(page.getByRole("link", { name: "Noël Coward Theatre" })).toBeVisible();
  await expect(page.getByText(/^1 of \d+ theatres$/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("theatre");
  await page.getByRole("combobox", { name: "House" }).selectOption("with a show");
  await page.getByRole("button", { name: "Seats" }).click();
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());

  await expect(colleague.getByRole("searchbox", { name: "Search" })).toHaveValue("theatre");
  await expect(colleague.getByRole("columnheader", { name: "Seats" })).toHaveAttribute("aria-sort", "ascending");
  const names = (shown: Page) => shown.getByRole("table").getByRole("link").allTextContents();
  await expect.poll(() => names(colleague)).toEqual(await names(page));
});

test("the activity can be narrowed to one's own changes, and undone from there", async ({ service, browser }) => {
  const { page } = await newEditor(service, browser);
  const name = `Actor ${randomUUID()}`;
  const id = await made(page.request, "people", { name });
  await page.goto("/dashboard/activity");
  await page.getByLabel("By").selectOption("Me");

  await expect(page.getByRole("list", { name: "Activity" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Undo: create people ${name}` }).click();

  await expect(page.getByText("Undone.")).toBeVisible();
  expect((await page.request.get(`/api/people/${id}`)).status()).toBe(404);
});

/** A record's page, once it can be typed into. */
async function opened(page: Page, path: string, label: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByLabel(label, { exact: true })).not.toHaveValue("");
}
