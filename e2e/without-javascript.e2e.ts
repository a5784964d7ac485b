import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { makeShow } from "./pages";

test.use({ javaScriptEnabled: false });

test("pages can be read, and the poster is a form @full", async ({ page, administrators, service }) => {
  const { show, name, theatre } = await makeShow(administrators);
  await page.goto("/");
  await expect(page.getByText(`curl ${service.origin}/api/shows`)).toBeVisible();
  await expect(page.getByRole("list", { name: "Running today" })).toBeVisible();
  await expect(page.getByText("Sample record:")).toBeVisible();
  for (const dead of ["Try it now", "Press Send", "X-RateLimit-Remaining"])
    await expect(page.getByText(dead, { exact: false })).toBeHidden();
  await page.getByLabel("Show", { exact: true }).fill(name);
  await page.getByLabel("Day", { exact: true }).fill("2025-03-14");
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.getByText(/^Ada, Ben and Cy were in|^Ada was in/)).toBeVisible();

  await page.getByRole("link", { name: "The company of that day" }).click();
  await expect(page).toHaveURL(`/shows/${show}?on=2025-03-14`);
  await page.getByLabel("Company on").fill("2025-02-20");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("status")).toContainText("20 February 2025: 1 person in the company");

  await page.goto("/on");
  await page.getByLabel("Day", { exact: true }).fill("2025-02-20");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.getByRole("heading", { name: "On 20 Feb 2025" })).toBeVisible();
  await expect(page.locator(`a[href="/theatres/${theatre}"]`)).toBeVisible();
  await page
    .getByRole("navigation", { name: "Which shows" })
    .getByRole("link", { name: /^Plays/ })
    .click();
  await expect(page).toHaveURL("/on?date=2025-02-20&type=play");
  await expect(page.getByRole("heading", { name: "Plays" })).toBeVisible();
});

test("the documentation can be read, and what needs a script says so or is hidden @full", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto("/docs/productions");

  await page.locator("summary", { hasText: /^Contents$/ }).click();
  await page.getByRole("navigation", { name: "Contents" }).getByRole("link", { name: "Get one production" }).click();
  await expect(page).toHaveURL(/\/docs\/productions#get-production$/);

  const code = page.getByRole("group", { name: "Get one production" });
  await code.getByRole("radio", { name: "Python" }).check();
  await expect(code.getByText("urllib.request.urlopen")).toBeVisible();
  await page.getByText("429 Too Many Requests").first().click();
  await expect(page.getByText('"Rate limit exceeded"').first()).toBeVisible();
  for (const button of [/^Send/, /^Copy/]) await expect(page.getByRole("button", { name: button })).toHaveCount(0);
  await expect(page.getByRole("combobox", { name: "Search the documentation" })).toBeHidden();

  for (const path of ["/sign-in", "/sign-up", "/developers/found-a-key"]) {
    await page.goto(path);
    await expect(page.getByText("You need JavaScript")).toBeVisible();
    await expect(page.getByRole("main").getByRole("button")).toHaveCount(0);
  }
});

test("without JavaScript a reader suggests a correction, and asks for the answer", async ({ page, complaints }) => {
  complaints.provoke(statusError(404));
  await page.goto("/suggest?resource=shows&id=hamilton&field=booking_until");
  await expect(page.getByText("Staff check each suggestion against its source")).toBeVisible();
  await expect(page.getByLabel("What is wrong")).toHaveValue("booking_until");
  await page.getByLabel("What it should say").fill("2027-10-02");
  await page.getByLabel("How you know").fill("The box office sells until then.");
  await page.getByLabel("Where we can check it").fill("https://example.com/hamilton");
  await page.getByRole("button", { name: "Send suggestion" }).click();

  await expect(page.getByRole("heading", { name: "Thank you, we have your suggestion" })).toBeVisible();
  await expect(page.getByText(page.url())).toBeVisible();

  expect((await page.goto("/suggest?resource=shows&id=no-such-show"))?.status()).toBe(404);
  expect((await page.goto("/suggestions/no-such-suggestion"))?.status()).toBe(404);
});

test("after five a day the form says when more can be sent, and Back has what was typed @full", async ({ page }) => {
  for (let sent = 0; sent < 6; sent += 1) {
    await page.goto("/suggest?resource=theatres&id=palace");
    await page.getByLabel("What is wrong").selectOption("capacity");
    await page.getByLabel("What it should say").fill("1400");
    await page.getByLabel("How you know").fill("It is round the corner.");
    await page.getByRole("button", { name: "Send suggestion" }).click();
  }

  await expect(page.getByText("An address sends at most 5 suggestions a day.")).toBeVisible();
  await expect(page).toHaveURL(/resource=theatres&id=palace/);
  await page.goBack();
  await expect(page.getByLabel("What is wrong")).toHaveValue("capacity");
  await expect(page.getByLabel("What it should say")).toHaveValue("1400");
  await expect(page.getByLabel("How you know")).toHaveValue("It is round the corner.");
});
