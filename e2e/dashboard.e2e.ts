import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { dashboardPages } from "./dashboard-pages";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { createdRecord } from "./staff";

test("staff create a show and its production, edit one, and undo the edit", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
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

  await page.getByRole("button", { name: "Edit production" }).click();
  await page.getByLabel("Opens").fill("2031-09-10");
  await page.keyboard.press("Control+s");
  await expect(page.getByText(`Saved ${name}, Noël Coward Theatre, 2031.`, { exact: true })).toBeVisible();
  await page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }).last().click();

  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Opens")).toHaveValue("3 Sept 2031");
});

test("the form shows the API's message for a mistake", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const answer = await page.request.post("/api/theatres", {
    data: { name: "", postcode: "London", lat: 91, capacity: 1.5 },
  });
  const { issues }: { issues: { path: string; message: string }[] } = await answer.json();
  const labels: Record<string, string> = { name: "Name", postcode: "Postcode", lat: "Latitude", capacity: "Seats" };
  await page.goto("/dashboard/theatres/new");
  await page.getByLabel("Postcode").fill("London");
  await page.getByLabel("Latitude").fill("91");
  await page.getByLabel("Seats").fill("1.5");

  await page.getByRole("button", { name: "Save", exact: true }).click();

  expect(issues.map(({ path }) => path).sort()).toEqual(Object.keys(labels).sort());
  for (const { path, message } of issues)
    await expect(page.getByLabel(labels[path] ?? path)).toHaveAccessibleDescription(new RegExp(`^${message}\\.`, "i"));
});

test("an issue that only the API finds appears at its field", async ({ signedIn, complaints }) => {
  complaints.provoke(statusError(400));
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/hamilton-victoria-palace-2017");
  await page.getByRole("button", { name: "Edit production" }).click();
  await page.getByLabel("Closes").fill("2001-01-01");
  await page.getByRole("group", { name: "Source for: Closes" }).waitFor();

  await page.getByRole("button", { name: "Save", exact: true }).click();

  await expect(page.getByLabel("Closes")).toHaveAccessibleDescription(/opening/);
  await expect(page.getByLabel("Closes")).toBeFocused();
});

test("a developer sees that the dashboard is for staff only, and gets none of its data", async ({
  page,
  request,
  complaints,
}) => {
  complaints.provoke(statusError(403));
  await signedInPerson(page.request);

  for (const path of [
    ...dashboardPages("admin"),
    "/dashboard/shows",
    "/dashboard/shows/hamilton",
    "/dashboard/shows/import",
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(403);
    await expect(page.getByRole("heading", { name: "Staff only" })).toBeVisible();
  }
  const anonymous = await request.get("/dashboard/shows", { maxRedirects: 0 });
  expect(anonymous.headers()["location"]).toBe("/sign-in?callbackUrl=%2Fdashboard%2Fshows");
});

test("search ignores accents, and a view can be shared by its address", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/theatres");
  await page.getByRole("searchbox", { name: "Search" }).pressSequentially("NOEL COWARD");

  await expect(page.getByRole("link", { name: "Noël Coward Theatre" })).toBeVisible();
  await expect(page.getByText(/^1 of \d+ theatres$/)).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill("theatre");
  await page.getByRole("combobox", { name: "Current show" }).selectOption("Has a current show");
  await page.getByRole("button", { name: "Seats" }).click();
  const colleague = await page.context().newPage();
  await colleague.goto(page.url());

  await expect(colleague.getByRole("searchbox", { name: "Search" })).toHaveValue("theatre");
  await expect(colleague.getByRole("columnheader", { name: "Seats" })).toHaveAttribute("aria-sort", "ascending");
  const names = (shown: Page) => shown.getByRole("table").getByRole("link").allTextContents();
  await expect.poll(() => names(colleague)).toEqual(await names(page));
});

test("activity can be filtered by one's own changes and undone", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Actor ${randomUUID()}`;
  const id = await createdRecord(page.request, "people", { name });
  await page.goto("/dashboard/activity");
  await page.getByLabel("By").selectOption("Me");

  await expect(page.getByRole("list", { name: "Activity" }).getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: `Undo: created ${name}` }).click();

  await expect(page.getByText("Undone.", { exact: true })).toBeVisible();
  expect((await page.request.get(`/api/people/${id}`)).status()).toBe(404);

  await page.getByLabel("Records").selectOption("Theatres");
  await expect(page.getByText("No results")).toBeVisible();
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByRole("list", { name: "Activity" })).toBeVisible();
});
