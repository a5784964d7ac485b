import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** What every page is looked at in. */
export const looks = [
  { theme: "light", width: 360 },
  { theme: "dark", width: 360 },
  { theme: "light", width: 1280 },
  { theme: "dark", width: 1280 },
] as const;

/** Accessible (WCAG 2.2 AA and axe's best practices), and no wider than the window. */
export async function looksRight(page: Page): Promise<void> {
  // Colours that are on their way to others would be measured half-way; a skeleton never arrives.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => null)),
    ),
  );
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${page.url()} ${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
    [],
  );
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
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
