import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow } from "./layout-checks";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

test("a list scrolls with the page in 34-pixel rows, under a heading that stays @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/cast-members");
  const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox") });
  await expect(rows.first()).toBeVisible();
  expect((await rows.nth(1).boundingBox())?.height).toBe(34);

  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 12_000);

  await expect.poll(() => firstRecord(page)).toBeGreaterThan(300);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(11_000);
  const header = await page.getByRole("banner").boundingBox();
  expect((await page.getByRole("columnheader", { name: "Person" }).boundingBox())?.y).toBe(header?.height);
  expect(await innerScrollers(page)).toEqual([]);
});

test("a table is as wide as the window, and what is cut has a title @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await createdRecord(page.request, "shows", {
    name: `Wide ${randomUUID()}`,
    type: "play",
    description: "A ".repeat(400),
  });
  await page.setViewportSize({ width: 2560, height: 1200 });
  await page.goto("/dashboard/shows");
  const table = page.getByRole("table");
  // Until the list is loaded, its first rows are another table.
  await expect(page.getByRole("checkbox").first()).toBeVisible();

  const box = await table.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(2500);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(async () => (await table.boundingBox())?.width).toBeLessThan(1100);
  expect(await cutCells(page)).toEqual([]);
  await expectFitsWindow(page);
});

test("dates are whole with the text spacing of WCAG 1.4.12 @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions");
  const days = page.getByRole("cell", { name: /^\d{1,2} \w+ \d{4}$/ });
  await expect(page.getByRole("checkbox").first()).toBeVisible();

  await page.evaluate(() => {
    const spacing = new CSSStyleSheet();
    spacing.replaceSync("* { letter-spacing: 0.12em !important; word-spacing: 0.16em !important }");
    document.adoptedStyleSheets.push(spacing);
  });

  expect(await days.count()).toBeGreaterThan(10);
  const cut = await days.evaluateAll((cells) =>
    cells.flatMap(({ scrollWidth, clientWidth, textContent }) => (scrollWidth > clientWidth ? [textContent] : [])),
  );
  expect(cut).toEqual([]);
});

test("a run says that it is running, and in how many days it closes @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Last nights ${randomUUID()}`;
  const show_id = await createdRecord(page.request, "shows", { name, type: "play" });
  const closing_date = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10);
  const run = { show_id, theatre_id: "arts", opening_date: "2020-01-01" };
  await createdRecord(page.request, "productions", { ...run, closing_date });
  await page.goto(`/dashboard/productions?q=${name.replaceAll(" ", "+")}`);

  await expect(page.getByRole("row", { name })).toContainText(/closes in (8|9) days/);
});

test("a view is saved by name, opened, renamed, deleted and brought back @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions?state=running&sort=closing_date");
  const views = page.getByRole("list", { name: "Saved views" });
  await menu(page, "Views").click();
  await expect(page.getByText("Saved on this device")).toBeVisible();
  await page.getByRole("button", { name: "Save view…" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Closing next");
  await page.keyboard.press("Enter");
  await expect(menu(page, "Views: Closing next")).toBeFocused();

  await page.goto("/dashboard/productions");
  await menu(page, "Views").click();
  await expect(views.getByRole("link", { name: "All productions" })).toHaveAttribute("aria-current", "true");
  await views.getByRole("link", { name: "Closing next" }).click();
  await expect(page).toHaveURL(/state=running.*sort=closing_date/);
  await expect(page.getByRole("columnheader", { name: "Closes" })).toHaveAttribute("aria-sort", "ascending");

  await menu(page, "Views: Closing next").click();
  await page.getByRole("button", { name: "Rename Closing next" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill("Next to close");
  await page.getByRole("button", { name: "Save view" }).click();
  await menu(page, "Views: Next to close").click();
  await page.getByRole("button", { name: "Delete Next to close" }).click();
  await expect(menu(page, "Views")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(menu(page, "Views: Next to close")).toBeVisible();

  await page.goto("/dashboard/shows");
  await menu(page, "Views").click();
  await expect(views.getByRole("listitem")).toHaveCount(1);
});

test("nonsense in this browser's storage is no view, and does no harm @full", async ({ signedIn }) => {
  const { id, page } = await signedIn("editor");
  await page.goto("/dashboard/productions");
  await page.evaluate((key) => localStorage.setItem(key, '[{"name": 7}, null, "x"'), `views:${id}:productions`);
  await page.reload();

  await menu(page, "Views").click();

  await expect(page.getByRole("list", { name: "Saved views" }).getByRole("listitem")).toHaveCount(1);
  await expect(page.getByRole("table")).toBeVisible();
});

test("a list is filtered by dates as people type them, and by the lack of one", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const runs = await dates(page);
  await page.goto("/dashboard/productions");
  const status = page.getByRole("status").filter({ hasText: "productions" });

  await menu(page, "Dates").click();
  await page.getByLabel("Closes from").fill("1 jan 2026");
  await page.getByLabel("Closes to").fill("30/6/2026");
  await page.getByLabel("Closes to").press("Enter");
  await expect(page).toHaveURL(/closing_date.from=2026-01-01&closing_date.to=2026-06-30/);
  const between = runs.filter((day) => day !== null && day >= "2026-01-01" && day <= "2026-06-30").length;
  await expect(status).toHaveText(new RegExp(`^${between} of `));

  await page.getByRole("checkbox", { name: "No closing date" }).check();
  await expect(page).toHaveURL(/\?closing_date=none$/);
  await expect(status).toHaveText(new RegExp(`^${runs.filter((day) => day === null).length} of `));
  await page.goBack();
  await expect(status).toHaveText(new RegExp(`^${between} of `));
});

test("a search without results offers a near name, which the palette finds too", async ({ signedIn, complaints }) => {
  complaints.provoke(offlineError);
  const { page } = await signedIn("editor");
  const word = randomUUID().replaceAll("-", "").replace(/\d/g, "x");
  await createdRecord(page.request, "shows", { name: `Élan ${word}`, type: "play" });
  const typed = `elan ${word.slice(0, -1)}z`;
  await page.goto("/dashboard/shows");
  await atRest(page);

  // Online, the API finds the show after a moment, in spite of the wrong letter.
  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search" }).fill(typed);
  await expect(page.getByText(`No shows match “${typed}”`)).toBeVisible();
  await page.getByRole("button", { name: `Élan ${word}` }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`Élan ${word}`);
  await expect(page.getByText(/^1 of [\d,]+ shows$/)).toBeVisible();

  await page.context().setOffline(false);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Record, page or action" }).fill(typed);
  await expect(page.getByRole("option", { name: `Élan ${word}` })).toBeVisible();
});

test("nonsense in a list's address is ignored @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto(
    "/dashboard/productions?closing_date.from=soon&opening_date.to=2026-02-31&closing_date=x&sort=%00&gone=1",
  );

  await expect(page.getByText(/^\d+ productions$/)).toBeVisible();
  await expect(page.getByRole("table")).toBeVisible();
});

/** The index of the first rendered record. */
function firstRecord(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector("tr[data-record]")?.getAttribute("aria-rowindex")) - 2);
}

/** Elements of the page that scroll inside it. */
function innerScrollers(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *")]
      .filter((one) => one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY))
      .map(({ outerHTML }) => outerHTML.slice(0, 80)),
  );
}

/** The texts of cells that are cut without a title. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("td")]
      .filter(({ scrollWidth, clientWidth, title }) => scrollWidth > clientWidth && title === "")
      .map(({ innerText }) => innerText),
  );
}

function menu(page: Page, name: string) {
  return page.locator("summary").and(page.getByLabel(name, { exact: true }).or(page.getByText(name, { exact: true })));
}

async function dates(page: Page): Promise<(string | null)[]> {
  const all = (await (await page.request.get("/api/productions")).json()) as { closing_date: string | null }[];
  return all.map(({ closing_date }) => closing_date);
}
