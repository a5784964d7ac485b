import { expect, type Page } from "@playwright/test";
import axe from "axe-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What every page is looked at in: a phone's width and a desk's, in pixels. */
export const widths = [360, 1280];

/**
 * Accessible (WCAG 2.2 AA and axe's best practices) in both themes, and no wider than the window.
 * A theme is colours alone, so that what is open or filled in stays while they change, and only they are looked at again.
 */
export async function expectLayout(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ["light", everything],
    ["dark", colours],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await wrongs(page, rules), `${page.url()} (${colorScheme})`).toEqual([]);
  }
  await expectFitsWindow(page);
}

/** No wider than the window. */
export async function expectFitsWindow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

/** Colours that are on their way to others would be measured half-way; a skeleton never arrives. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
}

const everything: axe.RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules of these standards that look at colours. */
const colours: axe.RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

async function wrongs(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  // As long as the page stays, axe does: to put it there takes longer than most looks.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    // Behind a dialog the page is dimmed and out of reach: that is looked at without one.
    ([options, modal]) => window.axe.run(document.querySelector(modal) ?? document, options),
    [{ runOnly, resultTypes: ["violations"] } satisfies axe.RunOptions, "dialog:modal"] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Bytes of JavaScript that a page makes a browser fetch, as they come over the wire. */
export async function scriptBytes(page: Page, path: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const scripts = new Set<string>();
  let bytes = 0;
  session.on("Network.responseReceived", ({ requestId, type }) => type === "Script" && scripts.add(requestId));
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await page.goto(path, { waitUntil: "networkidle" });
  expect(bytes).toBeGreaterThan(0);
  return bytes;
}
