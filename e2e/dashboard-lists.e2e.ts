import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow } from "./layout-checks";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

test("a list scrolls with the page, and what is cut has a title @full", async ({ editor: page }) => {
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

  const description = "A ".repeat(400);
  await createdRecord(page.request, "shows", { name: `Wide ${randomUUID()}`, type: "play", description });
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

test("a search without results offers a near name @full", async ({ editor: page, complaints }) => {
  complaints.provoke(offlineError);
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

/** The index of the first rendered record. */
function firstRecord(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.querySelector("tr[data-record]")?.getAttribute("aria-rowindex")) - 2);
}

/** The texts of cells that are cut without a title. */
function cutCells(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("td")]
      .filter(({ scrollWidth, clientWidth, title }) => scrollWidth > clientWidth && title === "")
      .map(({ innerText }) => innerText),
  );
}
