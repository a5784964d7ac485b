import { randomUUID } from "node:crypto";
import type { Browser } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow } from "./layout-checks";
import { apiSignIn } from "./people";
import { administrator } from "./service";

const password = "a horse with a battery";

async function stranger(browser: Browser, baseURL: string | undefined) {
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), viewport: { width: 360, height: 780 } });
  return context.newPage();
}

test("an administrator invites a person, who sets a password and is signed in", async ({ page, browser, baseURL }) => {
  const email = `${randomUUID()}@example.com`;
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("button", { name: "Invite…" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email address" }).fill("ada");
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a valid email address.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.keyboard.press("Enter");
  const link = await dialog.getByRole("group", { name: "Link" }).innerText();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("list", { name: "Recent account changes" })).toContainText("invited a person as editor");

  const invited = await stranger(browser, baseURL);
  await invited.goto(link);
  await expect(invited.getByText("Welcome. You’re joining as an editor:")).toContainText(email);
  await invited.getByLabel("Your name (optional)").fill("Grace Wing");
  await expectFitsWindow(invited);
  await invited.getByLabel("New password").fill("short");
  await invited.keyboard.press("Enter");
  await expect(invited.getByText("Use 12 to 200 characters.")).toBeVisible();
  await invited.getByLabel("New password").fill(password);
  await invited.getByRole("button", { name: "Show" }).click();
  await expect(invited.getByLabel("New password")).toHaveAttribute("type", "text");
  await invited.getByLabel("New password").press("Enter");
  await expect(invited).toHaveURL(/\/dashboard$/);
  expect(await (await invited.request.get("/api/account")).json()).toMatchObject({ name: "Grace Wing" });
  await invited.context().close();
});

test("a person who forgot the password sets a new one by a link, which works once", async ({
  page,
  signedIn,
  browser,
  baseURL,
  complaints,
}) => {
  complaints.provoke(statusError(400));
  const member = await signedIn("developer");
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(member.email);
  await page.getByRole("button", { name: `Reset password of ${member.email}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("group", { name: "Link" }).innerText();

  const owner = await stranger(browser, baseURL);
  await owner.goto("/sign-in");
  await owner.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(owner.getByText("This service doesn’t send email.")).toBeVisible();
  await expect(owner.getByRole("link", { name: administrator.email })).toBeVisible();
  await owner.goto(link);
  await owner.getByLabel("New password").fill(password);
  await owner.getByRole("button", { name: "Set password" }).click();
  await expect(owner).toHaveURL(/\/developers$/);
  expect((await member.page.request.get("/api/account")).status()).toBe(401);

  await owner.goto("about:blank");
  await owner.goto(link);
  await owner.getByLabel("New password").fill(`${password} again`);
  await owner.getByRole("button", { name: "Set password" }).click();
  await expect(owner.getByText("This link is wrong, used or expired.")).toBeVisible();
  await owner.goto("/set-password");
  await expect(owner.getByText("This link is incomplete.")).toBeVisible();
  await owner.context().close();
});
