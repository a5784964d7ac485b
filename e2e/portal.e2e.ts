import { text as readText } from "node:stream/consumers";
import { offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { scriptBytes } from "./layout-checks";
import { atRest, untilHydrated } from "./page-state";
import { keyDailyLimit } from "./service";
import { signedInPerson, newPerson } from "./people";
import {
  chooseAction,
  barsMatchService,
  collectResponses,
  issueKey,
  submitKeyForm,
  secretShape,
  statusOf,
  tabTo,
  readSecret,
} from "./portal-page";
import { browserStorage } from "./secrets";

test("a key is created, used, rotated and revoked, and its secret is shown once", async ({ page, service }) => {
  const person = newPerson();
  const answers = collectResponses(page);
  await page.goto("/sign-up?callbackUrl=/developers");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await expect(page).toHaveURL("/developers");
  await untilHydrated(page);

  const first = await issueKey(page, "Probe");
  for (let calls = 0; calls < 3; calls += 1) expect(await statusOf(service.origin, first)).toBe(200);
  await page.reload();

  await expect(page.getByRole("meter", { name: "Used today with Probe" })).toHaveAttribute("aria-valuenow", "3");
  // The page reads its own count every 15 seconds.
  await expect.poll(() => barsMatchService(page), { timeout: 20_000 }).toBe(true);
  expect(await browserStorage(page)).not.toMatch(secretShape);

  await chooseAction(page, "Rotate Probe");
  await page.getByRole("radio", { name: "1 hour" }).check();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const second = await readSecret(page);
  expect(second).not.toBe(first);
  expect([await statusOf(service.origin, first), await statusOf(service.origin, second)]).toEqual([200, 200]);
  await expect(page.getByRole("row", { name: /Probe/ }).filter({ hasText: "Stops working" })).toHaveCount(1);

  await chooseAction(page, `Revoke Probe, ${second.slice(8, 12)}`);
  await page.getByLabel("Type the last 4 characters").fill(second.slice(8, 12));
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("“Probe” has been revoked")).toBeVisible();
  expect([await statusOf(service.origin, first), await statusOf(service.origin, second)]).toEqual([200, 401]);

  expect(await browserStorage(page)).not.toMatch(secretShape);
  await page.reload();
  await page.getByRole("button", { name: "Show revoked and expired keys (1)" }).click();
  const kept = await browserStorage(page);
  expect(kept).toContain('"queryKey":["keys","/keys"]');
  expect(kept).not.toMatch(secretShape);
  for (const secret of [first, second])
    expect((await answers()).filter((text) => text.includes(secret))).toHaveLength(1);
  expect(service.printed()).not.toMatch(secretShape);
});

test("a stray click or Escape doesn't lose an unsaved key @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  await submitKeyForm(page, "Probe");
  const dialog = page.getByRole("dialog", { name: "Your API key for “Probe”" });
  const shown = await dialog.getByRole("group", { name: "API key" }).innerText();

  const { html, ...elsewhere } = JSON.parse(await browserStorage(page)) as { html: string };
  expect(html).toContain(shown);
  expect(JSON.stringify(elsewhere)).toContain('"name":"Probe"');
  expect(JSON.stringify(elsewhere)).not.toContain(shown);

  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("alert")).toContainText("haven’t copied or downloaded");
  await dialog.getByRole("button", { name: "Keep open" }).click();
  expect(await dialog.getByRole("group", { name: "API key" }).innerText()).toBe(shown);

  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download .env file" }).click();
  const file = await (await downloading).createReadStream();
  expect(await readText(file)).toBe(`THEATRE_LISTINGS_KEY=${shown}\n`);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the first request and the key can be copied", async ({ page, context, service }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.origin });
  await signedInPerson(page.request);
  await page.goto("/developers");
  await submitKeyForm(page, "Probe");
  const key = await page.getByRole("group", { name: "API key" }).innerText();

  await page.getByRole("button", { name: "Copy the first request" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `curl -H "Authorization: Bearer ${key}" "${service.origin}/api/search/shows?limit=2"`,
  );
  await page.getByRole("button", { name: "Copy the key" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(key);

  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("from the keyboard alone, a key is created and revoked", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  await expect(page.getByText("No active keys")).toBeVisible();

  await tabTo(page, "New key");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Probe");
  await page.keyboard.press("Enter");
  await tabTo(page, "I’ve saved this key");
  await page.keyboard.press("Space");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await tabTo(page, "More actions for Probe");
  await page.keyboard.press("Enter");
  await tabTo(page, "Revoke Probe");
  await page.keyboard.press("Enter");
  await page.keyboard.type("Probe");
  await page.keyboard.press("Enter");

  await expect(page.getByText("“Probe” has been revoked")).toBeVisible();
  await expect(page.getByText("No active keys")).toBeVisible();
});

test("the last 30 days are shown as a chart and as a table @full", async ({ page, service }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  const key = await issueKey(page, "Probe");
  const statuses = [];
  for (let calls = 0; calls < keyDailyLimit + 2; calls += 1) statuses.push(await statusOf(service.origin, key));
  expect(statuses.slice(-3)).toEqual([200, 429, 429]);

  await page.getByRole("button", { name: "Usage of Probe" }).click();

  const summary = `${keyDailyLimit} requests in the last 30 days, 2 rate-limited`;
  await expect(page.getByRole("img", { name: summary })).toBeVisible();
  await page.getByText("Show as table").click();
  const days = page.getByRole("table", { name: "Daily requests of Probe" });
  await expect(days.getByRole("row")).toHaveCount(31);
  await expect(days.getByRole("row").nth(1)).toContainText(`${new Date().toISOString().slice(0, 10)}${keyDailyLimit}2`);
});

test("a failed request shows why, and can be retried", async ({ page, context, complaints }) => {
  complaints.provoke(offlineError);
  await signedInPerson(page.request);
  // The figures of a revoked key don't come with the page.
  const made = await page.request.post("/api/keys", { data: { name: "Probe" } });
  const { id } = (await made.json()) as { id: string };
  await page.request.delete(`/api/keys/${id}`);
  await page.goto("/developers");
  await atRest(page);
  await page.getByRole("button", { name: "Show revoked and expired keys (1)" }).click();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Usage of Probe" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "could not be reached" })).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();

  await expect(page.getByText("0 requests in the last 30 days")).toBeVisible();
});

test("the portal page includes the keys, and loading it is free @full", async ({ page }) => {
  await signedInPerson(page.request);
  const made = await page.request.post("/api/keys", { data: { name: "Comes along" } });
  const { key } = (await made.json()) as { key: string };
  const before = await (await page.request.get("/api/quota")).text();

  const text = await (await page.request.get("/developers")).text();

  expect(text).toContain("Comes along");
  expect(text).not.toContain(key);
  expect(await (await page.request.get("/api/quota")).text()).toBe(before);
});

test("a signed-out visitor is sent to sign in and back, and sees nothing before", async ({
  page,
  browser,
  service,
}) => {
  const person = await signedInPerson(page.request);
  await page.goto("/developers");
  await issueKey(page, "Hidden away");
  const other = await browser.newContext({ baseURL: service.origin });
  const visitor = await other.newPage();
  const answers = collectResponses(visitor);

  await visitor.goto("/developers/account");
  await expect(visitor).toHaveURL(/\/sign-in\?callbackUrl=%2Fdevelopers%2Faccount/);
  await visitor.goto("/developers");
  await expect(visitor).toHaveURL(/\/sign-in\?callbackUrl=%2Fdevelopers$/);
  for (const text of await answers()) {
    expect(text).not.toContain(person.email);
    expect(text).not.toContain("Hidden away");
    expect(text).not.toContain("New key");
  }

  await visitor.getByLabel("Email address").fill(person.email);
  await visitor.getByLabel("Password").fill(person.password);
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(visitor).toHaveURL("/developers");
  await expect(visitor.getByRole("table", { name: "Active keys" })).toContainText("Hidden away");
  await other.close();
});

test("the portal ships less than 180 kB of compressed JavaScript @full", async ({ page }) => {
  await signedInPerson(page.request);
  expect(await scriptBytes(page, "/developers")).toBeLessThan(180_000);
});
