import type { CDPSession, Page } from "@playwright/test";
import { freePort } from "../scripts/services.mjs";
import { codeAt, wrongCodeAt } from "../test/factors";
import { statusError } from "./console-errors";
import { expect, test as base } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { expectLayout, widths } from "./layout-checks";
import { apiSignIn, apiSignUp, newPerson, type TestPerson } from "./people";
import { administrator, startE2eService, type RunningService } from "./service";

/** Its service has a name, because a passkey belongs to a domain, and asks staff for a second factor. */
const test = base.extend<object, { service: RunningService }>({
  service: [
    async ({ backend }, use) => {
      const port = String(await freePort());
      const origin = `http://localhost:${port}`;
      const settings = { SECOND_FACTOR: "staff", PORT: port, NEXTAUTH_URL: origin };
      const service = await startE2eService({ backend, settings });
      await use({ ...service, origin });
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

test.skip(Boolean(process.env["E2E_BASE_URL"]), "The settings of a service that was not started here are unknown.");

const accountPage = "/developers/account";
const factors = (page: Page) => page.getByRole("list", { name: "Second factors" });

/** An authenticator of this device, which confirms by itself (Chrome DevTools protocol, WebAuthn). */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { setAnswering: (enabled: boolean) => setAnswering(session, authenticatorId, enabled) };
}

function setAnswering(session: CDPSession, authenticatorId: string, enabled: boolean) {
  return session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId, enabled });
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.goto("/sign-in");
}

async function signInByPassword(page: Page, { email, password }: TestPerson): Promise<void> {
  await typeInto(page, page.getByLabel("Email address"), email);
  await typeInto(page, page.getByLabel("Password"), password);
  await page.keyboard.press("Enter");
}

/** Adds an app by keyboard, and saves the recovery codes. */
async function addApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await press(page, page.getByRole("button", { name: "Set up an authenticator app" }));
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  const picture = dialog.getByRole("img", { name: "QR code with the secret below" });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectLayout(page, [], dialog);
  const secret = (await dialog.getByRole("group").innerText()).replaceAll(/\s/g, "");
  await typeInto(page, dialog.getByLabel("Code"), wrongCodeAt(secret, Date.now()));
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("That code isn't right. Try the current one")).toBeVisible();
  await typeInto(page, dialog.getByLabel("Code"), codeAt(secret, Date.now()));
  await page.keyboard.press("Enter");
  const codes = await saveCodes(page);
  return { secret, codes };
}

async function saveCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  const codes = (await dialog.getByRole("group", { name: "Recovery codes" }).innerText()).trim().split("\n");
  expect(codes).toHaveLength(10);
  await expectLayout(page, [], dialog);
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog.getByRole("alert")).toContainText("You haven’t copied or downloaded these codes");
  await press(page, dialog.getByRole("button", { name: "Keep open" }));
  await dialog.getByLabel("I’ve saved these codes").focus();
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Done" }));
  await expect(dialog).toBeHidden();
  return codes;
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme}, 360 px, by keyboard${colorScheme === "dark" ? " @full" : ""}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 780 } });

    test("an app is set up, asked for on a second step that keeps what was typed, and removed", async ({
      page,
      complaints,
    }) => {
      complaints.provoke(statusError(400, 401));
      const person = await apiSignUp(page.request, newPerson());
      await page.goto(accountPage);
      await expect(factors(page)).toContainText("Not set up");
      const events = page.getByRole("region", { name: "Security events" });
      await events.scrollIntoViewIfNeeded();
      await expect(events).toContainText("Account created");
      const { secret, codes } = await addApp(page);
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
      await expectLayout(page);
      await typeInto(page, code, wrongCodeAt(secret, Date.now()));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
      await press(page, page.getByRole("button", { name: "Back" }));
      await expect(page.getByLabel("Email address")).toHaveValue(person.email);
      await expect(page.getByLabel("Password")).toHaveValue(person.password);
      await press(page, page.getByRole("button", { name: "Sign in", exact: true }));
      const used = codeAt(secret, Date.now() + 30_000);
      await typeInto(page, code, used);
      await page.keyboard.press("Enter");
      await page.waitForURL("**/developers");

      await signOut(page);
      await signInByPassword(page, person);
      await typeInto(page, code, used);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
      await press(page, page.getByRole("button", { name: "Use a recovery code" }));
      await typeInto(page, page.getByLabel("Recovery code"), codes[0] ?? "");
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status")).toContainText("9 of 10 are left");
      await expectLayout(page);
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
      const authenticator = await addAuthenticator(page);
      await apiSignUp(page.request, newPerson());
      await page.goto(accountPage);
      await press(page, page.getByRole("button", { name: "Add a passkey" }));
      const dialog = page.getByRole("dialog", { name: "Add a passkey" });
      await expectLayout(page, [], dialog);
      await typeInto(page, dialog.getByLabel("Name"), "My phone");
      await page.keyboard.press("Enter");
      await saveCodes(page);
      await expect(factors(page)).toContainText("My phone");
      await expect(factors(page)).toContainText("never used");

      // The browser fills in the passkey as it fills in the email address.
      await signOut(page);
      await page.waitForURL("**/developers");

      await authenticator.setAnswering(false);
      const options = page.waitForResponse((response) => response.url().endsWith("/api/account/passkey-options"));
      await signOut(page);
      await options;
      // Answering before the press, it would answer what the browser offers.
      await press(page, page.getByRole("button", { name: "Continue with a passkey" }));
      await authenticator.setAnswering(true);
      await page.waitForURL("**/developers");

      await page.goto(accountPage);
      await expect(factors(page)).toContainText("last used just now");
      await expectLayout(page);
      await press(page, page.getByRole("button", { name: "Remove the passkey My phone" }));
      await press(page, page.getByRole("dialog").getByRole("button", { name: "Remove" }));
      await expect(factors(page)).not.toContainText("My phone");
    });
  });
}

test("staff who must have a second factor see what to do, and then the dashboard", async ({ page, complaints }) => {
  complaints.provoke(statusError(403));
  await addAuthenticator(page);
  await apiSignIn(page.request, administrator);

  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
  await expectLayout(page, widths);
  await page.getByRole("link", { name: "Add a second factor" }).click();
  await expect(page.getByText("Your password alone is not enough")).toBeVisible();
  await expectLayout(page, widths);
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
  await saveCodes(page);

  await expect(page.getByText("Your password alone is not enough")).toBeHidden();
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Add a second factor");
});
