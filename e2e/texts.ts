import { expect, type Page } from "@playwright/test";
import { expectFitsWindow } from "./layout-checks";
import { atRest } from "./page-state";

export async function expectWholeTexts(page: Page, state: string): Promise<void> {
  await atRest(page);
  await expectFitsWindow(page);
  expect.soft(await cutTexts(page), state).toEqual([]);
  expect.soft(await coveredTexts(page), state).toEqual([]);
}

/** Checks that on paper nothing to press is left, and that the page is black on white. */
export async function expectPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  for (const role of ["navigation", "banner", "contentinfo", "searchbox", "checkbox"] as const)
    await expect(page.getByRole(role), role).toHaveCount(0);
  await expect(page.locator("button:visible:not(th button, [data-cell])")).toHaveCount(0);
  const colours = await page.evaluate(() => {
    const { backgroundColor, color } = getComputedStyle(document.documentElement);
    return { backgroundColor, color };
  });
  expect(colours).toEqual({ backgroundColor: "rgb(255, 255, 255)", color: "rgb(0, 0, 0)" });
  await page.emulateMedia({ media: "screen" });
}

/** Texts that do not fit a box that hides the rest. Cells of a list are left out: the record shows them whole. */
function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("main *, header *, footer *")]
      .filter((element) => element.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }))
      .filter((element) => !element.matches(".sr-only, .truncate") && element.clientWidth > 1)
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = (overflow: string, excess: number) => /hidden|clip/.test(overflow) && excess > 2;
        return (
          isCut(overflowX, element.scrollWidth - element.clientWidth) ||
          isCut(overflowY, element.scrollHeight - element.clientHeight)
        );
      })
      .map((element) => element.textContent.trim().slice(0, 60))
      .filter((text) => text !== ""),
  );
}

/** Pairs of texts of which one lies over the other, in the first three screens of the page. */
function coveredTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const texts: { parent: Element; text: string; box: DOMRect }[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      const text = (node.textContent ?? "").trim();
      if (!parent || text === "" || !parent.checkVisibility({ contentVisibilityAuto: true })) continue;
      // What scrolls in a box, or stays where it is, may pass under something else.
      if (parent.closest(".sr-only, .skip-link, .skip-in-page, .truncate, .sticky, svg, option, [role=region], pre"))
        continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects())
        if (box.width > 2 && box.top < innerHeight * 3) texts.push({ parent, text: text.slice(0, 40), box });
    }
    const isOver = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;
    return texts.flatMap((one, index) =>
      texts
        .slice(index + 1)
        .filter(({ parent }) => !parent.contains(one.parent) && !one.parent.contains(parent))
        .filter(({ box }) => isOver(one.box, box))
        .map(({ text }) => `${one.text} / ${text}`),
    );
  });
}
