import { expect, test } from "./fixtures";

test("a record's page leads to its calendar, a production's to that of its show @full", async ({ editor: page }) => {
  for (const [record, calendar, owner] of [
    ["shows/hamilton", "shows/hamilton", "show"],
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
});
