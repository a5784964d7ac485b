import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { issueKey } from "./portal-page";

test("the reference sends requests with a key that is not stored @full", async ({ page, complaints, context }) => {
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

  await page.getByRole("group", { name: "List shows" }).getByRole("radio", { name: "Python" }).check();
  await expect(page.getByRole("group", { name: "Get one show" }).getByText("import json")).toBeVisible();
  await page.goto("/docs/guides/first-call");
  await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the documentation can be read, and what needs a script says so or is hidden @full", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto("/docs/productions");

    await page.locator("summary", { hasText: /^Contents$/ }).click();
    await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Get one production" }).click();
    await expect(page).toHaveURL(/\/docs\/productions#get-production$/);

    const code = page.getByRole("group", { name: "Get one production" });
    await code.getByRole("radio", { name: "Python" }).check();
    await expect(code.getByText("urllib.request.urlopen")).toBeVisible();
    await page.getByText("429 Too Many Requests").first().click();
    await expect(page.getByText('"Rate limit exceeded"').first()).toBeVisible();
    for (const button of [/^Send/, /^Copy/]) await expect(page.getByRole("button", { name: button })).toHaveCount(0);
    await expect(page.getByRole("combobox", { name: "Search the documentation" })).toBeHidden();

    for (const path of ["/sign-in", "/sign-up", "/developers/found-a-key"]) {
      await page.goto(path);
      await expect(page.getByText("You need JavaScript")).toBeVisible();
      await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
    }
  });
});
