import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { apiSignIn, createdKey, setRole } from "./people";
import { administrator } from "./service";
import { statusOf } from "./portal-page";

const password = "a horse with a battery";

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

test("by keyboard an account's sessions and keys are ended, and its password is reset @full", async ({
  page,
  browser,
  service,
  signedIn,
}) => {
  const member = await signedIn("developer");
  const userAgent = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";
  const other = await browser.newContext({ baseURL: service.origin, userAgent });
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

  await page.getByRole("button", { name: `Reset password of ${member.email}` }).click();
  const reset = page.getByRole("dialog");
  await reset.getByRole("button", { name: "Create link" }).click();
  const link = await reset.getByRole("group", { name: "Link" }).innerText();
  await other.clearCookies();
  const owner = await other.newPage();
  await owner.goto("/sign-in");
  await owner.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(owner.getByText("This service doesn’t send email.")).toBeVisible();
  await expect(owner.getByRole("link", { name: administrator.email })).toBeVisible();
  await owner.goto(link);
  await owner.getByLabel("New password").fill(password);
  await owner.getByRole("button", { name: "Set password" }).click();
  await expect(owner).toHaveURL(/\/developers$/);
  expect((await member.page.request.get("/api/account")).status()).toBe(401);
  await owner.goto("/set-password");
  await expect(owner.getByText("This link is incomplete.")).toBeVisible();

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

test("a dismissed dialog changes no role, nor the last administrator @full", async ({
  signedIn,
  page,
  administrators,
  complaints,
}) => {
  complaints.provoke(statusError(409));
  const { email } = await signedIn("developer");
  // Flows before this one may have made administrators.
  const others = (await (await administrators.get("/api/accounts")).json()) as {
    id: string;
    email: string;
    role: string;
  }[];
  for (const other of others)
    if (other.role === "admin" && other.email !== administrator.email) await setRole(administrators, other, "editor");
  await openAccount(page, email);
  const account = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect(account.getByText("Email not verified"), "this service sends no email").toHaveCount(0);

  await page.getByRole("button", { name: `Change role of ${email}` }).click();
  await page.getByRole("radio", { name: "Developer" }).press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Editor" })).toBeChecked();
  await expect(page.getByRole("note")).toContainText("Email not verified");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Block ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  const accounts = (await (await page.request.get("/api/accounts")).json()) as { email: string }[];
  expect(accounts.find((one) => one.email === email)).toMatchObject({ role: "developer", blocked: false });

  await page.getByRole("searchbox", { name: "Search" }).fill(administrator.email);
  await page.getByRole("button", { name: `Change role of ${administrator.email}` }).click();
  await page.getByRole("radio", { name: "Editor" }).check();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make yourself an editor" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Appoint another administrator first");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(account.getByText("Administrator", { exact: true })).toBeVisible();
});
