import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { press, typeInto } from "./keyboard";
import { createTrouble, createUnverifiedRun } from "./problems";

/** Tall enough for all the problems that a test makes: only rows in sight are rendered. */
test.use({ viewport: { width: 1280, height: 2800 } });

const address = (word: string) => `/dashboard/data-quality?q=${word}`;
/** The titles of the listed rules. */
const rulesOn = (page: Page) => page.locator("h2:not(#casts-to-look-at)");
const button = (page: Page, label: string) => page.getByRole("button", { name: new RegExp(`^${label}`) }).first();
const dialogOf = (page: Page) => page.getByRole("dialog");

test("twelve problems are mended in place with the keyboard alone @full", async ({ editor: page }) => {
  const { word, theatre, production } = await createTrouble(page.request);
  await page.goto(address(word));
  await expect(rulesOn(page)).toHaveText([
    "Current show has closed 1",
    "Booking end date is in the past 1",
    "Open run with a closing date 1",
    "Running, not verified for 45 days 1",
    "Possible duplicate people 1",
    "Image isn’t https 1",
    "Missing coordinates 1",
    "Missing capacity 1",
    "Production without sources 1",
    "Cast without sources 1",
    "Theatre without sources 1",
  ]);
  const fill = async (label: string, values: readonly string[], action: string) => {
    await press(page, button(page, label));
    const fields = dialogOf(page).getByRole("textbox");
    for (const [index, value] of values.entries()) await typeInto(page, fields.nth(index), value);
    await press(page, dialogOf(page).getByRole("button", { name: action }));
    await expect(dialogOf(page)).toHaveCount(0);
  };

  await press(page, button(page, "Set to "));
  await expect(page.getByRole("region", { name: "Current show has closed" })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /^Booking end/ })).toBeFocused();
  await fill("Set a new last day", ["2099-05-05"], "Save");
  await press(page, button(page, "Set the run to limited"));
  await expect(page.getByRole("region", { name: "Open run with a closing date" })).toHaveCount(0);
  await press(page, button(page, "Mark as verified"));
  await expect(page.getByRole("region", { name: /^Running, not verified/ })).toHaveCount(0);
  await fill("Merge", [], "Merge 2 people");
  await fill("Use https", ["https://example.com/pier.jpg"], "Save");
  await fill("Add the coordinates", ["51.5", "-0.1"], "Save");
  await fill("Add the number of seats", ["300"], "Save");
  await expect(rulesOn(page)).toHaveCount(4);

  // All that is left is mended as one change.
  await page.keyboard.press("j");
  await expect(page.locator("[data-record] a:focus")).toBeVisible();
  for (let row = 0; row < 3; row += 1) await page.keyboard.press("k");
  await page.keyboard.press("x");
  for (let row = 0; row < 3; row += 1) await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("4 problems selected")).toBeVisible();
  await fill("Add a source… \\(4\\)", ["The press agent"], "Add to 4 records");

  await expect(page.getByText("No problems match your filters")).toBeVisible();
  await expect(page.locator("#none-left")).toBeFocused();
  const read = async (path: string): Promise<unknown> => (await page.request.get(`/api/${path}`)).json();
  expect(await read(`theatres/${theatre}`)).toMatchObject({ lat: 51.5, lng: -0.1, capacity: 300 });
  expect(await read(`productions/${production}/details`)).toMatchObject({
    run_type: "limited",
    verified_at: expect.stringMatching(/^\d{4}-/),
  });
});

test("a snoozed problem says why, and comes back when its facts change @full", async ({ editor: page }) => {
  const { word, production } = await createUnverifiedRun(page.request);
  await page.goto(`${address(word)}&rule=running-not-verified`);
  const listed = page.getByRole("region", { name: /^Running, not verified/ }).getByRole("listitem");
  const snoozed = page.getByRole("region", { name: "Snoozed" }).getByRole("listitem");

  await listed.getByRole("button", { name: /^Snooze/ }).click();
  await dialogOf(page).getByRole("button", { name: "Snooze" }).click();
  await expect(dialogOf(page).getByText("Enter a reason.")).toBeVisible();
  await expect(dialogOf(page).getByLabel("Reason")).toBeFocused();
  await dialogOf(page).getByLabel("Reason").fill("The house answers on Monday.");
  await dialogOf(page).getByLabel("How long").selectOption("Until a day");
  await dialogOf(page).getByLabel("Comes back on").fill("1 Dec 2099");
  await dialogOf(page).getByRole("button", { name: "Snooze" }).click();
  await expect(listed).toHaveCount(0);
  await expect(snoozed).toContainText("Snoozed until 1 Dec 2099 by");
  await expect(snoozed).toContainText("The house answers on Monday.");
  await page.reload();
  await expect(snoozed).toHaveCount(1);

  await snoozed.getByRole("button", { name: /^End snooze/ }).click();
  await expect(listed).toHaveCount(1);
  await expect(snoozed).toHaveCount(0);

  await listed.getByRole("button", { name: /^Snooze/ }).click();
  await dialogOf(page).getByLabel("Reason").fill("Under discussion.");
  await dialogOf(page).getByLabel("How long").selectOption("Until the record changes");
  await dialogOf(page).getByRole("button", { name: "Snooze" }).click();
  await expect(snoozed).toHaveCount(1);
  await page.request.put(`/api/productions/${production}`, { data: { closing_date: "2099-12-31" } });
  await page.reload();
  await expect(listed).toHaveCount(1);
  await expect(snoozed).toHaveCount(0);
});
