import { expect, test } from "./fixtures";
import { signedInPerson } from "./people";
import { issueKey } from "./portal-page";

/** A request from outside the browser. @returns its request id. */
async function requestIdOf(url: string, key: string, userAgent: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}`, "User-Agent": userAgent };
  return (await fetch(url, { headers })).headers.get("x-request-id") ?? "";
}

test("a developer sees why a call failed, and copies its id", async ({ page, context, service }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: service.origin });
  await signedInPerson(page.request);
  await page.goto("/developers");
  const key = await issueKey(page, "Probe");
  await page.getByRole("button", { name: "Usage of Probe" }).click();
  await expect(page.getByText("No request with this key has failed in the last 14 days.")).toBeVisible();
  await expect(page.getByText("No request with this key in the last 30 days.")).toBeVisible();
  await page.getByRole("button", { name: "Usage of Probe" }).click();

  await requestIdOf(`${service.origin}/api/shows`, key, "probe/1");
  const wrong = await requestIdOf(`${service.origin}/api/shows/hamiltom`, key, "probe/1");
  const misspelt = await requestIdOf(`${service.origin}/api/show`, key, `probe ${"long ".repeat(30)}`);
  await page.getByRole("button", { name: "Usage of Probe" }).click();

  const failures = page.getByRole("region", { name: "Failed requests of Probe" }).getByRole("listitem");
  await expect(failures).toHaveText([
    new RegExp(`^404GET \\(unknown path\\)This path does not exist.*Request ID ${misspelt}`),
    new RegExp(`^404GET /api/shows/\\{id\\}Show not found.*probe/1.*Request ID ${wrong}`),
  ]);
  const routes = page.getByRole("table", { name: "Answers to Probe by route" });
  await expect(routes.getByRole("row", { name: "/api/shows/{id}" }).getByRole("cell")).toHaveText(
    [0, 0, 1, 0, 1].map((count) => new RegExp(`${count}$`)),
  );
  await failures
    .last()
    .getByRole("button", { name: `Copy request ID ${wrong}` })
    .click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wrong);
});
