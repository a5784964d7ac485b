import { answered } from "./complaints";
import { expect, test } from "./fixtures";
import { newcomer, signIn } from "./people";
import { administrator } from "./service";
import { closedRun, madeHouseOfClosedRun } from "./problems";

test("a problem in the data is named, mended with one press, and that is undone", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { id, name } = await madeHouseOfClosedRun(page.request);
  await page.goto("/dashboard");
  await page.getByRole("region", { name: "What needs a person" }).getByRole("link", { name: closedRun }).click();

  const row = page.getByRole("region", { name: closedRun }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("2001-05-05");
  await row.getByRole("button", { name: "Name no current show" }).click();
  await expect(page.getByText(`Fixed ${name}.`, { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await (await page.request.get(`/api/theatres/${id}`)).json()).toMatchObject({ current_show_id: null });
  await page.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(row).toBeVisible();
});

test("an administrator gives roles and takes them, and an editor is sent nothing of it", async ({
  signedIn,
  page,
  complaints,
}) => {
  complaints.provoke(answered(403));
  const editor = await signedIn("editor");
  const answer = await editor.page.goto("/dashboard/accounts");
  expect(answer?.status()).toBe(403);
  await expect(editor.page.getByRole("heading", { level: 1 })).toHaveText("This is for administrators");
  await signIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(editor.email);

  await page.getByRole("combobox", { name: `What ${editor.email} may` }).selectOption("developer");
  await expect(page.getByText(`${editor.email} is a developer now.`)).toBeVisible();
  expect((await editor.page.goto("/dashboard"))?.status()).toBe(403);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("combobox", { name: `What ${editor.email} may` })).toHaveValue("editor");
  expect((await editor.page.goto("/dashboard"))?.status()).toBe(200);
  await page.getByRole("button", { name: `Block ${editor.email}` }).click();
  await expect(page.getByText(`${editor.email} is blocked.`)).toBeVisible();

  await editor.page.goto("/dashboard");
  await expect(editor.page).toHaveURL(/\/sign-in/);
});

test("the last administrator is not demoted, and is told why", async ({ page, complaints }) => {
  complaints.provoke(answered(409));
  await signIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(administrator.email);
  const role = page.getByRole("combobox", { name: `What ${administrator.email} may` });

  await role.selectOption("editor");
  await page.getByRole("dialog").getByRole("button", { name: "Change it all the same" }).click();

  await expect(page.getByRole("listitem").getByRole("alert")).toContainText(/administrator/);
  await expect(role).toHaveValue("admin");
});

test("records, pages and actions are found from anywhere by the keyboard", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  // A shortcut is heard once the page has come to life.
  await page.goto("/dashboard/activity", { waitUntil: "networkidle" });
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "A record, page or action" });

  await expect(palette).toBeFocused();
  await palette.fill("noel coward");
  await expect(page.getByRole("option", { name: /Noël Coward Theatre/ }).first()).toBeVisible();
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/theatres\/noel-coward$/);
  await page.keyboard.press("Control+k");
  await palette.fill("new role");
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/roles\/new$/);

  await page.goto("/dashboard/shows", { waitUntil: "networkidle" });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Ctrl S or ⌘ S");
});

test("a developer finds records from the portal, and is led to the API's own", async ({ page }) => {
  await newcomer(page.request);
  await page.goto("/developers", { waitUntil: "networkidle" });
  await expect(page.getByText("No key that works")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "A record, page or action" });

  await palette.fill("noel coward");
  await expect(page.getByRole("option", { name: /Noël Coward Theatre/ }).first()).toBeVisible();
  await expect(page.getByRole("option", { name: /New show/ })).toHaveCount(0);
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/api\/theatres\/noel-coward$/);
});
