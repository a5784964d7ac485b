import type { Page } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";

/** The form of an operation, once it is loaded. */
async function formOf(page: Page, summary: string) {
  await page.getByRole("heading", { name: summary, exact: true }).scrollIntoViewIfNeeded();
  const form = page.getByRole("group", { name: `Send: ${summary}` });
  await form.scrollIntoViewIfNeeded();
  await expect(form.getByRole("button", { name: "Send" })).toBeVisible();
  return form;
}

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
