import { randomUUID } from "node:crypto";
import { startMailServer, type MailServer, type ReceivedLetter } from "../test/mail-server";
import { freePort } from "../scripts/services.mjs";
import { statusError } from "./console-errors";
import { expect, test as base } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { expectLayout } from "./layout-checks";
import { atRest } from "./page-state";
import { apiSignIn, apiSignUp, newPerson } from "./people";
import { administrator, startE2eService, type RunningService } from "./service";

const password = "a horse with a battery";

/** Its service sends mail, to a server in the test. */
const test = base.extend<object, { mail: MailServer; service: RunningService }>({
  mail: [
    async ({}, use) => {
      const mail = await startMailServer();
      await use(mail);
      await mail.close();
    },
    { scope: "worker" },
  ],

  service: [
    async ({ backend, mail }, use) => {
      const port = String(await freePort());
      const address = { PORT: port, NEXTAUTH_URL: `http://127.0.0.1:${port}` };
      const service = await startE2eService({ backend, settings: { ...mail.settings, ...address } });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

test.skip(Boolean(process.env["E2E_BASE_URL"]), "The mail server of a service that was not started here is unknown.");

const linkIn = ({ text }: ReceivedLetter) => /^http:\S+$/m.exec(text)?.[0] ?? "";
const tokenIn = (letter: ReceivedLetter) => new URL(linkIn(letter)).hash.slice(1);

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(`${colorScheme}, 360 px, by keyboard${colorScheme === "dark" ? " @full" : ""}`, () => {
    test.use({ colorScheme, viewport: { width: 360, height: 780 } });

    test("a forgotten password is reset by the link of an email, which works once", async ({
      page,
      mail,
      service,
      complaints,
      playwright,
    }) => {
      complaints.provoke(statusError(400));
      const { email } = newPerson();
      const elsewhere = await playwright.request.newContext({ baseURL: service.origin });
      await apiSignUp(elsewhere, { email, password: "the forgotten battery" });
      await mail.take(email);

      await page.goto("/sign-in");
      await press(page, page.getByRole("link", { name: "Forgot your password?" }));
      await typeInto(page, page.getByLabel("Email address"), "ada");
      await page.keyboard.press("Enter");
      await expect(page.getByText("Enter a valid email address.")).toBeVisible();
      await typeInto(page, page.getByLabel("Email address"), email);
      await page.keyboard.press("Enter");
      await expect(page.getByRole("status").filter({ hasText: `If ${email} has an account` })).toBeVisible();
      await expectLayout(page);

      const letter = await mail.take(email);
      await page.emulateMedia({ colorScheme });
      await page.goto(linkIn(letter));
      await expectLayout(page);
      await page.emulateMedia({ colorScheme });
      await typeInto(page, page.getByLabel("New password"), password);
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/developers$/);
      await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
      expect((await elsewhere.get("/api/account")).status()).toBe(401);
      expect((await mail.take(email)).subject).toContain("was changed");

      await page.goto("about:blank");
      await page.goto(linkIn(letter));
      await typeInto(page, page.getByLabel("New password"), `${password} again`);
      await page.keyboard.press("Enter");
      await expect(page.getByText("This link is wrong, used or expired.")).toBeVisible();
      await press(page, page.getByRole("link", { name: "Ask for a new link" }));
      await expect(page).toHaveURL(/\/forgot-password$/);
      expect(service.printed()).not.toContain(tokenIn(letter));
      await elsewhere.dispose();
    });

    test("a new account confirms its address by a link, at the press of a button @full", async ({
      page,
      mail,
      service,
      complaints,
    }) => {
      complaints.provoke(statusError(400));
      const { email } = await apiSignUp(page.request);
      const first = await mail.take(email);
      await page.goto("/developers");
      await expectLayout(page);
      await page.emulateMedia({ colorScheme });
      await press(page, page.getByRole("link", { name: "get a new one" }));
      await press(page, page.getByRole("button", { name: "Email me a link" }));
      await expect(page.getByText(`An email with a link is on its way to ${email}.`)).toBeVisible();
      await expectLayout(page);
      const second = await mail.take(email);

      // As a program that scans mail opens it.
      await page.goto(linkIn(first));
      await atRest(page);
      expect(await (await page.request.get("/api/account")).json()).toMatchObject({ verified: false });
      await expectLayout(page);
      await page.emulateMedia({ colorScheme });
      await press(page, page.getByRole("button", { name: "Confirm address" }));
      await expect(page.getByRole("status").filter({ hasText: `${email} is confirmed.` })).toBeVisible();
      await press(page, page.getByRole("link", { name: "Go to your keys" }));
      await expect(page.getByRole("heading", { name: "Keys" })).toBeVisible();
      await expect(page.getByText("is not confirmed")).toBeHidden();

      await page.goto(linkIn(second));
      await press(page, page.getByRole("button", { name: "Confirm address" }));
      await expect(page.getByText("This link is wrong, used or expired.")).toBeVisible();
      await press(page, page.getByRole("link", { name: "See whether your address is confirmed" }));
      await expect(page.getByText(`${email} is confirmed.`)).toBeVisible();
      expect(service.printed()).not.toContain(tokenIn(first));
    });
  });
}

test("an invitation is sent to the person, who sets a password with its link", async ({
  page,
  mail,
  browser,
  baseURL,
}) => {
  const email = `${randomUUID()}@example.com`;
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("button", { name: "Invite…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Email address" }).fill(email);
  await page.keyboard.press("Enter");
  await expect(dialog.getByText(`An email with this link is on its way to ${email}.`)).toBeVisible();
  const shown = await dialog.getByRole("group", { name: "Link" }).innerText();

  const letter = await mail.take(email);
  expect(linkIn(letter)).toBe(shown);
  const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const invited = await context.newPage();
  await invited.goto(linkIn(letter));
  await invited.getByLabel("New password").fill(password);
  await invited.keyboard.press("Enter");
  await expect(invited).toHaveURL(/\/dashboard$/);
  await context.close();
});
