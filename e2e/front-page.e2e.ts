import { statusError, offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectLayout, widths } from "./layout-checks";

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
