import { expect, test } from "./fixtures";
import { atRest } from "./page-state";

const production = "/dashboard/productions/hamilton-victoria-palace-2017";

test("a list's first rows are in its page, and stay until the whole list is loaded @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
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
});

test("a view with filters shows no rows that the filters exclude @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.route("**/api/theatres", () => {});

  await page.goto("/dashboard/theatres?q=noel");

  await expect(page.getByText("Loading theatres…")).toBeAttached();
  await expect(page.getByRole("table")).toHaveCount(0);
});

test("a production's cast is in its page before its scripts @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");

  const answer = await page.request.get(production);

  expect(await answer.text()).toContain("Angelica Schuyler");
});
