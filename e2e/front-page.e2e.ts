import { statusError, offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { scriptBytes } from "./layout-checks";

test("the front page shows tonight's productions", async ({ page, request }) => {
  const { productions } = (await (await request.get("/api/on")).json()) as {
    productions: { show: { name: string } }[];
  };

  await page.goto("/");

  const names = page.getByRole("list", { name: "Running today" }).getByRole("listitem");
  await expect(names).toHaveCount(productions.length);
  for (const { show } of productions) await expect(names.filter({ hasText: show.name }).first()).toBeVisible();
});

test("tonight's shows and theatres link to their pages, and the samples are of a show that runs @full", async ({
  page,
}) => {
  await page.goto("/");
  const tonight = page.getByRole("list", { name: "Running today" });
  const shows = await tonight
    .locator('a[href^="/shows/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  const theatre = await tonight.locator('a[href^="/theatres/"]').first().getAttribute("href");

  for (const path of [shows[0], theatre]) expect((await page.request.get(path ?? "")).status()).toBe(200);
  const sample = JSON.parse(
    await page.getByRole("region", { name: "Sample record of /shows" }).locator("pre").innerText(),
  ) as {
    id: string;
  };
  expect(shows).toContain(`/shows/${sample.id}`);
  await expect(page.getByText(/^curl /)).toContainText(`/api/shows/${sample.id}`);
});

test("a visitor who decides finds limits, freshness, reuse, status and contact @full", async ({
  page,
  request,
  signedIn,
}) => {
  await page.goto("/");
  await expect(page.getByRole("table")).toContainText("With a key");
  const facts = page.getByRole("region", { name: "Before you build on it" });
  await expect(facts).toContainText("The data is offered under CC BY 4.0");
  const ends = await page
    .getByRole("contentinfo")
    .getByRole("link")
    .evaluateAll((links) => links.flatMap((link) => link.getAttribute("href") ?? []));
  expect(ends).toEqual(expect.arrayContaining(["/docs", "/api/health/ready", "/developers/found-a-key"]));
  for (const path of ends.filter((address) => address.startsWith("/")))
    expect([path, (await request.get(path)).status()]).toEqual([path, 200]);

  const { page: staff } = await signedIn("editor");
  await staff.request.put("/api/shows/hamilton", { data: { image: "https://example.org/hamilton.jpg" } });
  await page.reload();

  const today = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Europe/London" }).format();
  await expect(facts).toContainText(`Data last changed on ${today}.`);
});

test("the console shows a live response", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("radio", { name: "Theatres" }).check();

  await page.getByRole("button", { name: "Send" }).click();

  const console = page.getByRole("region", { name: "Try it now" });
  await expect(console.getByRole("status")).toContainText("200 OK");
  await expect(console.getByRole("region", { name: "Response of /theatres" })).toContainText('"capacity"');
  await expect(console.getByText("X-RateLimit-Remaining").locator("..")).toContainText("99");
});

test("a repeated request sends the stored entity tag and is free @full", async ({ page }) => {
  await page.goto("/");
  const console = page.getByRole("region", { name: "Try it now" });
  await console.getByRole("button", { name: "Send" }).click();
  await expect(console.getByRole("status")).toContainText("200 OK");

  await console.getByRole("button", { name: "Send again" }).click();

  await expect(console.getByRole("status")).toContainText("304 Not Modified");
  await expect(console.getByText("X-RateLimit-Remaining").locator("..")).toContainText("99");
});

test("a spent limit is explained, with the request id", async ({ page, request, complaints }) => {
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

test("a failed request is reported, and can be retried @full", async ({ page, context, complaints }) => {
  complaints.provoke(offlineError);
  await page.goto("/");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Can’t reach the service")).toBeVisible();

  await context.setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();

  await expect(page.getByText("200 OK")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("the front page can be read", async ({ page, service }) => {
    await page.goto("/");

    await expect(page.getByText(`curl ${service.origin}/api/shows`)).toBeVisible();
    await expect(page.getByRole("list", { name: "Running today" })).toBeVisible();
    await expect(page.getByRole("table")).toContainText("Without a key");
    await expect(page.getByRole("button", { name: "Send" })).toBeHidden();
    for (const dead of ["Try it now", "Press Send", "X-RateLimit-Remaining"])
      await expect(page.getByText(dead, { exact: false })).toBeHidden();
    await expect(page.getByText("Sample record:")).toBeVisible();
  });
});

test("nothing is wider than the window, from a phone to a wall @full", async ({ page }) => {
  await page.goto("/");
  for (const width of [320, 360, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 900 });

    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBeLessThanOrEqual(
      width,
    );
  }
});

test("the front page's scripts can be compiled while they download @full", async ({ request }) => {
  const page = await (await request.get("/")).text();
  const scripts = await Promise.all(
    [...page.matchAll(/<script src="([^"]+)" async/g)].map(async ([, path = ""]) => (await request.get(path)).text()),
  );
  const [largest = "", second = ""] = scripts.sort((one, other) => other.length - one.length);

  for (const script of [largest, second]) expect(script.slice(0, 40)).toContain("//# allFunctionsCalledOnLoad\n");
});

test("the front page ships less than 180 kB of compressed JavaScript @full", async ({ page }) => {
  expect(await scriptBytes(page, "/")).toBeLessThan(180_000);
});
