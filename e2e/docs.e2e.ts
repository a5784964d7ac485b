import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow, expectLayout, onPhone, widths } from "./layout-checks";
import { signedInPerson } from "./people";
import { issueKey } from "./portal-page";

const pages = ["/docs", "/docs/service", "/docs/guides/keys-and-limits", "/docs/guides/editors"];
test("the documentation is accessible and says nothing to the console @full", async ({ page }) => {
  test.slow();
  await page.setViewportSize(onPhone.viewport);
  for (const path of pages) {
    await unfolded(page, path);

    await expectLayout(page, widths);
    // One column is hidden here.
    await page.setViewportSize({ width: 768, height: 900 });
    await expectFitsWindow(page);
  }
});

/** With all details open. */
async function unfolded(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.querySelectorAll("main details").forEach((one) => one.setAttribute("open", "")));
}

test("every page of the documentation exists, and no internal link is broken", async ({ page, request }) => {
  test.setTimeout(90_000);
  await page.goto("/docs");
  const found = await addresses(page);
  const seen = new Map<string, string[]>();
  for (const path of new Set(found.map((address) => address.split("#")[0] ?? ""))) {
    const answer = await request.get(path);
    const text = await answer.text();
    seen.set(
      path,
      [...text.matchAll(/ id="([^"]+)"/g)].flatMap(([, id]) => id ?? []),
    );
    expect([path, answer.status()]).toEqual([path, 200]);
  }

  expect(seen.size).toBeGreaterThan(20);
  for (const address of found) {
    const [path = "", anchor] = address.split("#");
    if (anchor !== undefined) expect(seen.get(path), address).toContain(anchor);
  }
});

test("every heading below a page's title can be linked to @full", async ({ page }) => {
  for (const path of pages) {
    await page.goto(path);

    const unlinked = await page
      .getByRole("main")
      .locator("h2, h3")
      .evaluateAll((headings) =>
        headings.filter((one) => !one.id || !one.querySelector("a[href]")).map((one) => one.outerHTML),
      );
    expect(unlinked).toEqual([]);
  }
});

test("the reference sends requests without a key, and with one that is not stored", async ({
  page,
  complaints,
  context,
}) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  const key = await issueKey(page, "Reader");
  await context.clearCookies();
  await page.goto("/docs/shows");
  const form = page.getByRole("group", { name: "Send: Get one show" });
  await form.scrollIntoViewIfNeeded();
  await form.getByLabel("id").fill("hamilton");

  await form.getByRole("button", { name: "Send" }).click();

  await expect(form.getByRole("status").first()).toContainText("200 OK");
  await expect(form.getByText("X-RateLimit-Limit").locator("..")).toContainText("100");
  await expect(form.getByRole("region")).toContainText('"Hamilton"');
  const shown = await form.getByRole("region").locator("pre").innerText();
  expect(JSON.parse(shown)).toMatchObject({ id: "hamilton", name: "Hamilton" });

  complaints.provoke(statusError(404));
  await form.getByLabel("API key").fill(key);
  await form.getByLabel("id").fill("no-such-show");
  await form.getByRole("button", { name: /Send/ }).click();

  await expect(form.getByRole("status").first()).toContainText("404 Not Found");
  await expect(form.getByText("X-RateLimit-Limit").locator("..")).toContainText("25");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept + page.url()).not.toContain(key);
});

test("a language chosen in one example applies to all, and to the next page @full", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/shows");
  const list = page.getByRole("group", { name: "List shows" });
  await list.getByRole("radio", { name: "Python" }).check();
  await expect(page.getByRole("group", { name: "Get one show" }).getByText("import json")).toBeVisible();

  await list.getByRole("button", { name: "Copy: List shows" }).click();
  await expect(list.getByRole("status")).toHaveText("Copied");

  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain("urllib.request.urlopen");
  await page.goto("/docs/guides/first-call");
  await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the reference can be read, its languages chosen and its responses opened @full", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/docs/productions");

    await page.locator("summary", { hasText: /^Contents$/ }).click();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Get one production" }).click();
    await expect(page).toHaveURL(/\/docs\/productions#get-production$/);

    const code = page.getByRole("group", { name: "Get one production" });
    await code.getByRole("radio", { name: "PHP" }).check();
    await expect(code.getByText("file_get_contents")).toBeVisible();
    await page.getByText("429 Too Many Requests").first().click();
    await expect(page.getByText('"Rate limit exceeded"').first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Send" })).toHaveCount(0);
  });

  test("the first page and a guide can be read in the chosen language @full", async ({ page }) => {
    await page.goto("/docs");
    await expect(page.getByRole("link", { name: "/api/cast-members/{id}" }).first()).toBeVisible();
    await page.getByRole("region", { name: "Guides" }).getByRole("link", { name: "Polling for free" }).click();

    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Polling for free");
    await page.getByRole("radio", { name: "Python" }).first().check();
    await expect(page.getByText("urllib.request").first()).toBeVisible();
    await expect(page.getByRole("button", { name: /^Copy/ })).toHaveCount(0);
  });

  test("the sign-in page says that it needs JavaScript, and shows no form @full", async ({ page }) => {
    for (const path of ["/sign-in", "/sign-up"]) {
      await page.goto(path);

      await expect(page.getByText("You need JavaScript")).toBeVisible();
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    }
  });
});

test("crawlers and other programs find the files they expect @full", async ({ request, service }) => {
  const [llms, whole, robots, sitemap] = await Promise.all(
    ["/llms.txt", "/llms-full.txt", "/robots.txt", "/sitemap.xml"].map(async (path) =>
      (await request.get(path)).text(),
    ),
  );
  expect(llms).toContain(`${service.origin}/docs/guides/polling`);
  expect(whole).toContain("### GET /api/cast-members/{id}");
  expect(robots).toContain(`Sitemap: ${service.origin}/sitemap.xml`);
  expect(sitemap).toContain(`<loc>${service.origin}/docs/cast-members</loc>`);

  for (const path of ["/", ...pages, "/sign-in"]) {
    const text = await (await request.get(path)).text();
    expect(text, path).toContain(`<link rel="canonical" href="${service.origin}${path === "/" ? "" : path}`);
    expect(text).toMatch(new RegExp(`property="og:image" content="${service.origin}/opengraph-image`));
    expect(text).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(text).not.toContain("noindex");
  }
  for (const picture of ["/favicon.ico", "/icon.svg", "/apple-icon.png", "/opengraph-image.png"])
    expect((await request.get(picture)).status(), picture).toBe(200);
});

/** The links within the documentation. */
function addresses(page: Page): Promise<string[]> {
  return page
    .locator('a[href^="/docs"]')
    .evaluateAll((links) => links.flatMap((link) => link.getAttribute("href") ?? []));
}
