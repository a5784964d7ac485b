import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

test("the timeline moves by keys, and a run leads to its production", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { id, name } = await createRun(page);
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

/** A new show's run around today, in a new theatre that comes first on the timeline. */
async function createRun({ request }: Page) {
  const name = `Show ${randomUUID()}`;
  const show_id = await createdRecord(request, "shows", { name, type: "play" });
  const theatre_id = await createdRecord(request, "theatres", { name: `@ ${randomUUID()}` });
  const opening_date = new Date(Date.now() - 10 * 86_400_000).toISOString().slice(0, 10);
  return { id: await createdRecord(request, "productions", { show_id, theatre_id, opening_date }), name };
}
