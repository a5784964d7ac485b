import { text as readText } from "node:stream/consumers";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { keyDailyLimit } from "./service";
import { signedInPerson, newPerson, createdKey } from "./people";
import {
  chooseAction,
  barsMatchService,
  collectResponses,
  issueKey,
  secretShape,
  statusOf,
  readSecret,
} from "./portal-page";
import { browserStorage } from "./secrets";

test("a key is created, used, rotated and revoked, and its secret is shown once", async ({ page, service }) => {
  const person = newPerson();
  const answers = collectResponses(page);
  await page.goto("/");
  await page.getByRole("main").getByRole("link", { name: "Get a free key" }).click();
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("dialog", { name: "New key" }).getByRole("textbox", { name: "Name" }).fill("Probe");
  await page.getByRole("button", { name: "Create key" }).click();
  const first = await readSecret(page);
  await expect(page).toHaveURL("/developers");
  for (let calls = 0; calls < 3; calls += 1) expect(await statusOf(service.origin, first)).toBe(200);
  await page.reload();

  // The page reads its own count every 15 seconds.
  await expect.poll(() => barsMatchService(page), { timeout: 20_000 }).toBe(true);
  expect(await browserStorage(page)).not.toMatch(secretShape);

  await chooseAction(page, "Rotate Probe");
  await page.getByRole("radio", { name: "1 hour" }).check();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const second = await readSecret(page);
  expect(second).not.toBe(first);
  expect([await statusOf(service.origin, first), await statusOf(service.origin, second)]).toEqual([200, 200]);
  const rows = page.getByRole("table", { name: "Active keys" }).getByRole("row");
  const [firstEnd, secondEnd] = [first.slice(8, 12), second.slice(8, 12)];
  await expect(rows.filter({ hasText: `tl_live_${firstEnd}` })).toContainText(
    new RegExp(`Stops working.*, replaced by …${secondEnd}`),
  );
  await expect(rows.filter({ hasText: `tl_live_${secondEnd}` })).toContainText(`Shares its limit with …${firstEnd}`);

  await chooseAction(page, `Revoke Probe, ${secondEnd}`);
  await page.getByLabel("Type the last 4 characters").fill("Probe");
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByRole("dialog")).toContainText(`Type “${secondEnd}” to confirm.`);
  await page.getByLabel("Type the last 4 characters").fill(secondEnd);
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

test("a double click makes one key, which a stray click doesn't lose @full", async ({ page, context, service }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.origin });
  await signedInPerson(page.request);
  await page.goto("/developers");
  // An invalid form creates none.
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
  const dialog = page.getByRole("dialog", { name: "Your API key for “Probe”" });
  const shown = await dialog.getByRole("group", { name: "API key" }).innerText();

  const { html, ...elsewhere } = JSON.parse(await browserStorage(page)) as { html: string };
  expect(html).toContain(shown);
  expect(JSON.stringify(elsewhere)).toContain('"name":"Probe"');
  expect(JSON.stringify(elsewhere)).not.toContain(shown);

  for (const key of ["Escape", "Escape"]) await page.keyboard.press(key);
  await page.mouse.click(5, 5);
  await expect(dialog.getByRole("alert")).toContainText("haven’t copied or downloaded");
  await dialog.getByRole("button", { name: "Keep open" }).click();
  expect(await dialog.getByRole("group", { name: "API key" }).innerText()).toBe(shown);

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy the first request" }).click();
  await expect
    .poll(clipboard)
    .toBe(`curl -H "Authorization: Bearer ${shown}" "${service.origin}/api/search/shows?limit=2"`);
  const downloading = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download .env file" }).click();
  const file = await (await downloading).createReadStream();
  expect(await readText(file)).toBe(`THEATRE_LISTINGS_KEY=${shown}\n`);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await (await page.request.get("/api/keys")).json()).toHaveLength(1);
});

test("the last 30 days are a picture, a chart and a table, and free @full", async ({ page, service }) => {
  await signedInPerson(page.request);
  const { key } = await createdKey(page.request, "Probe");
  const statuses: number[] = [];
  for (let calls = 0; calls < keyDailyLimit + 2; calls += 1) statuses.push(await statusOf(service.origin, key));
  expect(statuses.filter((status) => status === 429).length).toBeLessThanOrEqual(2);
  const [spent, refused] = [200, 429].map((wanted) => statuses.filter((status) => status === wanted).length);
  const remaining = async () =>
    ((await (await page.request.get("/api/quota")).json()) as { remaining: number }).remaining;
  const before = await remaining();

  const html = await (await page.goto("/developers"))?.text();
  expect(html).toContain("Probe");
  expect(html).not.toContain(key);
  await atRest(page);
  const figures = `${spent} requests, ${refused} rate-limited`;
  await expect(page.getByRole("img", { name: new RegExp(`^Last 30 days: ${figures}`) })).toHaveCount(1);
  expect(await remaining()).toBe(before);
  await page.getByRole("button", { name: "Usage of Probe" }).click();
  await expect(
    page.getByRole("img", { name: `${spent} requests in the last 30 days, ${refused} rate-limited` }),
  ).toBeVisible();
  await page.getByText("Show as table").click();
  await expect(page.getByRole("table", { name: "Daily requests of Probe" }).getByRole("row")).toHaveCount(31);
});

test("a visitor is sent to sign in and back, and sees nothing before @full", async ({ page, browser, service }) => {
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

  // A password manager fills in values without events.
  for (const name of ["email", "password"] as const)
    await visitor.locator(`input[name=${name}]`).evaluate((input: HTMLInputElement, text) => {
      input.value = text;
    }, person[name]);
  await visitor.getByRole("button", { name: "Sign in" }).click();
  await expect(visitor).toHaveURL("/developers");
  await expect(visitor.getByRole("table", { name: "Active keys" })).toContainText("Hidden away");
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
