import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { keyDailyLimit } from "./service";
import { signedInPerson } from "./people";
import { chooseAction, issueKey, readSecret, statusOf } from "./portal-page";

test("a rotated key and its successor can be told apart, and only the meant one is revoked", async ({
  page,
  service,
}) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  const old = await issueKey(page, "Website");
  for (let calls = 0; calls < 3; calls += 1) await statusOf(service.origin, old);
  await chooseAction(page, "Rotate Website");
  await page.getByRole("button", { name: "Rotate key" }).click();
  const fresh = await readSecret(page);
  const [oldEnd, freshEnd] = [old, fresh].map((key) => key.slice(8, 12));
  const rows = page.getByRole("table", { name: "Active keys" }).getByRole("row");
  const oldRow = rows.filter({ hasText: `tl_live_${oldEnd}` });
  const freshRow = rows.filter({ hasText: `tl_live_${freshEnd}` });

  await expect(oldRow).toContainText(new RegExp(`Stops working \\d+ \\w+ \\d{4}.*, replaced by …${freshEnd}`));
  await expect(oldRow).toContainText("Expiring");
  await expect(freshRow).toContainText("Active · New");
  await expect(freshRow).toContainText(`3 of ${keyDailyLimit}`);
  await expect(freshRow).toContainText(`Shares its limit with …${oldEnd}`);

  await chooseAction(oldRow, /^Revoke/);
  const dialog = page.getByRole("dialog", { name: "Revoke “Website”" });
  await expect(dialog).toContainText(/Used 3 times today, last at \d\d:\d\d\./);
  await dialog.getByLabel("Type the last 4 characters").fill("Website");
  await dialog.getByRole("button", { name: "Revoke key" }).click();
  await expect(dialog).toContainText(`Type “${oldEnd}” to confirm.`);
  await dialog.getByLabel("Type the last 4 characters").fill(oldEnd ?? "");
  await dialog.getByRole("button", { name: "Revoke key" }).click();

  await expect(page.getByText("“Website” has been revoked")).toBeVisible();
  expect([await statusOf(service.origin, old), await statusOf(service.origin, fresh)]).toEqual([401, 200]);
});

test("each key has figures of its own, and a revoked one takes nothing from the others", async ({ page, service }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  const keys = [await issueKey(page, "Shop"), await issueKey(page, "Kiosk")];
  for (const key of keys) await statusOf(service.origin, key);
  await statusOf(service.origin, keys[1] ?? "");
  await page.reload();
  const used = (name: string) => page.getByRole("meter", { name: `Used today with ${name}` });
  await expect(used("Shop")).toHaveAttribute("aria-valuenow", "1");
  await expect(used("Kiosk")).toHaveAttribute("aria-valuenow", "2");
  await expect(used("Kiosk")).toHaveAttribute("aria-valuemax", String(keyDailyLimit));

  await chooseAction(page, "Revoke Shop");
  await page.getByLabel("Type the key’s name").fill("Shop");
  await page.getByRole("button", { name: "Revoke key" }).click();

  await expect(used("Shop")).toHaveCount(0);
  await expect(used("Kiosk")).toHaveAttribute("aria-valuenow", "2");
  await expect(page.getByRole("meter", { name: "Used today by these pages" })).toBeVisible();
});

test("each row pictures 30 days, and showing them costs no request @full", async ({ page, service }) => {
  await signedInPerson(page.request);
  for (const name of ["One", "Two", "Three"]) {
    const { key } = (await (await page.request.post("/api/keys", { data: { name } })).json()) as { key: string };
    await statusOf(service.origin, key);
  }
  const remaining = async () =>
    ((await (await page.request.get("/api/quota")).json()) as { remaining: number }).remaining;
  const before = await remaining();

  await page.goto("/developers");
  await atRest(page);

  const today = new Date().toISOString().slice(0, 10);
  const pictures = page.getByRole("img", { name: `Last 30 days: 1 requests, 0 rate-limited; most on ${today}, 1` });
  await expect(pictures).toHaveCount(3);
  expect(await remaining()).toBe(before);
});
