import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { signedInPerson, apiSignIn, createdKey } from "./people";
import { statusOf } from "./portal-page";
import { administrator } from "./service";
import { createdRecord, letters } from "./staff";

test("sessions end one by one and everywhere, keys at a deletion", async ({ page, browser, service, complaints }) => {
  complaints.provoke(statusError(400));
  const person = await signedInPerson(page.request);
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const others = [
    await browser.newContext({ baseURL: service.origin, userAgent }),
    await browser.newContext({ baseURL: service.origin }),
  ];
  for (const { request } of others) await apiSignIn(request, person);
  const isSignedIn = async ({ request }: Pick<Page, "request">) => (await request.get("/api/account")).status() === 200;
  await page.goto("/developers/account");
  await everythingLoaded(page);
  const sessions = page.getByRole("list", { name: "Sessions" }).getByRole("listitem");
  await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);
  await page.getByRole("button", { name: "Sign out Firefox on Windows" }).click();
  await expect(sessions).toHaveCount(2);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, true]);

  await page.getByLabel("New password").fill("curtain-up-at-eight");
  await page.getByLabel("Current password").fill("not the password");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Current password")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("signed out on all other devices")).toBeVisible();
  await expect(sessions).toHaveCount(1);
  expect(await Promise.all(others.map(isSignedIn))).toEqual([false, false]);

  await page.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(page.getByText("You’ve been signed out.")).toBeVisible();
  expect(await isSignedIn(page)).toBe(false);
  for (const context of others) await context.close();

  await apiSignIn(page.request, { ...person, password: "curtain-up-at-eight" });
  const { key } = await createdKey(page.request, "Probe");
  await page.goto("/developers/account");
  await everythingLoaded(page);
  await page.getByRole("button", { name: "Delete account…" }).click();
  await page.getByLabel("Your password").fill("curtain-up-at-eight");
  await page.getByRole("button", { name: "Delete my account" }).click();
  await expect(page.getByText("Your account has been deleted.")).toBeVisible();
  expect(await statusOf(service.origin, key)).toBe(401);
});

test("a found key is revoked, and its owner notified @full", async ({ page, browser, service, complaints }) => {
  complaints.provoke(statusError(404));
  await signedInPerson(page.request);
  const { key } = await createdKey(page.request, "Left lying about");
  const other = await browser.newContext({ baseURL: service.origin });
  const finder = await other.newPage();

  await finder.goto("/developers/found-a-key");
  await finder.getByLabel("API key").fill("tl_live_nonsense");
  await finder.getByRole("button", { name: "Revoke this key" }).click();
  await expect(finder.getByRole("alert").filter({ hasText: "Request ID" })).toBeVisible();
  await expect(finder.getByLabel("API key")).toHaveValue("tl_live_nonsense");
  await finder.getByLabel("API key").fill(key);
  await finder.getByRole("button", { name: "Revoke this key" }).click();
  await expect(finder.getByRole("status").filter({ hasText: "is revoked" })).toContainText(key.slice(0, 12));
  await expect(finder.getByLabel("API key")).toHaveValue("");

  expect(await statusOf(service.origin, key)).toBe(401);
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

test("one's own events and data are there, and a name goes with the account @full", async ({ page, signedIn }) => {
  const member = await signedIn("editor");
  await createdRecord(member.page.request, "people", { name: letters() });
  const eventsOn = (shown: Page) => shown.getByRole("list", { name: "Security events" }).getByRole("listitem");
  await member.page.goto("/developers/account");
  await member.page.getByRole("heading", { name: "Security events" }).scrollIntoViewIfNeeded();
  await expect(eventsOn(member.page).filter({ hasText: "Signed in" }).first()).toContainText("Chrome on ");

  const download = member.page.waitForEvent("download");
  await member.page.getByRole("button", { name: "Download your data" }).press("Enter");
  const file = JSON.parse(await readFile(await (await download).path(), "utf8")) as {
    account: { email: string };
    changes: { resource: string }[];
  };
  expect(file).toMatchObject({ account: { email: member.email }, changes: [{ resource: "people" }] });

  await member.page.getByRole("button", { name: "Delete account…" }).press("Enter");
  await atRest(member.page);
  await member.page.getByLabel("Your password").fill(member.password);
  await member.page.keyboard.press("Enter");
  await expect(member.page.getByText("Your account has been deleted.")).toBeVisible();

  await apiSignIn(page.request, administrator);
  await page.goto(`/dashboard/activity?account_id=${member.id}`);
  await expect(page.getByRole("list", { name: "Activity" }).getByRole("listitem").first()).toContainText(
    "A former member created",
  );
  await page.goto(`/dashboard/security-log?account_id=${member.id}`);
  await expect(eventsOn(page).first()).toContainText("Account deleted");
  await expect(eventsOn(page).first()).toContainText("a former member");
  await expect(page.getByText(member.email)).toHaveCount(0);
});

/** The account's page asks for the events when they come into view: after the session has ended it would be refused. */
async function everythingLoaded(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Delete account…" }).scrollIntoViewIfNeeded();
  await expect(page.getByRole("list", { name: "Security events" })).toContainText("Signed in");
}
