import { expect, test } from "./fixtures";
import { chooseAction } from "./portal-page";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { signedInPerson } from "./people";

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the pages around a sign-in are accessible and fit @full", async ({ page }) => {
    for (const path of [
      "/sign-in",
      "/sign-up",
      "/forgot-password",
      "/set-password",
      "/verify-email",
      "/developers/found-a-key",
    ]) {
      await page.goto(path);

      await expectLayout(page, widths);
    }
  });

  test("the portal and its dialogs are accessible and fit @full", async ({ page }) => {
    await signedInPerson(page.request);
    const made = await page.request.post("/api/keys", {
      data: { name: "A key whose name is long enough to need two lines" },
    });
    const { id } = (await made.json()) as { id: string };
    await page.request.post(`/api/keys/${id}/rotate`, { data: { grace_hours: 24 } });
    await page.goto("/developers");
    await page
      .getByRole("button", { name: /^Usage of/ })
      .first()
      .click();
    await expect(page.getByText("requests in the last 30 days")).toBeVisible();
    await expectLayout(page, widths);

    await chooseAction(page, /^Rotate/);
    await expectLayout(page, widths);
    await page.keyboard.press("Escape");
    await chooseAction(page, /^Revoke/);
    await page.getByRole("button", { name: "Revoke key" }).click();
    await expectLayout(page, widths);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "New key" }).click();
    await page.getByRole("button", { name: "Create key" }).click();
    await expectLayout(page, widths);
    await page.getByRole("textbox", { name: "Name" }).fill("Second");
    await page.getByRole("button", { name: "Create key" }).click();
    await page.getByRole("group", { name: "API key" }).waitFor();
    await page.keyboard.press("Escape");
    await expectLayout(page, widths);
  });

  test("the account's page and its menu are accessible and fit @full", async ({ page }) => {
    await signedInPerson(page.request);
    await page.goto("/developers/account");
    await page.getByRole("button", { name: "Sign out everywhere" }).waitFor();
    await expectLayout(page, widths);

    await page.getByRole("banner").locator("summary").press("Enter");
    await expectLayout(page, widths);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Delete account…" }).click();
    await expectLayout(page, widths);
  });
});
