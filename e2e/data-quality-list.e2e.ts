import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { createTrouble } from "./problems";

/** Tall enough for all the problems that a test makes: only rows in sight are rendered. */
test.use({ viewport: { width: 1280, height: 2800 } });

const address = (word: string) => `/dashboard/data-quality?q=${word}`;
/** The titles of the listed rules. */
const rulesOn = (page: Page) => page.getByRole("heading", { level: 2 });

test("the filters are in the address, with counts, and Back undoes them", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { word } = await createTrouble(page.request);
  await page.goto(address(word));
  await expect(rulesOn(page)).toHaveCount(11);

  await page.getByLabel("Severity").selectOption("Errors (3)");
  await expect(rulesOn(page)).toHaveCount(3);
  await page.getByLabel("Records").selectOption("Shows (1)");
  await expect(rulesOn(page)).toHaveText(["Booking end date is in the past 1"]);
  expect(new URL(page.url()).search).toBe(`?q=${word}&severity=contradiction&resource=shows`);
  await page.reload();
  await expect(rulesOn(page)).toHaveCount(1);
  await page.goBack();
  await expect(rulesOn(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Show all" }).click();
  await expect(page.getByLabel("Search")).toHaveValue("");
});

test("the cast of a run is dated in the cast builder @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/data-quality?rule=undated-cast");

  const link = page.getByRole("link", { name: /^Date the cast… / }).first();

  await expect(link).toHaveAttribute("href", /^\/dashboard\/productions\/[^/]+\?change-of-cast$/);
});

test("of a long list only the rows in sight are rendered, and J reaches every one @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/dashboard/data-quality");
  const rows = page.locator("[data-record]");
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(60);

  for (let row = 0; row < 40; row += 1) await page.keyboard.press("j");
  const focused = page.locator("[data-record]:has(a:focus)");
  await expect(focused).toBeInViewport();
  expect(Number(await focused.getAttribute("data-index"))).toBeGreaterThan(39);
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the list, its selection and the counts over time are accessible and fit @full", async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    const { word } = await createTrouble(page.request);
    await page.goto(address(word));
    await expect(rulesOn(page).first()).toBeVisible();
    await expectLayout(page, widths);

    await page
      .getByRole("button", { name: /^Select all: / })
      .first()
      .click();
    await page.getByText("Trend").click();
    await expect(page.getByRole("row", { name: /^Missing capacity/ })).toBeVisible();
    await expectLayout(page, widths);
  });
});
