import { statusError } from "./console-errors";
import { expect } from "./fixtures";
import { codeAt } from "../test/factors";
import { apiSignIn } from "./people";
import { administrator } from "./service";
import { canSetClock, clockTest, skipReason } from "./clock-test";

clockTest.skip(!canSetClock, skipReason);

clockTest("an administrator with an old session invites after a sign-in @full", async ({ page, clock, complaints }) => {
  complaints.provoke(statusError(401, 403));
  const begun = Date.now();
  const turnTo = (minutes: number) => clock.turnTo(new Date(begun + minutes * 60_000));
  turnTo(0);
  await apiSignIn(page.request, administrator);
  turnTo(11);
  await page.goto("/dashboard/accounts");
  const invite = page.getByRole("dialog", { name: "Invite a person" });
  const again = page.getByRole("dialog", { name: "Sign in again" });
  const begin = async (email: string) => {
    await page.getByRole("button", { name: "Invite…" }).click();
    await invite.getByLabel("Email address").fill(email);
    await invite.getByRole("button", { name: "Create link" }).click();
  };

  await begin("first@example.com");
  await expect(again.getByLabel("Password")).toBeFocused();
  await again.getByRole("button", { name: "Cancel" }).click();
  await expect(invite.getByText("This requires a sign-in within the last 10 minutes.")).toBeVisible();
  await expect(invite.getByLabel("Email address")).toHaveValue("first@example.com");
  await invite.getByRole("button", { name: "Create link" }).click();
  await again.getByLabel("Password").fill("not the password");
  await page.keyboard.press("Enter");
  await expect(again.getByRole("alert")).toContainText("Wrong email or password");
  await again.getByLabel("Password").fill(administrator.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Send this link" })).toContainText("first@example.com");

  // With an app, the dialog asks for its code too.
  const path = "/api/account/second-factors/totp";
  const { secret } = (await (await page.request.post(path)).json()) as { secret: string };
  await page.request.post(`${path}/confirm`, { data: { code: codeAt(secret, begun + 11 * 60_000) } });
  turnTo(22);
  await page.reload();
  await begin("second@example.com");
  await again.getByLabel("Password").fill(administrator.password);
  await page.keyboard.press("Enter");
  await again.getByLabel("Code").fill(codeAt(secret, begun + 22 * 60_000));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "Send this link" })).toContainText("second@example.com");
  await page.request.delete(path);
});
