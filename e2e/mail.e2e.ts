import { statusError } from "./console-errors";
import { expect } from "./fixtures";
import { press } from "./keyboard";
import { expectLayout } from "./layout-checks";
import { enter, linkIn, mailTest as test } from "./mail-test";
import { atRest } from "./page-state";
import { apiSignUp, newPerson } from "./people";

test.use({ viewport: { width: 360, height: 780 } });

const password = "a horse with a battery";
const tokenIn = (link: string) => new URL(link).hash.slice(1);

test("a forgotten password is reset by email, once", async ({ page, mail, service, complaints, playwright }) => {
  complaints.provoke(statusError(400));
  const { email } = newPerson();
  const elsewhere = await playwright.request.newContext({ baseURL: service.origin });
  await apiSignUp(elsewhere, { email, password: "the forgotten battery" });
  await mail.take(email);

  await page.goto("/sign-in");
  await press(page, page.getByRole("link", { name: "Forgot your password?" }));
  // The page before has a field of this name too.
  await expect(page.getByRole("button", { name: "Email me a link" })).toBeVisible();
  await enter(page, "Email address", "ada");
  await expect(page.getByText("Enter a valid email address.")).toBeVisible();
  await enter(page, "Email address", email);
  await expect(page.getByRole("status").filter({ hasText: `If ${email} has an account` })).toBeVisible();

  const letter = await mail.take(email);
  await page.goto(linkIn(letter));
  await enter(page, "New password", password);
  await expect(page).toHaveURL(/\/developers$/);
  await expect(page.getByText(`Signed in as ${email}`)).toBeVisible();
  expect((await elsewhere.get("/api/account")).status()).toBe(401);
  expect((await mail.take(email)).subject).toContain("was changed");

  await page.goto("about:blank");
  await page.goto(linkIn(letter));
  await enter(page, "New password", `${password} again`);
  await expect(page.getByText("This link is wrong, used or expired.")).toBeVisible();
  await press(page, page.getByRole("link", { name: "Ask for a new link" }));
  await expect(page).toHaveURL(/\/forgot-password$/);
  expect(service.printed()).not.toContain(tokenIn(linkIn(letter)));
  await elsewhere.dispose();
});

test("a new account confirms its address by a button @full", async ({ page, mail, service, complaints }) => {
  complaints.provoke(statusError(400));
  const { email } = await apiSignUp(page.request);
  const first = await mail.take(email);
  await page.goto("/developers");
  await press(page, page.getByRole("link", { name: "get a new one" }));
  await press(page, page.getByRole("button", { name: "Email me a link" }));
  await expect(page.getByText(`An email with a link is on its way to ${email}.`)).toBeVisible();
  const second = await mail.take(email);

  // As a program that scans mail opens it.
  await page.goto(linkIn(first));
  await atRest(page);
  expect(await (await page.request.get("/api/account")).json()).toMatchObject({ verified: false });
  await expectLayout(page);
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
  expect(service.printed()).not.toContain(tokenIn(linkIn(first)));
});
