import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

test("a data problem is listed, fixed with one click, and the fix is undone", async ({ editor: page }) => {
  const name = `Theatre ${randomUUID()}`;
  const show_id = await createdRecord(page.request, "shows", { name: `Show ${randomUUID()}`, type: "play" });
  const place = { lat: 51.5, lng: -0.1, capacity: 300 };
  const id = await createdRecord(page.request, "theatres", { name, current_show_id: show_id, ...place });
  const days = { opening_date: "2001-01-01", closing_date: "2001-05-05" };
  await createdRecord(page.request, "productions", { show_id, theatre_id: id, ...days });
  const closedRunTitle = "Current show has closed";
  await page.goto("/dashboard");
  await page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: closedRunTitle }).click();

  const row = page.getByRole("region", { name: closedRunTitle }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("5 May 2001");
  await row.getByRole("button", { name: "Clear the current show" }).click();
  await expect(page.getByText(`Fixed ${name}.`, { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await (await page.request.get(`/api/theatres/${id}`)).json()).toMatchObject({ current_show_id: null });
  await page.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(row).toBeVisible();
});

test("records, pages and actions are found from anywhere by the keyboard", async ({ editor: page }) => {
  await page.goto("/dashboard/activity");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Record, page or action" });

  await expect(palette).toBeFocused();
  await palette.fill("noel coward");
  await expect(page.getByRole("option", { name: /Noël Coward Theatre/ }).first()).toBeVisible();
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/theatres\/noel-coward$/);
  await page.keyboard.press("Control+k");
  await palette.fill("new role");
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/roles\/new$/);

  await page.goto("/dashboard/shows");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Ctrl S or ⌘ S");
});

test("the timeline moves by keys, and a run leads to its production", async ({ editor: page }) => {
  // Around today, in a new theatre that comes first on the timeline.
  const name = `Show ${randomUUID()}`;
  const show_id = await createdRecord(page.request, "shows", { name, type: "play" });
  const theatre_id = await createdRecord(page.request, "theatres", { name: `@ ${randomUUID()}` });
  const opening_date = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  const id = await createdRecord(page.request, "productions", { show_id, theatre_id, opening_date });
  await page.goto("/dashboard");
  await atRest(page);
  // It loads when it is nearly in view.
  await page.getByRole("heading", { name: "Runs by theatre" }).scrollIntoViewIfNeeded();
  const timeline = page.getByRole("region", { name: "Timeline" });
  await timeline.scrollIntoViewIfNeeded();
  const run = timeline.getByRole("link", { name: new RegExp(`^${name}`) });

  await run.focus();
  const months = await page.getByRole("status").filter({ hasText: /\d{4}/ }).first().textContent();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("status").filter({ hasText: /\d{4}/ }).first()).not.toHaveText(months ?? "");
  await run.click();

  await expect(page).toHaveURL(new RegExp(`/dashboard/productions/${id}$`));
});

test("on a phone the navigation is a menu, which counts the problems @full", async ({ editor: page }) => {
  await page.setViewportSize({ width: 360, height: 844 });
  const answered = page.waitForResponse("**/api/problems/counts");
  await page.goto("/dashboard/people");
  const { now } = (await (await answered).json()) as { now: Record<string, number> };
  const total = Object.values(now).reduce((sum, count) => sum + count, 0);

  await page.getByText("People", { exact: true }).first().click();
  await expect(
    page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: /^Data quality/ }),
  ).toHaveAccessibleName(new RegExp(`${total} problems$`));
  await page.getByRole("navigation", { name: "Dashboard" }).getByRole("link", { name: "Theatres" }).click();
  await expect(page).toHaveURL(/\/dashboard\/theatres$/);
  await expect(page.getByRole("navigation", { name: "Dashboard" })).toHaveCount(0);
});

test("a record's page leads to its calendar, a production's to that of its show @full", async ({ editor: page }) => {
  for (const [record, calendar, owner] of [
    ["shows/hamilton", "shows/hamilton", "show"],
    ["people/colm-wilkinson", "people/colm-wilkinson", "person"],
    ["productions/hamilton-victoria-palace-2017", "shows/hamilton", "show"],
  ]) {
    await page.goto(`/dashboard/${record}`);
    const button = page.getByRole("button", { name: "Add to calendar…" });
    await button.focus();
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: "Add to calendar" });
    await expect(dialog).toContainText(`The dates of this ${owner}:`);
    const link = dialog.getByRole("link", { name: "Open in calendar app" });
    const { origin, host } = new URL(page.url());
    await expect(link).toHaveAttribute("href", `webcal://${host}/feeds/${calendar}.ics`);
    await expect(dialog.getByText(`${origin}/feeds/${calendar}.ics`)).toBeVisible();
    const response = await page.request.get(`/feeds/${calendar}.ics`);
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);

    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }
});
