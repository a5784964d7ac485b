import { expect, type Locator, type Page } from "@playwright/test";

/** More tab stops than any page has, so that a failing test ends. */
const maxStops = 150;

/** Presses Tab until the target has the focus, as a keyboard user would; the focus must be visible. */
export async function pressTabUntilFocused(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  let element = await goal.elementHandle();
  for (let stops = 0; stops < maxStops; stops += 1) {
    const place = await element
      ?.evaluate((one) => (one === document.activeElement ? "here" : one.isConnected ? "elsewhere" : "replaced"))
      // Its page was left.
      .catch(() => "replaced");
    if (place === "here") {
      const isMarked = await goal.evaluate((marked) => {
        const marks = [marked, ...(marked.closest("label") ? [marked.closest("label") as Element] : [])];
        return marks.some((mark) => {
          const { outlineStyle, outlineWidth } = getComputedStyle(mark);
          return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
        });
      });
      expect(isMarked, `visible focus on ${goal.toString()}`).toBe(true);
      return;
    }
    // To find it again at each stop would take longer than the stops.
    if (place === "replaced") element = await goal.elementHandle();
    else await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${goal.toString()}.`);
}

/** Tabs to the target and presses Enter. */
export async function press(page: Page, goal: Locator): Promise<void> {
  await pressTabUntilFocused(page, goal);
  // A key pressed on a button that is still waiting for data does nothing.
  await expect(goal).toBeEnabled();
  await page.keyboard.press("Enter");
}

/** Presses Tab until the target has the focus, without checking the stops in between. */
export async function typeInto(page: Page, goal: Locator, text: string): Promise<void> {
  await pressTabUntilFocused(page, goal);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}
