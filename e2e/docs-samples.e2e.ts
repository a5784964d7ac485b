import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { issueKey, secretShape } from "./portal-page";
import { browserStorage } from "./secrets";

test("a new key is filled in where samples are copied, and then forgotten @full", async ({ page, context }) => {
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
  ] as const) {
    await sample.getByRole("radio", { name: language }).check();
    await sample.getByRole("button", { name: "Copy: Get one show" }).click();
    await expect.poll(clipboard).toContain(sent);
  }
  await sample.getByText("urllib.request.Request").selectText();
  await page.evaluate(() => document.execCommand("copy"));
  await expect.poll(clipboard).toContain(`+ "${key}"`);
  // Only the field of the form that sends requests has it, hidden as dots.
  const { html: _html, fields: _fields, ...stored } = JSON.parse(await browserStorage(page)) as Record<string, unknown>;
  expect(JSON.stringify(stored)).not.toMatch(secretShape);
  expect(await page.locator("body").innerText()).not.toMatch(secretShape);

  await page.reload();
  await expect(sample).toContainText('os.environ["THEATRE_LISTINGS_KEY"]');
});
