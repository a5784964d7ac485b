import type { Page } from "@playwright/test";
import { newCast } from "./casts";
import { dashboardPages } from "./dashboard-pages";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { widths } from "./layout-checks";
import { atRest } from "./page-state";
import { makeShow, publicPages } from "./public-shows";

/** What ui.md promises; 0.1 is what browsers call good. */
const most = 0.02;

test("nothing jumps while a page loads @full", async ({ signedIn }) => {
  test.setTimeout(180_000);
  const { page } = await signedIn("admin");
  const { production } = await newCast(page);
  const paths = [
    "/",
    "/docs",
    "/developers",
    "/developers/account",
    ...dashboardPages("admin"),
    "/dashboard/shows",
    "/dashboard/cast-members",
    "/dashboard/shows/hamilton",
    "/dashboard/theatres/gielgud",
    `/dashboard/productions/${production}`,
  ];
  await watchShifts(page);

  expect(await jumpsOf(page, paths)).toEqual([]);
});

for (const width of widths) {
  test(`nothing jumps on a public page at ${width} px @full`, async ({ page, administrators, complaints }) => {
    test.slow();
    complaints.provoke(statusError(404));
    const { show, theatre, people } = await makeShow(administrators);
    await page.setViewportSize({ width, height: 800 });
    await watchShifts(page);

    expect(await jumpsOf(page, ["/", ...publicPages({ show, theatre, person: people[0] ?? "" })])).toEqual([]);
  });
}

/** The pages that move too much, with what moved. */
async function jumpsOf(page: Page, paths: readonly string[]): Promise<string[]> {
  const tooMuch: string[] = [];
  for (const path of paths) {
    await page.goto(path);
    await atRest(page);
    const { sum, sources } = await page.evaluate(() => window.layoutShifts);
    if (sum > most) tooMuch.push(`${path}: ${sum.toFixed(3)}, ${sources.join("; ")}`);
  }
  return tooMuch;
}

declare global {
  interface Window {
    layoutShifts: { sum: number; sources: string[] };
  }
}

/** Adds up the layout shifts of each page that no input caused, and names what moved. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.layoutShifts = { sum: 0, sources: [] };
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      // The browser's own types lack this entry.
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        window.layoutShifts.sum += entry.value;
        const moved = entry.sources.map(({ node }) => node instanceof Element && node.outerHTML.slice(0, 100));
        window.layoutShifts.sources.push(`${entry.value.toFixed(3)} ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}
