import { expect } from "./fixtures";
import { atRest } from "./page-state";
import { apiSignIn, apiSignUp } from "./people";
import { administrator } from "./service";
import { canSetClock, clockTest, skipReason } from "./clock-test";

/** The time in all screenshots, for service and browser; a session that began in the past would have expired. */
const day = new Date("2031-03-01T12:00:00Z");

const pages: { name: string; path: string; as?: "developer" | "administrator" }[] = [
  { name: "front-page", path: "/" },
  { name: "docs", path: "/docs" },
  { name: "sign-in", path: "/sign-in" },
  { name: "developers", path: "/developers", as: "developer" },
  { name: "dashboard", path: "/dashboard", as: "administrator" },
  { name: "theatres", path: "/dashboard/theatres", as: "administrator" },
  { name: "production", path: "/dashboard/productions/hamilton-victoria-palace-2017", as: "administrator" },
];

clockTest.skip(!canSetClock, skipReason);

for (const { look, colorScheme, viewport } of [
  { look: "desk", colorScheme: "light", viewport: { width: 1280, height: 900 } },
  { look: "phone", colorScheme: "dark", viewport: { width: 360, height: 740 } },
] as const)
  clockTest.describe(look, () => {
    clockTest.use({ colorScheme, viewport });

    clockTest("the main pages match their screenshots @full", async ({ page, service, clock }) => {
      clock.turnTo(day);
      await page.clock.setFixedTime(day);
      let before: string | undefined;
      for (const { name, path, as } of pages) {
        // A second sign-in would end the session with which the page before still asks.
        if (as === "developer") await apiSignUp(page.request);
        if (as === "administrator" && before !== as) await apiSignIn(page.request, administrator);
        before = as;
        await page.goto(path);
        await atRest(page);
        await page.evaluate(() => document.fonts.ready);

        // Ports, people's addresses and figures differ between runs.
        const mask = [
          page.locator("pre, code", { hasText: service.origin }),
          page.getByText(/^Signed in as|^\d+ of [\d,]+$/),
        ];
        // Chromium versions anti-alias edges differently, which is invisible. A missing, moved or recoloured block exceeds
        // the tolerance by far.
        const tolerance = { threshold: 0.3, maxDiffPixelRatio: 0.03 };
        await expect.soft(page).toHaveScreenshot(`${name}-${look}.png`, { ...tolerance, mask });
      }
    });
  });
