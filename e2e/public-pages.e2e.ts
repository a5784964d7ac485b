import { expect, test } from "./fixtures";
import { pressTabUntilFocused } from "./keyboard";
import { makeShow } from "./pages";

test("the day of a run slides by keyboard, and the company of that day is shown", async ({ page, administrators }) => {
  const { show } = await makeShow(administrators);
  await page.goto(`/shows/${show}?on=2025-02-20`);
  const status = page.getByRole("status");
  const slider = page.getByRole("slider", { name: "Day of the run" });
  await expect(status).toHaveText("Thursday 20 February 2025: 1 person in the company.");
  await expect(page.getByText("May be in it too: Cy.")).toBeVisible();

  await pressTabUntilFocused(page, slider);
  for (let days = 0; days < 9; days += 1) await page.keyboard.press("ArrowRight");

  await expect(status).toHaveText("Saturday 1 March 2025: 1 person in the company.");
  await expect(page.getByText("May be in it too: Ben, Cy.")).toBeVisible();
  await expect(page).toHaveURL(/\?on=2025-03-01$/);
  await page.keyboard.press("PageDown");
  await expect(page).toHaveURL(/\?on=2025-02-01$/);
  await page.keyboard.press("PageUp");
  await expect(page).toHaveURL(/\?on=2025-03-01$/);
  await page.getByRole("link", { name: "Previous change" }).click();
  await expect(status).toHaveText("Friday 10 January 2025: 1 person in the company.");
  await expect(page).toHaveURL(/\?on=2025-01-10$/);
  await page.reload();
  await expect(page.getByRole("region", { name: "Principals" })).toContainText("Ada");
});

test("the poster answers as one types, with the call and a link to share", async ({ page, administrators }) => {
  const { name } = await makeShow(administrators);
  await page.goto("/");

  await expect(page.getByRole("region", { name: "Who was in it?" })).toContainText("Certain. ");
  await page.getByLabel("Show", { exact: true }).fill(name);
  await expect(page.getByLabel("Day", { exact: true })).toHaveValue("2025-06-30");
  await page.getByLabel("Day", { exact: true }).fill("2025-03-14");
  await page.getByLabel("Role, if one is asked for").fill("the lead");

  const answer = page.getByRole("region", { name: "Who was in it?" });
  await expect(answer).toContainText(`Ada played The Lead in ${name} at Zebra Theatre`);
  await expect(answer).toContainText("Certain. ");
  await expect(answer.getByRole("link", { name: /^GET \/api\/on\?date=2025-03-14/ })).toBeVisible();
  await answer.getByRole("link", { name: "Link to this answer" }).click();
  await expect(page).toHaveURL(/\/who\?show=/);
  await expect(page.getByText(`Ada played The Lead in ${name}`)).toBeVisible();
});

test("an address that means nothing is told so @full", async ({ page, request, complaints, administrators }) => {
  complaints.provoke(/status of (400|404)/);
  const { people } = await makeShow(administrators);
  const [kept = "", merged = ""] = people;
  await administrators.post(`/api/people/${merged}/merge`, { data: { into: kept } });

  expect((await page.goto("/on?date=foo"))?.status()).toBe(400);
  await expect(page.getByRole("alert").filter({ hasText: "“foo” is not a day." })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Tonight in the West End" })).toBeVisible();
  expect((await page.goto("/on?type=opera&only=closing-soon"))?.status()).toBe(400);
  await expect(page.getByRole("alert").filter({ hasText: "“opera” is not a choice here." })).toBeVisible();
  expect((await page.goto("/people/ian-mckelen"))?.status()).toBe(404);
  await expect(page.getByRole("searchbox").last()).toHaveValue("ian mckelen");
  const moved = await request.get(`/people/${merged}`, { maxRedirects: 0 });
  expect([moved.status(), moved.headers()["location"]]).toEqual([308, `/people/${kept}`]);
});

test.describe("without JavaScript", () => {
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
});
