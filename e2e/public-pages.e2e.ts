import { offlineError, statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { pressTabUntilFocused } from "./keyboard";
import { expectLayout, widths } from "./layout-checks";
import { makeShow } from "./pages";

test("the front page shows tonight's shows and a live response", async ({ page, request, context, complaints }) => {
  complaints.provoke(offlineError);
  const { productions } = (await (await request.get("/api/on")).json()) as {
    productions: { show: { name: string } }[];
  };
  await page.goto("/");
  await page.getByText(`All ${productions.length} shows`).click();
  const names = page.getByRole("list", { name: /running today/i }).getByRole("listitem");
  await expect(names).toHaveCount(productions.length);
  for (const { show } of productions) await expect(names.filter({ hasText: show.name }).first()).toBeVisible();

  const console = page.getByRole("region", { name: "Try it now" });
  await page.getByRole("radio", { name: "Theatres" }).check();
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Can’t reach the service")).toBeVisible();
  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(console.getByRole("status")).toContainText("200 OK");
  await expect(console.getByRole("region", { name: "Response of /theatres" })).toContainText('"capacity"');
  const left = console.getByText("X-RateLimit-Remaining").locator("..");
  const before = await left.innerText();
  await console.getByRole("button", { name: "Send again" }).click();
  await expect(console.getByRole("status")).toContainText("304 Not Modified");
  await expect(left).toHaveText(before.replace(/\s+/g, ""));
});

test("the front page and a missing page are accessible and fit", async ({ page, complaints }) => {
  complaints.provoke(statusError(404));
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expectLayout(page, widths);

  expect((await page.goto("/no-such-page"))?.status()).toBe(404);
  await expectLayout(page, widths);
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
});

test("a spent limit is explained, with the request id @full", async ({ page, request, complaints }) => {
  complaints.provoke(statusError(429));
  await Promise.all(Array.from({ length: 100 }, () => request.get("/api/shows/none")));
  await page.goto("/");
  await page.getByRole("button", { name: "Send" }).click();

  const trouble = page.getByRole("region", { name: "Try it now" }).getByRole("alert");
  await expect(trouble).toContainText("You’ve used today’s 100 requests");
  await expect(trouble).toContainText("midnight UTC");
  await expect(trouble.getByText("Request ID")).toContainText(/[\w-]{8,}/);
  await expect(trouble.getByRole("button", { name: "Try again" })).toHaveCount(0);
  await trouble.getByRole("link", { name: "Get a free key" }).click();
  await expect(page).toHaveURL(/\/sign-up\?callbackUrl=/);
});

test("the day of a run slides by keyboard, and the poster answers as one types", async ({ page, administrators }) => {
  const { show, name } = await makeShow(administrators);
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

  // The poster, with the call and a link to share.
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
