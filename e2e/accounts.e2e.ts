import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { apiSignIn, createdKey } from "./people";
import { administrator } from "./service";
import { createdRecord, letters } from "./staff";
import { statusOf } from "./portal-page";

const password = "a horse with a battery";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

/** Opens the accounts page with one account. */
async function openAccount(page: Page, email: string): Promise<void> {
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await expect(page.getByRole("status").filter({ hasText: /^1 account$/ })).toBeVisible();
}

const eventsOn = (page: Page) => page.getByRole("list", { name: "Security events" }).getByRole("listitem");

test("a person is invited, given a role and blocked, and logged", async ({ page, browser, baseURL, complaints }) => {
  complaints.provoke(statusError(403));
  const email = `${randomUUID()}@example.com`;
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("button", { name: "Invite…" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Email address" }).fill("ada");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await page.getByRole("dialog").getByRole("textbox", { name: "Email address" }).fill(email);
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  const link = await page.getByRole("dialog").getByRole("group", { name: "Link" }).innerText();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();
  const invitations = page.getByRole("list", { name: "Pending invitations" });
  await expect(invitations.getByRole("listitem").filter({ hasText: email })).toContainText("Editor");
  await page.getByRole("button", { name: `New link for ${email}` }).press("Enter");
  const fresh = await page.getByRole("dialog").getByRole("group", { name: "Link" }).innerText();
  expect(fresh).not.toBe(link);
  await page.keyboard.press("Escape");

  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const person = await context.newPage();
  await person.goto(fresh);
  await expect(person.getByText("Welcome. You’re joining as an editor:")).toContainText(email);
  await person.getByLabel("Your name (optional)").fill("Grace Wing");
  await person.getByLabel("New password").fill("short");
  await person.keyboard.press("Enter");
  await expect(person.getByText("Use 12 to 200 characters.")).toBeVisible();
  await person.getByLabel("New password").fill(password);
  await person.getByRole("button", { name: "Set password" }).click();
  await expect(person).toHaveURL(/\/dashboard$/);
  expect((await person.goto("/dashboard/accounts"))?.status()).toBe(403);
  await expect(person.getByRole("heading", { level: 1 })).toHaveText("Administrators only");

  await openAccount(page, email);
  await expect(invitations.getByText(email)).toHaveCount(0);
  await expect(page.getByRole("list", { name: "Accounts" })).toContainText("Last seen just now");
  await page.getByRole("button", { name: `Change role of ${email}` }).click();
  await page.getByRole("radio", { name: "Developer" }).check();
  await page.getByRole("button", { name: /^Make them/ }).click();
  await expect(page.getByText(`${email} is now a developer.`)).toBeVisible();
  expect((await person.goto("/dashboard"))?.status()).toBe(403);
  await page.getByRole("button", { name: `Block ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByText(`${email} is blocked.`)).toBeVisible();
  await person.goto("/dashboard");
  await expect(person).toHaveURL(/\/sign-in/);
  await context.close();
  await page.getByRole("button", { name: `Reset password of ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  await expect(page.getByRole("dialog").getByRole("group", { name: "Link" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: `Security log of ${email}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Security log" })).toBeVisible();
  await expect(eventsOn(page).locator("p.font-semibold")).toHaveText([
    "Reset link created",
    "Blocked",
    "Role changed from editor to developer",
    "Signed in",
    "Password changed",
    "Invited as editor",
  ]);
  await expect(eventsOn(page).first()).toContainText(`Grace Wing, by ${administrator.email}`);

  await page.getByRole("combobox", { name: "Event" }).selectOption("Role changed");
  await expect(eventsOn(page)).toHaveCount(1);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const csv = await readFile(await (await download).path(), "utf8");
  expect(csv.split("\r\n").slice(0, 2).join()).toContain("role-changed,from: editor; to: developer");
});

test("by keyboard an account's sessions and keys are ended @full", async ({ page, browser, service, signedIn }) => {
  const member = await signedIn("developer");
  const other = await browser.newContext({ baseURL: service.origin, userAgent: firefox });
  await apiSignIn(other.request, member);
  const { key } = await createdKey(other.request, "Probe");
  await openAccount(page, member.email);
  await expect(page.getByRole("list", { name: "Accounts" })).toContainText("1 key");

  const opener = page.getByRole("button", { name: `Access of ${member.email}` });
  await opener.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Access" });
  await dialog.getByRole("button", { name: "Sign out Firefox on Windows" }).press("Enter");
  await expect(dialog.getByRole("list", { name: "Sessions" }).getByRole("listitem")).toHaveCount(1);
  expect((await other.request.get("/api/account")).status()).toBe(401);
  expect((await member.page.request.get("/api/account")).status()).toBe(200);
  await dialog.getByRole("button", { name: "Revoke all keys…" }).press("Enter");
  const question = page.getByRole("dialog", { name: "Revoke all keys" });
  await question.getByRole("button", { name: "Revoke now" }).press("Enter");
  await expect(dialog.getByText("No working keys.")).toBeVisible();
  expect(await statusOf(service.origin, key)).toBe(401);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();

  await page.goto("/dashboard/security-log");
  const filter = page.getByRole("combobox", { name: "Account" });
  await filter.press("ArrowDown");
  await expect(page.getByRole("option")).not.toHaveCount(0);
  // The options of before are still there.
  await filter.fill(member.email);
  await filter.press("Enter");
  await expect(page.getByText(`Events of ${member.email} only`)).toBeVisible();
  await expect(eventsOn(page).filter({ hasText: "revoked" })).toContainText(`by ${administrator.email}`);
  await other.close();
});

test("one's own events and data are there, and a name goes with the account @full", async ({ page, signedIn }) => {
  const member = await signedIn("editor");
  const name = letters();
  await createdRecord(member.page.request, "people", { name });
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
