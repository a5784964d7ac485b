import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What every page is looked at in: a phone's width and a desk's, in pixels. */
export const widths = [360, 1280];

/**
 * Accessible (WCAG 2.2 AA and axe's best practices) in both themes, and no wider than the window.
 * A theme is colours alone, so that what is open or filled in stays while they change, and only they are looked at again.
 */
export async function looksRight(page: Page): Promise<void> {
  for (const [colorScheme, rules] of [
    ["light", everything],
    ["dark", colours],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await settled(page);
    expect(await wrongs(page, rules), `${page.url()} (${colorScheme})`).toEqual([]);
  }
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

type RunOnly = Parameters<AxeBuilder["options"]>[0]["runOnly"];

const everything: RunOnly = {
  type: "tag",
  values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules of these standards that look at colours. */
const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

const modal = "dialog:modal";

async function wrongs(page: Page, runOnly: RunOnly): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ runOnly, resultTypes: ["violations"] });
  // Behind a dialog the page is dimmed and out of reach: that is looked at without one.
  if ((await page.locator(modal).count()) > 0) axe.include(modal);
  // For pages without frames, as ours all are: else each look opens a page of its own to put frames together in.
  const { violations } = await axe.setLegacyMode().analyze();
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
