import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { statusError } from "./console-errors";
import { dashboardPages } from "./pages";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { createdRecord, undo } from "./staff";

test("staff create a show and its production, edit one, and undo the edit", async ({ editor: page }) => {
  const name = `Show ${randomUUID()}`;
  await page.goto("/dashboard/productions/new");
  await page.getByLabel("Opens").fill("soon");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveAccessibleDescription("Choose a show.");
  await expect(page.getByLabel("Opens")).toHaveAccessibleDescription(/^Enter a date, such as 3 Sep 2026/);

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
  await undo(page);
  await expect(page.getByLabel("Opens")).toHaveValue("3 Sept 2031");

  await page.goto(`/dashboard/shows/${name.toLowerCase().replaceAll(" ", "-")}`);
  const productions = page.getByRole("region", { name: "Productions 1" });
  await expect(productions.getByRole("group", { name: "Upcoming" }).getByRole("link")).toHaveText(
    "Noël Coward Theatre",
  );
});

test("the form shows the API's message for a mistake @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(400));
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

  await page.goto("/dashboard/productions/hamilton-victoria-palace-2017");
  await page.getByRole("button", { name: "Edit production" }).click();
  await page.getByLabel("Closes").fill("2001-01-01");
  await page.getByRole("group", { name: "Source for: Closes" }).waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Closes")).toHaveAccessibleDescription(/opening/);
  await expect(page.getByLabel("Closes")).toBeFocused();
});

test("developers and editors get none of what is not theirs", async ({ page, request, signedIn, complaints }) => {
  complaints.provoke(statusError(403));
  await signedInPerson(page.request);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Staff only" })).toBeVisible();
  const editor = (await signedIn("editor")).page.request;
  const ofEditors = new Set(dashboardPages("editor"));
  for (const path of dashboardPages("admin")) {
    if (!ofEditors.has(path))
      expect(await answerOf(editor, path)).toEqual([403, expect.stringContaining("Administrators only")]);
    expect(await answerOf(page.request, path)).toEqual([403, expect.stringContaining("Staff only")]);
  }
  for (const path of ["/dashboard/shows", "/dashboard/shows/hamilton", "/dashboard/shows/import"])
    expect((await page.request.get(path)).status(), path).toBe(403);
  const anonymous = await request.get("/dashboard/shows", { maxRedirects: 0 });
  expect(anonymous.headers()["location"]).toBe("/sign-in?callbackUrl=%2Fdashboard%2Fshows");
});

test("activity can be filtered by one's own changes and undone @full", async ({ editor: page }) => {
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

/** The status and the text of a page. */
async function answerOf(reader: APIRequestContext, path: string): Promise<[number, string]> {
  const answer = await reader.get(path);
  return [answer.status(), await answer.text()];
}
