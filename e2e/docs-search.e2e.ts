import { expect, test } from "./fixtures";
import { expectLayout, scriptBytes, onPhone, widths } from "./layout-checks";

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

test("the search finds headings, endpoints, parameters, errors and headers, and says what each is", async ({
  page,
}) => {
  await page.goto("/docs/guides/errors");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  for (const [typed, result, kind] of [
    ["polling", "Polling for free", "Guide"],
    ["get /api/people/{id}", "GET /api/people/{id}", "Endpoint"],
    ["running_on", "running_on", "Parameter"],
    ["rate limit excedeed", "429 Rate limit exceeded", "Error"],
    ["x-ratelimit-reset", "X-RateLimit-Reset", "Header"],
  ] as const) {
    await field.fill(typed);
    await expect(page.getByRole("option").first()).toContainText(result);
    await expect(page.getByRole("option").first()).toContainText(kind);
  }
  await expect(page.getByRole("search").getByRole("status")).toHaveText("1 result");

  // The results of before are still there.
  await field.fill("rate limit exceeded");
  await field.press("Enter");

  await expect(page).toHaveURL("/docs/guides/errors#status-429");
  await expect(page.getByRole("heading", { name: "429" })).toBeInViewport();
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("a search without a result says so, and offers what is similar @full", async ({ page }) => {
  await page.goto("/docs");
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("headliner");
  await expect(page.getByRole("search").getByRole("status")).toHaveText("No results for “headliner”. Similar:");
  await expect(page.getByRole("option").first()).toContainText("Headers");

  await field.fill("xylophone");
  await expect(page.getByRole("listbox", { name: "Results" })).toHaveText(
    "No results for “xylophone”. The contents list every page.",
  );
});

test("a search that can’t be loaded says so, and works once it can @full", async ({ page, complaints }) => {
  complaints.provoke(/entries\.json|Failed to load resource/);
  await page.goto("/docs");
  await page.route("/docs/entries.json", (route) => route.abort());
  const field = page.getByRole("combobox", { name: "Search the documentation" });
  await field.fill("poll");
  await expect(page.getByRole("listbox", { name: "Results" })).toContainText("The search can’t be loaded.");

  await page.unroute("/docs/entries.json");
  await field.pressSequentially("ing");

  await expect(page.getByRole("option").first()).toContainText("Polling for free");
});

test("the shortcut can be turned off @full", async ({ page }) => {
  await page.goto("/docs");
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.goto("/docs/shows");

  await page.keyboard.press("/");

  await expect(page.getByRole("combobox", { name: "Search the documentation" })).not.toBeFocused();
});

test("results are accessible and fit @full", async ({ page }) => {
  await page.setViewportSize(onPhone.viewport);
  await page.goto("/docs/cast-members");
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("cast");
  await expect(page.getByRole("option")).toHaveCount(12);
  await expectLayout(page, widths);

  await page.getByRole("combobox", { name: "Search the documentation" }).fill("headliner");
  await expect(page.getByText("No results for “headliner”.").first()).toBeVisible();
  await expectLayout(page, widths, page.getByRole("search"));
});

test("what the search looks in is loaded with the first focus, and pages stay light @full", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ["/docs", "/docs/search"]) expect(await scriptBytes(page, path), path).toBeLessThan(180_000);
  expect(asked).not.toContain("/docs/entries.json");

  await page.getByRole("combobox", { name: "Search the documentation" }).focus();

  await expect.poll(() => asked).toContain("/docs/entries.json");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the contents list every page, and no field promises a search @full", async ({ page }) => {
    await page.goto("/docs/shows");

    await expect(page.getByRole("combobox", { name: "Search the documentation" })).toBeHidden();
    await page
      .getByRole("navigation", { name: "Contents" })
      .getByRole("link", { name: "Search, filter and page" })
      .click();
    await expect(page).toHaveURL("/docs/guides/search");
  });
});
