import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test as base } from "./fixtures";
import { signedInPerson } from "./people";
import { chooseAction, issueKey, readSecret, statusOf } from "./portal-page";
import { startE2eService } from "./service";

const accountLimit = 25;

/** Its accounts have few requests a day. */
const test = base.extend<object, { service: Awaited<ReturnType<typeof startE2eService>> }>({
  service: [
    async ({ backend }, use) => {
      const service = await startE2eService({ backend, settings: { ACCOUNT_DAILY_LIMIT: String(accountLimit) } });
      await use(service);
      await service.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
});

test.skip(Boolean(process.env["E2E_BASE_URL"]), "The service's account limit can't be set.");

const sentence = /You’ve used today’s requests\. Limits reset at midnight UTC, in \d+ (h|min)\./;

test("without requests left, the portal still shows, rotates and revokes keys @full", async ({ page, service }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  const old = await issueKey(page, "Leaked");
  await useUp(page);

  await page.reload();

  await expect(page.getByRole("status").filter({ hasText: sentence })).toBeVisible();
  await expect(page.getByRole("meter", { name: "Used today by these pages" })).toHaveAttribute(
    "aria-valuenow",
    String(accountLimit),
  );
  await expect(page.getByRole("img", { name: /^Last 30 days: 0 requests/ })).toBeVisible();
  await page.getByRole("button", { name: "Usage of Leaked" }).click();
  await expect(page.getByText("0 requests in the last 30 days")).toBeVisible();
  await chooseAction(page, "Rotate Leaked");
  await page.getByRole("radio", { name: "Stop now" }).check();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const fresh = await readSecret(page);
  expect([await statusOf(service.origin, old), await statusOf(service.origin, fresh)]).toEqual([401, 200]);
  await chooseAction(page, "Revoke Leaked");
  await page.getByLabel("Type the key’s name").fill("Leaked");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("“Leaked” has been revoked")).toBeVisible();
  expect(await statusOf(service.origin, fresh)).toBe(401);
  await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);

  await page.goto("/developers/account");
  await expect(page.getByRole("button", { name: "Sign out everywhere" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
});

test("without requests left, the dashboard says when limits reset, and offers no retry @full", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(429));
  const { page } = await signedIn("editor");
  await useUp(page);

  for (const path of ["/dashboard", "/dashboard/shows", "/dashboard/activity", "/dashboard/data-quality"]) {
    await page.goto(path);

    await expect(page.getByText(sentence).first(), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }), path).toHaveCount(0);
  }
});

/** Spends the account's requests of today. */
async function useUp(page: Page): Promise<void> {
  const statuses = [];
  for (let calls = 0; calls <= accountLimit; calls += 1)
    statuses.push((await page.request.get("/api/shows/none")).status());
  expect(statuses.at(-1)).toBe(429);
}
