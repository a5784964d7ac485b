import { expect, test } from "./fixtures";

test("a record's page leads to its calendar, a production's to that of its show @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");

  for (const [record, calendar, owner] of [
    ["shows/hamilton", "shows/hamilton", "show"],
    ["theatres/palace", "theatres/palace", "theatre"],
    ["people/colm-wilkinson", "people/colm-wilkinson", "person"],
    ["productions/hamilton-victoria-palace-2017", "shows/hamilton", "show"],
  ]) {
    await page.goto(`/dashboard/${record}`);
    const button = page.getByRole("button", { name: "Add to calendar…" });
    await button.focus();
    await page.keyboard.press("Enter");

    const dialog = page.getByRole("dialog", { name: "Add to calendar" });
    await expect(dialog).toContainText(`The dates of this ${owner}:`);
    const link = dialog.getByRole("link", { name: "Open in calendar app" });
    const { origin, host } = new URL(page.url());
    await expect(link).toHaveAttribute("href", `webcal://${host}/feeds/${calendar}.ics`);
    await expect(dialog.getByText(`${origin}/feeds/${calendar}.ics`)).toBeVisible();
    const response = await page.request.get(`/feeds/${calendar}.ics`);
    expect([response.status(), response.headers()["content-type"]]).toEqual([200, "text/calendar; charset=utf-8"]);

    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  }

  await page.goto("/dashboard/roles/les-miserables-barbican-1985--jean-valjean");
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Jean Valjean");
  await expect(page.getByRole("button", { name: "Add to calendar…" })).toHaveCount(0);
});
