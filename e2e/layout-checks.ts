import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { atRest } from "./page-state";

declare global {
  interface Window {
    axe: typeof axe;
    layoutShifts: { shift: number; moved: string[] };
  }
}

/** The widths at which every page is checked, in pixels: a phone and a desktop. */
export const widths = [360, 1280];

/**
 * Checks that the page is accessible (WCAG 2.2 AA and axe's best practices) in both themes, and no wider than the
 * window. Themes differ only in colour, so the second theme is checked only for colours, in the same state.
 *
 * @param at the widths, in pixels, of which each is checked in the same state; otherwise the present one.
 */
export async function expectLayout(page: Page, at: readonly number[] = []): Promise<void> {
  const before = page.viewportSize();
  for (const width of at.length === 0 ? [before?.width] : at) {
    if (before && width) await page.setViewportSize({ ...before, width });
    await atRest(page);
    for (const [colorScheme, runOnly] of [
      ["light", everything],
      ["dark", colours],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      // Transitions must be finished: axe would measure intermediate colours.
      await page.evaluate(() =>
        Promise.all(
          document
            .getAnimations()
            .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
            .map((animation) => animation.finished.catch(() => null)),
        ),
      );
      // axe stays loaded with the page: injecting it takes longer than most checks.
      if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
      const { violations } = await page.evaluate(
        // Behind a dialog the page is dimmed and inert: it is checked without a dialog.
        (options) => window.axe.run(document.querySelector("dialog:modal") ?? document, options),
        { runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions,
      );
      const wrongs = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
      expect(wrongs, `${page.url()} (${colorScheme}, ${width} px)`).toEqual([]);
    }
    await expectFitsWindow(page);
  }
  if (before) await page.setViewportSize(before);
}

/** Checks that the page is no wider than the window. */
export async function expectFitsWindow(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const beyond = [...document.querySelectorAll("body *")].filter(
      (one) => one.getBoundingClientRect().right > innerWidth,
    );
    return [`${document.documentElement.scrollWidth} px`, ...beyond.map(({ outerHTML }) => outerHTML.slice(0, 100))];
  });
  expect(tooWide).toEqual([]);
}

const everything: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules of these standards that check colours. */
const colours: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** The first visit of a page: the compressed bytes of its scripts, and how much of it moved while it was loaded. */
export async function firstVisit(page: Page, path: string) {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    scripts.add(requestId);
    // The head of the response, which the length below includes.
    bytes -= response.encodedDataLength;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await page.goto(path);
  await atRest(page);
  await session.detach();
  return { bytes, ...(await page.evaluate(() => window.layoutShifts)) };
}

/** Adds up the layout shifts of each page that no input caused, and names what moved. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if ("layoutShifts" in window) return;
    Object.assign(window, { layoutShifts: { shift: 0, moved: [] } });
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      // The browser's own types lack this entry.
      for (const entry of list.getEntries() as Shift[]) {
        if (entry.hadRecentInput) continue;
        window.layoutShifts.shift += entry.value;
        const moved = entry.sources.map(({ node }) =>
          (node instanceof Element ? node : node?.parentElement)?.outerHTML.slice(0, 100),
        );
        window.layoutShifts.moved.push(`${entry.value.toFixed(3)} ${moved.join(" | ")}`);
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}
