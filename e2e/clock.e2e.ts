import type { APIRequestContext } from "@playwright/test";
import { expect } from "./fixtures";
import { canSetClock, clockTest, skipReason } from "./clock-test";

clockTest.skip(!canSetClock, skipReason);

clockTest("a spent limit resets at midnight UTC @full", async ({ page, service }) => {
  service.turnClockTo(new Date("2031-03-01T23:59:00Z"));
  await page.goto("/");
  const console = page.getByRole("region", { name: "Try it now" });
  const figure = (name: string) => console.getByText(`X-RateLimit-${name}`).locator("..");
  await console.getByRole("button", { name: "Send" }).click();
  await expect(figure("Remaining")).toContainText("99");
  expect(await resetOf(page.request)).toBe(Date.parse("2031-03-02T00:00:00Z") / 1000);

  service.turnClockTo(new Date("2031-03-02T00:00:01Z"));
  await console.getByRole("radio", { name: "Theatres" }).check();
  await console.getByRole("button", { name: /^Send/ }).click();

  await expect(console.getByRole("region", { name: "Response of /theatres" })).toContainText('"capacity"');
  await expect(figure("Remaining")).toContainText("99");
  expect(await resetOf(page.request)).toBe(Date.parse("2031-03-03T00:00:00Z") / 1000);
});

/** The reset time, in Unix time; the request is free. */
async function resetOf(api: APIRequestContext): Promise<number> {
  const { reset } = (await (await api.get("/api/quota")).json()) as { reset: number };
  return reset;
}
