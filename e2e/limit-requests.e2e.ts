import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow, expectLayout, onPhone, widths } from "./layout-checks";
import { atRest } from "./page-state";
import { signedInPerson } from "./people";
import { chooseAction, tabTo } from "./portal-page";
import { keyDailyLimit } from "./service";
import { asAdministrator } from "./staff";

async function makeKey(
  request: { post: (path: string, options: object) => Promise<{ json(): Promise<unknown> }> },
  name: string,
) {
  return (await (await request.post("/api/keys", { data: { name } })).json()) as { id: string; key: string };
}

test("an owner requests a higher limit, an administrator grants it, and it holds at once", async ({
  page,
  signedIn,
  service,
  complaints,
}) => {
  complaints.provoke(statusError(400));
  const { email } = await signedInPerson(page.request);
  const { key } = await makeKey(page.request, "Screens");
  await page.goto("/developers");
  await chooseAction(page, "Request a higher limit for Screens");
  const dialog = page.getByRole("dialog", { name: "Request a higher limit for “Screens”" });
  await dialog.getByLabel("Requests per day").fill("20");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText("Must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("Six more screens.");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog.getByText(`Must be more than the key's present limit of ${keyDailyLimit}.`)).toBeVisible();
  await dialog.getByLabel("Requests per day").fill("1,000");
  await dialog.getByRole("button", { name: "Send request" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel("More actions for Screens")).toBeFocused();
  await expect(page.getByRole("row", { name: /Screens/ })).toContainText("1,000 a day requested");

  const { page: staff } = await signedIn("admin");
  await staff.goto("/dashboard");
  await expect(staff.getByRole("link", { name: /Accounts \d+ limit request/ }).first()).toBeVisible();
  await staff.goto("/dashboard/accounts");
  await expect(staff.getByRole("list", { name: "Limit requests", exact: true })).toContainText("Six more screens.");
  await staff.getByRole("button", { name: `Grant a higher limit to Screens of ${email}` }).click();
  await staff.getByRole("dialog").getByLabel("Requests per day").fill("500");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("“Screens” now has 500 requests a day.")).toBeVisible();

  const answer = await fetch(`${service.origin}/api/shows/hamilton`, { headers: { Authorization: `Bearer ${key}` } });
  expect(answer.headers.get("x-ratelimit-limit")).toBe("500");
  await page.reload();
  await expect(page.getByRole("row", { name: /Screens/ })).toContainText("500 a day granted");
  await expect(page.getByRole("list", { name: "Notices" })).toContainText("now has 500 requests a day");
});

test("from the keyboard alone, a limit is requested and declined, and the notice is dismissed @full", async ({
  page,
  signedIn,
}) => {
  const { email } = await signedInPerson(page.request);
  await makeKey(page.request, "Probe");
  await page.goto("/developers");
  await tabTo(page, "More actions for Probe");
  await page.keyboard.press("Enter");
  await tabTo(page, "Request a higher limit for Probe");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Requests per day")).toBeFocused();
  await page.keyboard.type("77");
  await page.keyboard.press("Tab");
  await page.keyboard.type("More.");
  await tabTo(page, "Send request");
  await page.keyboard.press("Enter");
  await expect(page.getByText("77 a day requested")).toBeVisible();

  const { page: staff } = await signedIn("admin");
  await staff.goto("/dashboard/accounts");
  const decline = staff.getByRole("button", { name: `Decline the request for Probe of ${email}` });
  await decline.focus();
  await staff.keyboard.press("Enter");
  await staff.getByRole("dialog").waitFor();
  await tabTo(staff, "Decline");
  await staff.keyboard.press("Enter");
  await expect(staff.getByText("Request declined.")).toBeVisible();
  await expect(decline).toBeHidden();
  expect(await staff.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  await page.reload();
  await expect(page.getByText("77 a day declined")).toBeVisible();
  await tabTo(page, "Dismiss: Higher limit declined");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await page.reload();
  await atRest(page);
  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
});

test("a key that has used its day is shown on the owner's page, until they dismiss it @full", async ({
  page,
  service,
}) => {
  await signedInPerson(page.request);
  const { key } = await makeKey(page.request, "Busy");
  for (let request = 0; request <= keyDailyLimit; request += 1)
    await fetch(`${service.origin}/api/shows/hamilton`, { headers: { Authorization: `Bearer ${key}` } });

  await page.goto("/developers");
  await expect(page.getByRole("list", { name: "Notices" })).toContainText("“Busy”");
  const warning = page.getByText("“Busy” has reached its limit");
  await expect(warning).toBeHidden();
  const ask = page.getByRole("list", { name: "Notices" }).getByRole("button", { name: "Request a higher limit" });
  await ask.click();
  await expect(page.getByRole("dialog", { name: "Request a higher limit for “Busy”" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(ask).toBeFocused();
  await page.getByRole("button", { name: "Dismiss: Daily limit reached" }).click();

  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
  await expect(warning).toBeVisible();
  await page.reload();
  await atRest(page);
  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("requests, notices and their dialogs are accessible and fit @full", async ({ page, signedIn, service }) => {
    await signedInPerson(page.request);
    const { id, key } = await makeKey(page.request, "A key whose name is long enough to need two lines");
    for (let request = 0; request < keyDailyLimit; request += 1)
      await fetch(`${service.origin}/api/shows/hamilton`, { headers: { Authorization: `Bearer ${key}` } });
    await page.request.post(`/api/keys/${id}/limit-requests`, {
      data: { daily_limit: 1_000, reason: "Six more screens, each in another theatre, with a call a minute." },
    });
    await page.goto("/developers");
    await expect(page.getByRole("list", { name: "Notices" })).toBeVisible();
    await expectLayout(page, widths);
    await chooseAction(page, /^Request a higher limit/);
    await expect(page.getByRole("dialog").getByLabel("Requests per day")).toHaveValue("1000");
    await expectLayout(page, widths);

    const { page: staff } = await signedIn("admin");
    await staff.goto("/dashboard/accounts");
    await staff
      .getByRole("button", { name: /^Grant…/ })
      .first()
      .click();
    await staff.getByRole("dialog").waitFor();
    await expectLayout(staff, widths);
    await staff.keyboard.press("Escape");
    await staff
      .getByRole("button", { name: /^Decline…/ })
      .first()
      .click();
    await staff.getByRole("dialog").waitFor();
    await expectLayout(staff, widths);
    await staff.keyboard.press("Escape");
    await expectLayout(staff, widths);
    await expectFitsWindow(staff);

    const administrator = await asAdministrator(service);
    const waiting = (await (await administrator.get("/api/limit-requests?state=received")).json()) as {
      id: string;
    }[];
    for (const request of waiting)
      await administrator.put(`/api/limit-requests/${request.id}`, { data: { state: "declined" } });
    await administrator.dispose();
  });
});
