import { randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { castOf } from "./casts";
import { statusError } from "./console-errors";
import { dashboardPages } from "./pages";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { signedInPerson } from "./people";
import { letters, undo } from "./staff";

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

test("from the keyboard alone a show, its run and its cast are made and deleted", async ({ editor: page }) => {
  test.slow();
  const api = page.request;
  const name = `Show ${randomUUID()}`;
  const button = (label: string | RegExp) => page.getByRole("button", { name: label, exact: true });
  const goTo = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Record, page or action" })).toBeFocused();
    await page.keyboard.type(words);
    await expect(page.getByRole("option").first()).toContainText(words);
    await page.keyboard.press("Enter");
  };
  await page.goto("/dashboard");

  await goTo("New show");
  await typeInto(page, page.getByLabel("Name"), name);
  await pressTabUntilFocused(page, page.getByLabel("Type"));
  await page.keyboard.type("drama");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  const said = page.getByRole("status", { name: "Notifications" });
  await press(page, said.getByRole("link", { name: "Add a production" }));
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue(name);
  await typeInto(page, page.getByRole("combobox", { name: "Theatre" }), "noel coward");
  await expect(page.getByRole("option", { name: "Noël Coward Theatre", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await typeInto(page, page.getByLabel("Opens"), "3 sep 2031");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}, Noël Coward Theatre, 2031`);
  const production = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await press(page, button("Paste a list…"));
  const word = letters();
  await typeInto(page, page.getByRole("textbox", { name: "Cast list" }), `Ada ${word} — Elsa\nBen ${word} — Olaf`);
  await press(page, button("Add 2 to cast"));
  await pressTabUntilFocused(page, button(`Move Ben ${word}`));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`Ben ${word} is now 1 of 2 in principals.`)).toBeAttached();
  await press(page, button("Save cast"));
  await expect(page.getByText("Cast saved.")).toBeVisible();
  const cast = async () => (await castOf(api, production)).map(({ person }) => person);
  expect(await cast()).toEqual([`Ben ${word}`, `Ada ${word}`]);

  await press(page, said.getByRole("button", { name: "Undo", exact: true }).last());
  await expect.poll(cast).toEqual([]);

  await press(page, button("Edit production"));
  await press(page, button("Delete…"));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }));
  await expect(page).toHaveURL(/\/dashboard\/productions$/);
  expect((await api.get(`/api/productions/${production}`)).status()).toBe(404);
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
  const anonymous = await request.get("/dashboard/shows?q=the+crown&_rsc=1", { maxRedirects: 0 });
  expect(anonymous.headers()["location"]).toBe("/sign-in?callbackUrl=%2Fdashboard%2Fshows%3Fq%3Dthe%2Bcrown");
});

/** The status and the text of a page. */
async function answerOf(reader: APIRequestContext, path: string): Promise<[number, string]> {
  const answer = await reader.get(path);
  return [answer.status(), await answer.text()];
}
