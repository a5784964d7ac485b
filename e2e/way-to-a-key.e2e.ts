import { expect, test } from "./fixtures";
import { newPerson, signedInPerson } from "./people";
import { secretShape } from "./portal-page";

test("from the front page it takes three pages and three clicks to a key @full", async ({ page }) => {
  const person = newPerson();
  const seen: string[] = [];
  page.on("framenavigated", (frame) => seen.push(new URL(frame.url()).pathname));
  await page.goto("/");

  await page.getByRole("main").getByRole("link", { name: "Get a free key" }).click();
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create an account" }).click();
  await page.getByRole("dialog", { name: "New key" }).getByRole("textbox", { name: "Name" }).fill("Probe");
  await page.getByRole("button", { name: "Create key" }).click();

  await expect(page.getByRole("group", { name: "API key" })).toHaveText(secretShape);
  expect([...new Set(seen)]).toEqual(["/", "/sign-up", "/developers"]);
});

test("header and documentation lead to a key, and a signed-in reader goes straight to the dialog", async ({ page }) => {
  const address = "/sign-up?callbackUrl=%2Fdevelopers%3Fnew%3Dkey";
  await page.goto("/docs");
  for (const place of ["banner", "main"] as const)
    await expect(page.getByRole(place).getByRole("link", { name: "Get a free key" })).toHaveAttribute("href", address);

  await signedInPerson(page.request);
  await page.goto("/");
  await expect(page.getByRole("banner").getByRole("link", { name: "Get a free key" })).toHaveCount(0);
  await page.getByRole("main").getByRole("link", { name: "Create a key" }).click();
  await page.getByRole("dialog", { name: "New key" }).getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL("/developers");
  await page.reload();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("a sign-up that names another origin leads to the portal of this one @full", async ({ page }) => {
  const person = newPerson();
  await page.goto("/sign-up?callbackUrl=https://example.org/developers?new=key");
  await page.getByLabel("Email address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await page.getByRole("button", { name: "Create an account" }).click();

  await expect(page).toHaveURL("/developers");
});
