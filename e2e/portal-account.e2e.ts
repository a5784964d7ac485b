import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { signedInPerson, apiSignIn } from "./people";

test("a found key can be revoked without an account, and its owner is notified", async ({ page, browser, service }) => {
  await signedInPerson(page.request);
  const made = await page.request.post("/api/keys", { data: { name: "Left lying about" } });
  const { key } = (await made.json()) as { key: string };
  const other = await browser.newContext({ baseURL: service.origin });
  const finder = await other.newPage();

  await finder.goto("/developers/found-a-key");
  await finder.getByLabel("API key").fill(key);
  await finder.getByRole("button", { name: "Revoke this key" }).click();
  await expect(finder.getByRole("status").filter({ hasText: "is revoked" })).toContainText(key.slice(0, 12));
  await expect(finder.getByLabel("API key")).toHaveValue("");

  const refused = await fetch(`${service.origin}/api/shows`, { headers: { Authorization: `Bearer ${key}` } });
  expect(refused.status).toBe(401);
  await page.goto("/developers");
  await expect(page.getByRole("status").filter({ hasText: "was found in public" })).toContainText("Left lying about");
  const dismissed = page.waitForResponse((response) => response.url().includes("/api/account/notices/"));
  await page.getByRole("button", { name: "Dismiss: A key was found and revoked" }).click();
  expect((await dismissed).status()).toBe(200);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Keys" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New key" })).toBeVisible();
  await expect(page.getByText("was found in public")).toBeHidden();
  await other.close();
});

test("a text that is not a working key is not found, and stays in the form @full", async ({ page, complaints }) => {
  complaints.provoke(statusError(404));
  await page.goto("/developers/found-a-key");
  await page.getByLabel("API key").fill("tl_live_nonsense");

  await page.getByRole("button", { name: "Revoke this key" }).click();

  await expect(page.getByRole("alert").filter({ hasText: "Request ID" })).toBeVisible();
  await expect(page.getByLabel("API key")).toHaveValue("tl_live_nonsense");
});

test("a name can be set and removed @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers/account");

  await page.getByRole("textbox", { name: "Name" }).fill("Ada");
  await page.getByRole("button", { name: "Save name" }).click();
  await expect(page.getByText("Name changed to “Ada”.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
  await page.getByRole("textbox", { name: "Name" }).fill("");
  await page.getByRole("button", { name: "Save name" }).click();

  await expect(page.getByText("Name removed.")).toBeVisible();
});

test("a new password ends the other sessions, and a wrong current one changes nothing", async ({
  page,
  browser,
  service,
  complaints,
}) => {
  complaints.provoke(statusError(400));
  const person = await signedInPerson(page.request);
  const other = await browser.newContext({ baseURL: service.origin });
  await apiSignIn(other.request, person);
  await page.goto("/developers/account");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions).toHaveCount(2);

  await page.getByLabel("New password").fill("curtain-up-at-eight");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();

  await expect(page.getByText("signed out on all other devices")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect((await other.request.get("/api/account")).status()).toBe(401);
  await other.close();
});

test("each session shows its browser and can be signed out", async ({ page, browser, service }) => {
  const person = await signedInPerson(page.request);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const other = await browser.newContext({ baseURL: service.origin, userAgent });
  await apiSignIn(other.request, person);
  await page.goto("/developers/account");
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);

  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();

  await expect(sessions).toHaveCount(1);
  await expect(sessions).toContainText("This browser");
  expect((await other.request.get("/api/account")).status()).toBe(401);
  expect((await page.request.get("/api/account")).status()).toBe(200);
  await other.close();
});

test("signing out everywhere also ends this session @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers/account");
  await everythingLoaded(page);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();

  await expect(page.getByText("You’ve been signed out.")).toBeVisible();
  expect((await page.request.get("/api/account")).status()).toBe(401);
});

test("a deleted account is gone, and its keys stop working immediately", async ({ page, service }) => {
  const person = await signedInPerson(page.request);
  const { key } = (await (await page.request.post("/api/keys", { data: { name: "Probe" } })).json()) as { key: string };
  await page.goto("/developers/account");
  await everythingLoaded(page);

  await page.getByRole("button", { name: "Delete account…" }).click();
  await page.getByLabel("Your password").fill(person.password);
  await page.getByRole("button", { name: "Delete my account" }).click();

  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  const refused = await fetch(`${service.origin}/api/shows`, { headers: { Authorization: `Bearer ${key}` } });
  expect(refused.status).toBe(401);
});

test("on a phone the header is one row, and its menu works by keyboard @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/developers/found-a-key");
  const header = page.getByRole("banner");
  expect((await header.boundingBox())?.height).toBeLessThanOrEqual(64);

  await header.locator("summary").focus();
  await page.keyboard.press("Enter");
  await expect(header.getByRole("button", { name: "Sign out" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(header.getByRole("button", { name: "Sign out" })).toBeHidden();
  await page.keyboard.press("Enter");
  await header.getByRole("link", { name: "Your account" }).press("Enter");

  await expect(page).toHaveURL("/developers/account");
  await expect(header.getByRole("button", { name: "Sign out" })).toBeHidden();
  await everythingLoaded(page);

  await header.locator("summary").press("Enter");
  await header.getByRole("button", { name: "Sign out" }).press("Enter");
  await expect(page.getByText("You’ve been signed out.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["/sign-in", "/sign-up", "/developers/found-a-key"]) {
    test(`${path} says that it needs JavaScript @full`, async ({ page }) => {
      await page.goto(path);

      await expect(page.getByText("You need JavaScript")).toBeVisible();
    });
  }
});

/** The account's page asks for the events when they come into view: after the session has ended it would be refused. */
async function everythingLoaded(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete account…" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("list", { name: "Security events" })).toContainText("Signed in");
}
