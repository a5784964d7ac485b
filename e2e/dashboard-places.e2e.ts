import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { signedInPerson, apiSignIn } from "./people";
import { administrator } from "./service";
import { closedRunTitle, createTheatreWithClosedRun } from "./problems";

test("a data problem is listed, fixed with one click, and the fix is undone", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { id, name } = await createTheatreWithClosedRun(page.request);
  await page.goto("/dashboard");
  await page.getByRole("region", { name: "Needs attention" }).getByRole("link", { name: closedRunTitle }).click();

  const row = page.getByRole("region", { name: closedRunTitle }).getByRole("listitem").filter({ hasText: name });
  await expect(row).toContainText("5 May 2001");
  await row.getByRole("button", { name: "Clear the current show" }).click();
  await expect(page.getByText(`Fixed ${name}.`, { exact: true })).toBeVisible();
  await expect(row).toHaveCount(0);
  expect(await (await page.request.get(`/api/theatres/${id}`)).json()).toMatchObject({ current_show_id: null });
  await page.getByRole("button", { name: "Undo", exact: true }).click();

  await expect(row).toBeVisible();
});

test("an administrator changes roles and blocks, and editors get none of that data", async ({
  signedIn,
  page,
  complaints,
}) => {
  complaints.provoke(statusError(403));
  const editor = await signedIn("editor");
  const answer = await editor.page.goto("/dashboard/accounts");
  expect(answer?.status()).toBe(403);
  await expect(editor.page.getByRole("heading", { level: 1 })).toHaveText("Administrators only");
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(editor.email);

  const choose = async (role: string) => {
    await page.getByRole("button", { name: `Change role of ${editor.email}` }).click();
    await page.getByRole("radio", { name: role }).press("Space");
    await page.getByRole("button", { name: /^Make them/ }).click();
  };
  await choose("Developer");
  await expect(page.getByText(`${editor.email} is now a developer.`)).toBeVisible();
  expect((await editor.page.goto("/dashboard"))?.status()).toBe(403);
  await choose("Editor");
  await expect(page.getByText(`${editor.email} is now an editor.`)).toBeVisible();
  expect((await editor.page.goto("/dashboard"))?.status()).toBe(200);
  // An open dashboard goes on asking, and would be refused.
  await editor.page.goto("about:blank");
  await page.getByRole("button", { name: `Block ${editor.email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByText(`${editor.email} is blocked.`)).toBeVisible();
  const changes = page.getByRole("list", { name: "Recent account changes" }).getByRole("listitem");
  const ofEditor = changes.filter({ hasText: editor.email });
  await expect(ofEditor.nth(0)).toHaveText(new RegExp(`^${administrator.email} blocked`));
  await expect(ofEditor.nth(1)).toHaveText(/from developer to editor/);
  await expect(ofEditor.nth(2)).toHaveText(/from editor to developer/);

  await editor.page.goto("/dashboard");
  await expect(editor.page).toHaveURL(/\/sign-in/);
});

test("arrow keys and a dismissed dialog change no role or block @full", async ({ signedIn, page }) => {
  const { email } = await signedIn("developer");
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await expect(page.getByRole("status").filter({ hasText: /^1 account$/ })).toBeVisible();
  const account = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect(account.getByText("Email not verified"), "this service sends no email").toHaveCount(0);

  await page.getByRole("button", { name: `Change role of ${email}` }).click();
  await page.getByRole("radio", { name: "Developer" }).press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Editor" })).toBeChecked();
  await expect(page.getByRole("note")).toContainText("Email not verified");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Block ${email}` }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  const accounts = (await (await page.request.get("/api/accounts")).json()) as { email: string }[];
  expect(accounts.find((one) => one.email === email)).toMatchObject({ role: "developer", blocked: false });
});

test("the last administrator can't be demoted, and the dialog says why @full", async ({ page, complaints }) => {
  complaints.provoke(statusError(409));
  await apiSignIn(page.request, administrator);
  await page.goto("/dashboard/accounts");
  await page.getByRole("searchbox", { name: "Search" }).fill(administrator.email);
  await expect(page.getByRole("status").filter({ hasText: /^1 account$/ })).toBeVisible();

  await page.getByRole("button", { name: `Change role of ${administrator.email}` }).click();
  await page.getByRole("radio", { name: "Editor" }).check();
  await page.getByRole("dialog").getByRole("button", { name: "Make yourself an editor" }).click();

  const account = page.getByRole("list", { name: "Accounts" }).getByRole("listitem");
  await expect(account.getByRole("alert")).toContainText(/administrator/);
  await expect(account.getByText("Administrator", { exact: true })).toBeVisible();
});

test("records, pages and actions are found from anywhere by the keyboard", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/activity");
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Record, page or action" });

  await expect(palette).toBeFocused();
  await palette.fill("noel coward");
  await expect(page.getByRole("option", { name: /Noël Coward Theatre/ }).first()).toBeVisible();
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/theatres\/noel-coward$/);
  await page.keyboard.press("Control+k");
  await palette.fill("new role");
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/roles\/new$/);

  await page.goto("/dashboard/shows");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Shortcuts" })).toContainText("Ctrl S or ⌘ S");
});

test("a developer finds records from the portal, as links to the API @full", async ({ page }) => {
  await signedInPerson(page.request);
  await page.goto("/developers");
  await expect(page.getByText("No active keys")).toBeVisible();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("combobox", { name: "Record, page or action" });

  await palette.fill("noel coward");
  await expect(page.getByRole("option", { name: /Noël Coward Theatre/ }).first()).toBeVisible();
  await expect(page.getByRole("option", { name: /New show/ })).toHaveCount(0);
  await palette.press("Enter");
  await expect(page).toHaveURL(/\/api\/theatres\/noel-coward$/);
});
