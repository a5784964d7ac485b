import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { signedInPerson } from "./people";
import { issueKey, secretShape } from "./portal-page";
import { browserStorage } from "./secrets";

test("a key that was just created is filled in where samples are copied, and forgotten with the page @full", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signedInPerson(page.request);
  await page.goto("/developers");
  const key = await issueKey(page, "Reader");
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole("button", { name: "Copy the example" }).click();
  await expect.poll(clipboard).toContain(`Bearer ${key}`);

  await page.getByRole("banner").getByRole("link", { name: "Docs" }).click();
  await expect(page.getByRole("group", { name: "Key in the samples" })).toContainText("The samples use “Reader”");
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Shows" }).first().click();
  await expect(page).toHaveURL("/docs/shows");
  const sample = page.getByRole("group", { name: "Get one show", exact: true });
  await expect(sample).toContainText(`${key.slice(0, 12)}…`);
  for (const [language, sent] of [
    ["curl", `-H "Authorization: Bearer ${key}"`],
    ["JavaScript", `Bearer ${key}\``],
    ["Python", `"Bearer " + "${key}"`],
    ["PHP", `"Authorization: Bearer " . "${key}"`],
  ] as const) {
    await sample.getByRole("radio", { name: language }).check();
    await sample.getByRole("button", { name: "Copy: Get one show" }).click();
    await expect.poll(clipboard).toContain(sent);
  }
  await sample.getByText("file_get_contents").selectText();
  await page.evaluate(() => document.execCommand("copy"));
  await expect.poll(clipboard).toContain(`. "${key}"`);
  // Only the field of the form that sends requests has it, hidden as dots.
  const { html: _html, fields: _fields, ...stored } = JSON.parse(await browserStorage(page)) as Record<string, unknown>;
  expect(JSON.stringify(stored)).not.toMatch(secretShape);
  expect(await page.locator("body").innerText()).not.toMatch(secretShape);

  await page.reload();
  await expect(sample).toContainText('getenv("THEATRE_LISTINGS_KEY")');
});

test("a reader's keys are offered by name and prefix, and a pasted one must match @full", async ({ page }) => {
  await signedInPerson(page.request);
  const made = await page.request.post("/api/keys", { data: { name: "Reader" } });
  const { key } = (await made.json()) as { key: string };
  await page.goto("/docs/theatres");
  await expect(page.getByRole("group", { name: "List theatres", exact: true })).toContainText("$THEATRE_LISTINGS_KEY");
  await page.locator("summary", { hasText: "Fill one in" }).click();
  const group = page.getByRole("group", { name: "Key in the samples" });
  await expect(group.getByLabel("Your key")).toContainText(`Reader (${key.slice(0, 12)}…)`);

  await group.getByLabel("Paste it").fill("tl_live_none");
  await expect(group.getByLabel("Paste it")).toHaveAccessibleDescription(/“Reader” begins with/);
  await group.getByLabel("Paste it").fill(key);
  await expect(group).toContainText("The samples use “Reader”");
  await group.getByRole("button", { name: "Forget this key" }).click();

  await expect(page.getByRole("group", { name: "List theatres", exact: true })).toContainText("$THEATRE_LISTINGS_KEY");
});

test("choosing a key for the samples is accessible and fits @full", async ({ page }) => {
  await page.setViewportSize(onPhone.viewport);
  await signedInPerson(page.request);
  const made = await page.request.post("/api/keys", { data: { name: "A key whose name needs a line of its own" } });
  const { key } = (await made.json()) as { key: string };
  await page.goto("/docs/guides/keys-and-limits");
  await page.locator("summary", { hasText: "Fill one in" }).click();
  await page.getByLabel("Paste it").fill("tl_live_none");
  await expectLayout(page, widths);

  await page.getByLabel("Paste it").fill(key);
  await expect(page.getByRole("button", { name: "Forget this key" })).toBeVisible();
  await expectLayout(page, widths);
});
