import { expect, test } from "./fixtures";
import { apiSignIn } from "./people";
import { administrator } from "./service";

const password = "a horse with a battery";

test("without mail an administrator makes the link @full", async ({ page, signedIn, browser, baseURL }) => {
  const member = await signedIn("developer");
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(member.email);
  await page.getByRole("button", { name: `Reset password of ${member.email}` }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = await dialog.getByRole("group", { name: "Link" }).innerText();

  const owner = await (await browser.newContext({ ...(baseURL ? { baseURL } : {}) })).newPage();
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
  await owner.context().close();
});
