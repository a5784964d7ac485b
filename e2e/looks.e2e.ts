import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow, expectLayout, firstVisit, watchShifts, widths } from "./layout-checks";
import { atRest } from "./page-state";
import { dashboard, navigated, records } from "./dashboard-pages";
import { documentation, portal, publicPages, type LookedAt } from "./pages";
import { signedInPerson, createdKey } from "./people";
import { expectPaper, expectWholeTexts } from "./texts";

test.use({ viewport: { width: 1280, height: 900 } });

/** The most bytes of scripts at a first visit. */
const maxScripts = 180_000;
/** The most that a page may move while it loads; 0.1 is what browsers call good. */
const maxShift = 0.02;

test("public pages are accessible, fit, stay still, and are light and small @full", async ({
  page,
  request,
  administrators,
  complaints,
}) => {
  complaints.provoke(statusError(404));
  await lookAt(page, await publicPages(administrators, request), { loadedAt: widths.toReversed() });
});

test("the documentation is accessible, fits, and is light @full", async ({ page }) => {
  await lookAt(page, documentation);
});

test("the portal and its dialogs are accessible, fit, and are light @full", async ({ page }) => {
  await signedInPerson(page.request);
  await lookAt(page, await portal(page.request));
});

test("the dashboard and its dialogs are accessible, fit, and are light @full", async ({ signedIn }) => {
  const { page } = await signedIn("admin");
  await lookAt(page, navigated);
  await lookAt(page, await dashboard(page));
});

test("the pages of records and their dialogs are accessible, fit, and are light @full", async ({ editor: page }) => {
  await lookAt(page, await records(page));
});

/** Loads each page once at each of these widths, and checks it in all ways before the next one. */
async function lookAt(page: Page, pages: readonly LookedAt[], { loadedAt = [1280] } = {}): Promise<void> {
  test.setTimeout(900_000);
  await watchShifts(page);
  // A state that can't be reached does not wait for the end of the whole flow.
  page.setDefaultTimeout(20_000);
  for (const looked of pages) {
    const { path, states = [] } = looked;
    await test.step(path, async () => {
      for (const width of loadedAt) {
        await page.setViewportSize({ width, height: 720 });
        const { bytes, shift, moved } = await firstVisit(page, path);
        if (!looked.isOpened) expect.soft(bytes, `bytes of scripts of ${path}`).toBeLessThan(maxScripts);
        if (looked.mayMove) continue;
        expect.soft(shift, `${path} moves at ${width} px: ${moved.join("; ")}`).toBeLessThan(maxShift);
      }
      if (looked.isPlain) await expect.soft(page.locator("script[src]")).toHaveCount(0);
      if (looked.hasBigText) {
        await page.setViewportSize({ width: 360, height: 900 });
        await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
        await expectFitsWindow(page);
        await page.evaluate(() => (document.documentElement.style.fontSize = ""));
      }
      await page.setViewportSize({ width: 1920, height: 900 });
      await expectFitsWindow(page);
      await page.setViewportSize({ width: 1280, height: 900 });
      await expectLayout(page, widths);
      if (looked.isPrinted) await expectPaper(page);
      for (const state of states) {
        await state(page);
        // As high as the highest dialog: axe takes a control that is half below its last line for a small one.
        await page.setViewportSize({ width: 1280, height: 1700 });
        await expectLayout(page, widths);
      }
      if (looked.isZoomed) await expectZoomed(page, path);
    });
  }
}

/** A window of 1,280 px at 200 %, with wide spacing, and with both. */
async function expectZoomed(page: Page, path: string): Promise<void> {
  await page.setViewportSize({ width: 640, height: 900 });
  await page.goto(path);
  await expectWholeTexts(page, `${path} at 200 %`);
  // The spacing that a reader may set (WCAG 2.2, 1.4.12), as an extension would, which the page’s policy does not bind.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
      p { margin-bottom: 2em !important; }
    `);
    document.adoptedStyleSheets.push(sheet);
  });
  await expectWholeTexts(page, `${path} at 200 % with wide text spacing`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expectWholeTexts(page, `${path} with wide text spacing`);
}

test("with forced colours what is chosen, current, primary or measured looks different @full", async ({
  page,
  signedIn,
}) => {
  const label = (shown: Page, name: string) =>
    shown.locator("label").filter({ has: shown.getByRole("radio", { name }) });
  await openForced(page, "/");
  await page.getByRole("radio", { name: "Dark theme" }).check();
  await expectDifferent(label(page, "Dark theme"), label(page, "Light theme"));
  await openForced(page, "/sign-in");
  await expectDifferent(
    page.getByRole("button", { name: "Sign in", exact: true }),
    page.getByRole("main").locator("input").first(),
  );
  await signedInPerson(page.request);
  const { key } = await createdKey(page.request, "Probe");
  await page.request.get("/api/shows/hamilton", { headers: { Authorization: `Bearer ${key}` } });
  await openForced(page, "/developers");
  const bar = page.getByRole("meter").first();
  await expectDifferent(bar.locator("span").first(), bar);

  const { page: staff } = await signedIn("editor");
  await openForced(staff, "/dashboard/people/import");
  const places = staff.getByRole("navigation", { name: "Dashboard" });
  await expectDifferent(
    places.getByRole("link", { name: "People" }),
    places.getByRole("link", { name: "Shows", exact: true }),
  );
  // Another flow may have created anyone with a shorter name.
  const buffer = Buffer.from(`name\nImported ${randomUUID()}\n\nx,y\n`);
  await staff.getByLabel("A CSV or JSON file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  await expect(staff.getByRole("button", { name: "Import 1 person" })).toBeVisible();
  await expectDifferent(label(staff, "1 refused"), label(staff, "1 to create"));
  await expectDifferent(
    staff.getByRole("button", { name: "Import 1 person" }),
    staff.getByRole("button", { name: "Download template" }),
  );
  await expectLayout(staff);
});

async function openForced(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto(path);
  await atRest(page);
}

async function expectDifferent(one: Locator, other: Locator): Promise<void> {
  const ground = (element: Locator) => element.evaluate((found) => getComputedStyle(found).backgroundColor);
  expect(await ground(one)).not.toBe(await ground(other));
}

test("a printed list has all its rows, one below the other @full", async ({ editor: page }) => {
  await page.goto("/dashboard/productions");
  const links = page.locator("#records").getByRole("link");
  await expect(links.first()).toBeVisible();
  const all = ((await (await page.request.get("/api/productions")).json()) as object[]).length;
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 720 });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(links).toHaveCount(all);
    const tops = () => links.evaluateAll((shown) => shown.map((link) => link.getBoundingClientRect().top));
    await expect.poll(async () => new Set(await tops()).size).toBe(all);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height).toBeGreaterThan(Math.max(...(await tops())));
    await page.emulateMedia({ media: "screen" });
    await expect.poll(() => links.count()).toBeLessThan(all);
  }
});
