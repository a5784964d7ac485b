import { newProduction, castOf } from "./casts";
import { expect, test } from "./fixtures";
import { letters } from "./staff";

// Browsers have some functions only over https and on the machine itself (`e2e/browser.ts` resolves the name).
test("over plain http pages work, also to paste and copy @full", async ({ signedIn, service, browser, complaints }) => {
  complaints.provoke(/^went out: http:\/\/listings\.test:/, /Cross-Origin-Opener-Policy header has been ignored/);
  const editor = await signedIn("editor");
  const production = await newProduction(editor.page);
  const name = `Ann ${letters()}`;
  const context = await browser.newContext({ baseURL: `http://listings.test:${new URL(service.origin).port}` });
  const page = await context.newPage();

  await page.goto("/sign-in");
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await page.getByRole("button", { name: "Continue with a passkey" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Passkeys need https." })).toBeVisible();
  await page.getByLabel("Email address").fill(editor.email);
  await page.getByLabel("Password", { exact: true }).fill(editor.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  for (const path of ["/", "/on", "/developers", "/developers/account", "/dashboard", "/dashboard/people"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste a cast list" });
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(`${name} – Elsa`);
  await dialog.getByRole("button", { name: "Add 1 to cast" }).click();
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();
  expect(await castOf(editor.page.request, production)).toMatchObject([{ person: name, role: "Elsa" }]);

  await page.goto("/docs/shows");
  const copied = page.getByRole("group", { name: "List shows" });
  await copied.getByRole("button", { name: "Copy: List shows" }).click();
  await expect(copied.getByRole("status")).toHaveText("Copied");
  await page.goto("/dashboard/people");
  await page.getByRole("searchbox").first().focus();
  await page.keyboard.press("Control+v");
  await expect(page.getByRole("searchbox").first()).toHaveValue(/\/api\/shows/);
  await context.close();
});
