import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { press } from "./keyboard";
import { atRest } from "./page-state";
import { signedInPerson, createdKey } from "./people";
import { chooseAction, issueKey } from "./portal-page";
import { keyDailyLimit } from "./service";

test("a higher limit is requested, granted, and holds at once", async ({ page, signedIn, service, complaints }) => {
  complaints.provoke(statusError(400));
  const { email } = await signedInPerson(page.request);
  const { key } = await createdKey(page.request, "Screens");
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

test("a limit request is declined, and its notice dismissed, by keyboard @full", async ({ page, signedIn }) => {
  const { email } = await signedInPerson(page.request);
  const { id } = await createdKey(page.request, "Probe");
  await page.request.post(`/api/keys/${id}/limit-requests`, { data: { daily_limit: 77, reason: "More." } });
  const { page: staff } = await signedIn("admin");
  await staff.goto("/dashboard/accounts");
  const decline = staff.getByRole("button", { name: `Decline the request for Probe of ${email}` });
  await press(staff, decline);
  await press(staff, staff.getByRole("dialog").getByRole("button", { name: "Decline" }));
  await expect(staff.getByText("Request declined.")).toBeVisible();
  await expect(decline).toBeHidden();
  expect(await staff.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");

  await page.goto("/developers");
  await expect(page.getByText("77 a day declined")).toBeVisible();
  await press(page, page.getByRole("button", { name: "Dismiss: Higher limit declined" }));
  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("BODY");
  await page.reload();
  await atRest(page);
  await expect(page.getByRole("list", { name: "Notices" })).toBeHidden();
});

test("a developer sees why a call failed, and copies its id", async ({ page, context, service }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.origin });
  await signedInPerson(page.request);
  await page.goto("/developers");
  const key = await issueKey(page, "Probe");
  await page.getByRole("button", { name: "Usage of Probe" }).click();
  await expect(page.getByText("No request with this key has failed in the last 14 days.")).toBeVisible();
  await expect(page.getByText("No request with this key in the last 30 days.")).toBeVisible();
  await page.getByRole("button", { name: "Usage of Probe" }).click();

  // Requests from outside the browser.
  const requestIdOf = async (path: string, userAgent: string) => {
    const headers = { Authorization: `Bearer ${key}`, "User-Agent": userAgent };
    return (await fetch(service.origin + path, { headers })).headers.get("x-request-id") ?? "";
  };
  await requestIdOf("/api/shows", "probe/1");
  const wrong = await requestIdOf("/api/shows/hamiltom", "probe/1");
  const misspelt = await requestIdOf("/api/show", `probe ${"long ".repeat(30)}`);
  await page.getByRole("button", { name: "Usage of Probe" }).click();

  const failures = page.getByRole("region", { name: "Failed requests of Probe" }).getByRole("listitem");
  await expect(failures).toHaveText([
    new RegExp(`^404GET \\(unknown path\\)This path does not exist.*Request ID ${misspelt}`),
    new RegExp(`^404GET /api/shows/\\{id\\}Show not found.*probe/1.*Request ID ${wrong}`),
  ]);
  const routes = page.getByRole("table", { name: "Answers to Probe by route" });
  await expect(routes.getByRole("row", { name: "/api/shows/{id}" }).getByRole("cell")).toHaveText(
    [0, 0, 1, 0, 1].map((count) => new RegExp(`${count}$`)),
  );
  await failures
    .last()
    .getByRole("button", { name: `Copy request ID ${wrong}` })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wrong);
});
