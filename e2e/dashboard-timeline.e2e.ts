import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { createdRecord, type StaffMember, undo } from "./staff";

test("the end of a run is moved by keys, saved, and undone", async ({ signedIn }) => {
  const { page, id, name, closes } = await withRun(await signedIn("editor"));
  const closing = page.getByRole("slider", { name: `Closing date of ${name}` });

  await page
    .getByRole("region", { name: "Timeline" })
    .getByRole("link", { name: new RegExp(`^${name}`) })
    .focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(closing).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  // The bar with the buttons, which stays at the bottom of the window, does not cover it.
  const isInSight = (end: Element) => {
    const { x, y, width, height } = end.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) === end;
  };
  await expect.poll(() => closing.evaluate(isInSight)).toBe(true);
  await expect(page.getByRole("form", { name: "Moved date" })).toContainText(inFull(daysAfter(closes, 8)));
  await page.keyboard.press("Escape");
  await expect(page.getByRole("form", { name: "Moved date" })).toHaveCount(0);
  await page.keyboard.press("Shift+ArrowLeft");
  await page.keyboard.press("Enter");

  await expect(page.getByText(new RegExp(`^${name} now closes on `))).toBeVisible();
  expect(await closingDate(page, id)).toBe(daysAfter(closes, -7));
  await undo(page);
  expect(await closingDate(page, id)).toBe(closes);
});

test("the end of a run is dragged, but not before it opens @full", async ({ signedIn }) => {
  const { page, id, name, day, closes } = await withRun(await signedIn("editor"));
  const drag = async (label: string, pixels: number) => {
    await page.getByRole("slider", { name: `${label} date of ${name}` }).scrollIntoViewIfNeeded();
    await atRest(page);
    const box = await page.getByRole("slider", { name: `${label} date of ${name}` }).boundingBox();
    if (!box) throw new Error("The end of the run is not in view.");
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + pixels / 2, y);
    await page.mouse.move(x + pixels, y);
    await page.mouse.up();
  };
  const form = page.getByRole("form", { name: "Moved date" });

  await drag("Closing", 60);
  await expect(form).toContainText(`${name} closes`);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(new RegExp(`^${name} now closes on `))).toBeVisible();
  const moved = (await closingDate(page, id)) ?? "";
  expect(moved > closes).toBe(true);
  // A drag opens no page.
  await expect(page).toHaveURL(/\/dashboard$/);

  await drag("Closing", -600);
  await expect(form).toContainText("A run can’t close before it opens.");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toHaveCount(0);
  expect(await closingDate(page, id)).toBe(day);
});

test("the end of a run that someone else has moved is not overwritten @full", async ({ signedIn }) => {
  const { page, id, name, closes } = await withRun(await signedIn("editor"));
  await page.request.put(`/api/productions/${id}`, { data: { closing_date: daysAfter(closes, 30) } });
  await page.getByRole("slider", { name: `Closing date of ${name}` }).focus();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("alert").filter({ hasText: "Someone else has changed this date." })).toBeVisible();
  await page.keyboard.press("Enter");
  expect(await closingDate(page, id)).toBe(daysAfter(closes, 30));
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

/** A new show's run around today, in a new theatre that comes first on the timeline, which is open. */
async function withRun({ page }: StaffMember) {
  const name = `Show ${randomUUID()}`;
  const day = daysAfter(new Date().toISOString().slice(0, 10), -10);
  const closes = daysAfter(day, 40);
  const show_id = await createdRecord(page.request, "shows", { name, type: "play" });
  const theatre_id = await createdRecord(page.request, "theatres", { name: `@ ${randomUUID()}` });
  const id = await createdRecord(page.request, "productions", {
    show_id,
    theatre_id,
    opening_date: day,
    closing_date: closes,
  });
  await page.goto("/dashboard");
  await atRest(page);
  await page.getByRole("heading", { name: "Runs by theatre" }).scrollIntoViewIfNeeded();
  await page.getByRole("region", { name: "Timeline" }).scrollIntoViewIfNeeded();
  await page.getByRole("slider", { name: `Closing date of ${name}` }).scrollIntoViewIfNeeded();
  // Nothing that loads above it may move it any more.
  await atRest(page);
  return { page, id, name, day, closes };
}

async function closingDate({ request }: Page, id: string): Promise<string | null> {
  return ((await (await request.get(`/api/productions/${id}`)).json()) as { closing_date: string | null }).closing_date;
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function inFull(day: string): string {
  return new Date(day).toLocaleDateString("en-GB", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    timeZone: "UTC",
  });
}
