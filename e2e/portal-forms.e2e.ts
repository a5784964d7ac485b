import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { readSecret } from "./portal-page";

test("a double click creates one key, and an invalid form none @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  await page.getByRole("button", { name: "New key" }).click();
  const make = page.getByRole("button", { name: "Create key" });
  await page.getByLabel("Expires").selectOption("Custom date");
  await page.getByLabel("Expires on").fill("2001-02-03");

  await make.click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/^Must not be empty\. /);
  await expect(page.getByLabel("Expires on")).toHaveAccessibleDescription(/^Must be today or later\. /);
  await expect(page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await page.getByRole("textbox", { name: "Name" }).fill("Probe");
  await page.getByLabel("Expires on").fill("2099-02-03");
  await make.dblclick();

  await readSecret(page);
  expect(await (await page.request.get("/api/keys")).json()).toHaveLength(1);
});

test("values that a password manager filled in without events sign in @full", async ({ page, browser, service }) => {
  const person = await signedInPerson(page.request);
  const other = await browser.newContext({ baseURL: service.origin });
  const visitor = await other.newPage();
  await visitor.goto("/sign-in?callbackUrl=/developers");

  for (const name of ["email", "password"] as const)
    await visitor.locator(`input[name=${name}]`).evaluate((input: HTMLInputElement, text) => {
      input.value = text;
    }, person[name]);
  await visitor.getByRole("button", { name: "Sign in" }).click();

  await expect(visitor).toHaveURL("/developers");
  await other.close();
});

test("sign-up shows the API's issues at their fields @full", async ({ page, complaints }) => {
  complaints.provoke(statusError(409));
  const known = await signedInPerson(page.request);
  await page.context().clearCookies();
  await page.goto("/sign-up");
  const email = page.getByLabel("Email address");
  const password = page.getByLabel("Password");
  const open = page.getByRole("button", { name: "Create an account" });

  await email.fill("ada");
  await password.fill("too short");
  await open.click();
  await expect(email).toHaveAccessibleDescription("Enter a valid email address.");
  await expect(password).toHaveAccessibleDescription("Use 12 to 200 characters. At least 12 characters.");
  await expect(email).toBeFocused();
  await email.fill(known.email);
  await password.fill("break-a-leg-at-eight-o-clock");
  await open.click();

  await expect(email).toHaveAccessibleDescription("An account with this email address already exists.");
});
