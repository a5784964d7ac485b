import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import { closedRunTitle, createTheatreWithClosedRun } from "./problems";
import { createdRecord, letters } from "./staff";

test("an ended booking gets a new last day, which can't be past", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Show ${randomUUID()}`;
  const id = await createdRecord(page.request, "shows", { name, type: "play", booking_until: "2001-05-05" });
  const house = { theatre_id: "palace", opening_date: "2001-01-01" };
  const production = await createdRecord(page.request, "productions", { show_id: id, ...house });
  await page.goto("/dashboard/data-quality?rule=booking-until-past");

  await page.getByRole("button", { name: `Set a new last day… (${name})` }).click();
  const dialog = page.getByRole("dialog", { name: "Set a new last day" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText(/or a later day/)).toBeVisible();
  await dialog.getByRole("textbox", { name: "Booking until" }).fill("2099-05-05");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(`Saved ${name}.`)).toBeVisible();
  expect(await (await page.request.get(`/api/shows/${id}`)).json()).toMatchObject({ booking_until: "2099-05-05" });

  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await page
    .getByRole("button", { name: /^The run at .* has closed… / })
    .and(page.getByRole("button", { name }))
    .click();
  await page.getByRole("dialog").getByRole("textbox").first().fill("2001-05-05");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("button", { name })).toHaveCount(0);
  expect(await (await page.request.get(`/api/productions/${production}`)).json()).toMatchObject({
    closing_date: "2001-05-05",
  });
});

test("after a fix the focus moves to the next one, finally to a heading, and the remaining count is announced @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  for (let house = 0; house < 2; house += 1) await createTheatreWithClosedRun(page.request);
  await page.goto("/dashboard/data-quality");
  const buttons = page
    .getByRole("region", { name: closedRunTitle })
    .getByRole("button", { name: /^Clear the current/ });
  await expect(buttons.nth(1)).toBeVisible();
  const names = await buttons.evaluateAll((all) => all.map((button) => button.getAttribute("aria-label") ?? ""));

  await buttons.first().focus();
  for (const next of names.slice(1)) {
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: next })).toBeFocused();
  }
  await expect(page.getByText(/^Fixed\. \d+ problems? left\.$/)).toBeAttached();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("region", { name: closedRunTitle })).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeFocused();
});

test("after a fix in a dialog the focus is not lost @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = letters();
  await createdRecord(page.request, "theatres", { name, lat: 51.5, lng: -0.1 });
  await page.goto(`/dashboard/data-quality?q=${name}&rule=missing-capacity`);

  await page.getByRole("button", { name: `Add the number of seats… (${name})` }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Seats" }).fill("300");
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Saved ${name}.`)).toBeVisible();

  await expect(page.getByText("No problems match your filters")).toBeVisible();
  await expect(page.locator("#none-left")).toBeFocused();
});

test("the page's former address redirects to it and keeps the query @full", async ({ request }) => {
  const response = await request.get("/dashboard/health?from=bookmark", { maxRedirects: 0 });

  expect([response.status(), response.headers()["location"]]).toEqual([308, "/dashboard/data-quality?from=bookmark"]);
});
