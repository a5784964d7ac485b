import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { issueKey, secretShape } from "./portal-page";
import { browserStorage } from "./secrets";

test("a key is filled in where samples are copied, and never stored @full", async ({ page, complaints, context }) => {
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

  await context.clearCookies();
  await page.goto("/docs/shows");
  const form = page.getByRole("group", { name: "Send: Get one show" });
  await form.scrollIntoViewIfNeeded();
  await form.getByLabel("id").fill("hamilton");

  await form.getByRole("button", { name: "Send" }).click();

  await expect(form.getByRole("status").first()).toContainText("200 OK");
  await expect(form.getByText("X-RateLimit-Limit").locator("..")).toContainText("100");
  await expect(form.getByRole("region")).toContainText('"Hamilton"');
  const shown = await form.getByRole("region").locator("pre").innerText();
  expect(JSON.parse(shown)).toMatchObject({ id: "hamilton", name: "Hamilton" });

  complaints.provoke(statusError(404));
  await form.getByLabel("API key").fill(key);
  await form.getByLabel("id").fill("no-such-show");
  await form.getByRole("button", { name: /Send/ }).click();

  await expect(form.getByRole("status").first()).toContainText("404 Not Found");
  await expect(form.getByText("X-RateLimit-Limit").locator("..")).toContainText("25");
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  expect(kept + page.url()).not.toContain(key);

  await sample.getByRole("radio", { name: "curl" }).check();
  await page.getByRole("group", { name: "List shows" }).getByRole("radio", { name: "Python" }).check();
  await expect(page.getByRole("group", { name: "Get one show" }).getByText("import json")).toBeVisible();
  await page.goto("/docs/guides/first-call");
  await expect(page.getByRole("radio", { name: "Python" }).first()).toBeChecked();
});

test("a search is built from its parameters, sent, paged, copied and shared", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/search");
  const form = await formOf(page, "Search productions");
  const type = form.getByRole("group", { name: "type", exact: true });
  await type.getByRole("checkbox", { name: "play" }).check();
  await type.getByRole("checkbox", { name: "musical" }).check();
  await form.getByRole("combobox", { name: "theatre_id" }).fill("palace");
  await form.getByRole("option", { name: "Palace Theatre palace" }).click();
  await form.getByLabel("opening_from").fill("1990-01-01");
  await form.getByLabel("sort", { exact: true }).selectOption("-opening_date");
  await form.getByLabel("sort, then by").selectOption("show_id");
  await form.getByRole("group", { name: "fields" }).getByRole("checkbox", { name: "opening_date" }).check();
  await form.getByLabel("limit").fill("1");
  await form.getByLabel("count", { exact: true }).selectOption("exact");
  const asked =
    "/api/search/productions?type=musical,play&theatre_id=palace&opening_from=1990-01-01&sort=-opening_date,show_id&fields=opening_date&limit=1&count=exact";
  await expect(form.getByText(`GET ${asked}`, { exact: true })).toBeVisible();

  await form.getByRole("button", { name: "Send" }).click();

  await expect(form.getByRole("status").first()).toContainText("200 OK");
  await expect(form.getByText("X-Total-Count").locator("..")).toContainText(/\d/);
  const record = () => form.getByRole("region").locator("pre").innerText();
  const first = await record();
  await form.getByRole("button", { name: "Next page" }).click();
  await expect(form.getByText(/&cursor=[\w-]+&count=exact$/).first()).toBeVisible();
  await expect.poll(record).not.toBe(first);

  const code = page.getByRole("group", { name: "Search productions", exact: true });
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [language, sign] of [
    ["curl", "curl -i"],
    ["JavaScript", "await fetch("],
    ["Python", "urllib.request"],
  ] as const) {
    await code.getByRole("radio", { name: language }).check();
    await code.getByRole("button", { name: "Copy: Search productions" }).click();
    await expect.poll(clipboard).toContain(sign);
    await expect.poll(clipboard).toContain(`${asked.replace("&count=exact", "")}&`);
  }

  await form.getByLabel("count", { exact: true }).selectOption("");
  await expect(form.getByText(/&cursor=/)).toHaveCount(0);
  await form.getByRole("button", { name: "Copy a link to this request" }).click();
  await expect.poll(clipboard).toContain("/docs/search?operation=search-productions&type=musical%2Cplay");
  await page.goto(await clipboard());
  const shared = await formOf(page, "Search productions");
  await expect(shared.getByText(`GET ${asked.replace("&count=exact", "")}`, { exact: true })).toBeVisible();
  await expect(shared.getByRole("button", { name: "Remove palace" })).toBeVisible();
});

test("records are chosen by name, and refused parameters named in place @full", async ({ page, complaints }) => {
  complaints.provoke(statusError(400));
  await page.goto("/docs/search");
  const form = await formOf(page, "Search people");
  const shows = form.getByRole("combobox", { name: "show_id" });
  await shows.focus();
  await page.keyboard.type("hamilt");
  await expect(form.getByRole("option").first()).toContainText("Hamilton");
  await page.keyboard.press("Enter");
  await page.keyboard.type("no-such-show");
  await form.getByRole("option", { name: "Use “no-such-show” as an id" }).click();
  await expect(form.getByText("GET /api/search/people?show_id=hamilton,no-such-show")).toBeVisible();

  await form.getByRole("button", { name: "Remove Hamilton" }).click();

  await expect(form.getByText("GET /api/search/people?show_id=no-such-show")).toBeVisible();
  await expect(shows).toBeFocused();
  await form.getByLabel("limit").fill("many");
  await form.getByRole("button", { name: "Send" }).click();
  await expect(form.getByLabel("limit")).toHaveAccessibleDescription("Must be a whole number from 1 to 100.");
  await form.getByLabel("limit").fill("1");
  await expect(form.getByLabel("limit")).toHaveAttribute("aria-invalid", "false");
});

test("the slash key leads to the search, and the keyboard from there to a field of a response", async ({ page }) => {
  await page.goto("/docs");
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await expect(field).toBeFocused();

  await page.keyboard.type("billing_order");
  const options = page.getByRole("option");
  await expect(options.first()).toContainText("Response of GET /api/");
  await page.keyboard.press("End");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Home");
  await page.keyboard.press("Home");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/docs\/[\w-]+#[\w-]+-answer-billing_order$/);
  await expect(page.locator(new URL(page.url()).hash)).toBeInViewport();
});

test("a failed or empty search says so, and its shortcut can be off @full", async ({ page, complaints }) => {
  complaints.provoke(/entries\.json|Failed to load resource/);
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await page.route("/docs/entries.json", (route) => route.abort());
  await field.fill("poll");
  await expect(page.getByRole("listbox", { name: "Results" })).toContainText("The search can’t be loaded.");
  await page.unroute("/docs/entries.json");
  await field.pressSequentially("ing");
  await expect(page.getByRole("option").first()).toContainText("Polling for free");

  await field.fill("headliner");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("No results for “headliner”. Similar:");
  await expect(page.getByRole("option").first()).toContainText("Headers");

  await field.fill("xylophone");
  await expect(page.getByRole("listbox", { name: "Results" })).toHaveText(
    "No results for “xylophone”. The contents list every page.",
  );

  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.goto("/docs/shows");
  await page.keyboard.press("/");
  await expect(field).not.toBeFocused();
});

/** The form of an operation, once it is loaded. */
async function formOf(page: Page, summary: string) {
  await page.getByRole("heading", { name: summary, exact: true }).scrollIntoViewIfNeeded();
  const form = page.getByRole("group", { name: `Send: ${summary}` });
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByRole("button", { name: "Send" })).toBeVisible();
  return form;
}
