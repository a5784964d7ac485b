import { expect, type Locator, type Page } from "@playwright/test";

/** More than any page has, so that a test that can't arrive ends. */
const mostStops = 150;

/** Goes on with Tab until the focus is there, as somebody without a mouse would; the focus must be seen. */
export async function tabInto(page: Page, goal: Locator): Promise<void> {
  await expect(goal).toBeVisible();
  for (let stops = 0; stops < mostStops; stops += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) {
      expect(await isMarked(goal), `the focus is to be seen on ${goal.toString()}`).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`No Tab leads to ${goal.toString()}.`);
}

/** By Tab to it, and then Enter. */
export async function press(page: Page, goal: Locator): Promise<void> {
  await tabInto(page, goal);
  await page.keyboard.press("Enter");
}

/** By Tab to it, over whatever stands there. */
export async function typeInto(page: Page, goal: Locator, text: string): Promise<void> {
  await tabInto(page, goal);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

function isMarked(goal: Locator): Promise<boolean> {
  return goal.evaluate((element) => {
    const marks = [element, ...(element.closest("label") ? [element.closest("label") as Element] : [])];
    return marks.some((mark) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(mark);
      return outlineStyle !== "none" && parseFloat(outlineWidth) > 0;
    });
  });
}
