import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { codeAt, wrongCodeAt } from "../test/factors";
import { statusError } from "./console-errors";
import { expect } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { expectLayout, widths } from "./layout-checks";
import { enter, linkIn, mailTest as test, missing } from "./mail-test";
import { apiSignIn, apiSignUp, newPerson, type TestPerson } from "./people";
import { administrator } from "./service";

test.use({ viewport: { width: 360, height: 780 } });

const accountPage = "/developers/account";
const factors = (page: Page) => page.getByRole("list", { name: "Second factors" });

test("an app is set up, asked for on a second step, and removed", async ({ page, complaints }) => {
  complaints.provoke(statusError(400, 401));
  const person = await apiSignUp(page.request, newPerson());
  await page.goto(accountPage);
  await expect(factors(page)).toContainText("Not set up");
  const events = page.getByRole("region", { name: "Security events" });
  await events.scrollIntoViewIfNeeded();
  await expect(events).toContainText("Account created");
  await press(page, page.getByRole("button", { name: "Set up an authenticator app" }));
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const picture = dialog.getByRole("img", { name: "QR code with the secret below" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  const secret = (await dialog.getByRole("group").innerText()).replaceAll(/\s/g, "");
  await enter(dialog, "Code", wrongCodeAt(secret, Date.now()));
  await expect(dialog.getByText("That code isn't right. Try the current one")).toBeVisible();
  await enter(dialog, "Code", codeAt(secret, Date.now()));
  const codes = await saveCodes(page);
  await expect(factors(page)).toContainText("10 of 10 left");
  await expect(events).toContainText("Authenticator app added");

  await signOut(page);
  await signInByPassword(page, person);
  const code = page.getByLabel("Code");
  await expect(code).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Enter your code");
  // What does not help on this step, and a passkey that the account has not.
  for (const gone of ["Continue with a passkey", "Forgot your password?", "Create one"])
    await expect(page.getByText(gone)).toHaveCount(0);
  await expect(code).toHaveAttribute("autocomplete", "one-time-code");
  await enter(page, "Code", wrongCodeAt(secret, Date.now()));
  await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
  await press(page, page.getByRole("button", { name: "Back" }));
  await expect(page.getByLabel("Email address")).toHaveValue(person.email);
  await expect(page.getByLabel("Password")).toHaveValue(person.password);
  await press(page, page.getByRole("button", { name: "Sign in", exact: true }));
  const used = codeAt(secret, Date.now() + 30_000);
  await enter(page, "Code", used);
  await page.waitForURL("**/developers");
  await signOut(page);
  await signInByPassword(page, person);
  await enter(page, "Code", used);
  await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
  await press(page, page.getByRole("button", { name: "Use a recovery code" }));
  await enter(page, "Recovery code", codes[0] ?? missing("code"));
  await expect(page.getByRole("status")).toContainText("9 of 10 are left");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/developers");

  await page.goto(accountPage);
  await expect(factors(page)).toContainText("9 of 10 left");
  await press(page, page.getByRole("button", { name: "Get new recovery codes" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Get new codes" }));
  await saveCodes(page);
  await press(page, page.getByRole("button", { name: "Remove the authenticator app" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Remove" }));
  await expect(factors(page)).toContainText("Not set up");
  await expect(factors(page)).not.toContainText("Recovery codes");
});

test("a passkey is added, offered by the browser at sign-in, used by the button, and removed", async ({ page }) => {
  await addAuthenticator(page);
  await apiSignUp(page.request, newPerson());
  await page.goto(accountPage);
  await press(page, page.getByRole("button", { name: "Add a passkey" }));
  await enter(page.getByRole("dialog", { name: "Add a passkey" }), "Name", "My phone");
  await saveCodes(page);
  await expect(factors(page)).toContainText("My phone");
  await expect(factors(page)).toContainText("never used");

  // The browser fills in the passkey as it fills in the email address.
  await signOut(page);
  await page.waitForURL("**/developers");

  // Without an offer that waits, only the button asks.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false);
  });
  await signOut(page);
  await press(page, page.getByRole("button", { name: "Continue with a passkey" }));
  await page.waitForURL("**/developers");

  await page.goto(accountPage);
  await expect(factors(page)).toContainText("last used just now");
  await press(page, page.getByRole("button", { name: "Remove the passkey My phone" }));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Remove" }));
  await expect(factors(page)).not.toContainText("My phone");
});

test("staff add the second factor that is demanded", async ({ page, mail, browser, service, complaints }) => {
  complaints.provoke(statusError(403));
  await addAuthenticator(page);
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
  await expectLayout(page, widths);
  await page.getByRole("link", { name: "Add a second factor" }).click();
  await expect(page.getByText("Your password alone is not enough")).toBeVisible();
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await saveCodes(page);
  await expect(page.getByText("Your password alone is not enough")).toBeHidden();

  const email = `${randomUUID()}@example.com`;
  await page.goto("/dashboard/accounts");
  await page.getByRole("button", { name: "Invite…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`An email with this link is on its way to ${email}.`)).toBeVisible();
  const shown = await dialog.getByRole("group", { name: "Link" }).innerText();
  const letter = await mail.take(email);
  expect(linkIn(letter)).toBe(shown);
  const context = await browser.newContext({ baseURL: service.origin });
  const invited = await context.newPage();
  await invited.goto(linkIn(letter));
  await invited.getByLabel("New password").fill("a horse with a battery");
  await invited.keyboard.press("Enter");
  await expect(invited.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
  await context.close();
});

/** An authenticator of this device, which confirms by itself (Chrome DevTools protocol, WebAuthn). */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in");
}

async function signInByPassword(page: Page, person: TestPerson): Promise<void> {
  await typeInto(page, page.getByLabel("Email address"), person.email);
  await enter(page, "Password", person.password);
}

async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  const codes = (await dialog.getByRole("group", { name: "Recovery codes" }).innerText()).trim().split("\n");
  expect(codes).toHaveLength(10);
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog.getByRole("alert")).toContainText("You haven’t copied or downloaded these codes");
  await press(page, dialog.getByRole("button", { name: "Keep open" }));
  await dialog.getByLabel("I’ve saved these codes").focus();
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog).toBeHidden();
  return codes;
}
