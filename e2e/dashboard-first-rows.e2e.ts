import { expect, test } from "./fixtures";
import { atRest } from "./page-state";

test("first rows are in the page, and stay until the list is loaded @full", async ({ editor: page }) => {
  await page.goto("/dashboard/people");
  await atRest(page);
  const names = await page.getByRole("table").getByRole("link").allTextContents();
  const html = await (await page.request.get("/dashboard/people")).text();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/people", async (route) => {
    await held;
    await route.continue();
  });

  await page.reload();

  await expect(page.getByText(/^Loading all [\d,]+ people…$/)).toBeVisible();
  for (const name of names.slice(0, 8)) {
    expect(html).toContain(name.replaceAll("'", "&#x27;"));
    await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  }
  answer();
  await expect(page.getByText(/^[\d,]+ people$/)).toBeVisible();

  // The filters of a view exclude some of the first rows: none is shown.
  await page.route("**/api/theatres", () => {});
  await page.goto("/dashboard/theatres?q=noel");
  await expect(page.getByText("Loading theatres…")).toBeAttached();
  await expect(page.getByRole("table")).toHaveCount(0);
  const production = await page.request.get("/dashboard/productions/hamilton-victoria-palace-2017");
  expect(await production.text()).toContain("Angelica Schuyler");
});
