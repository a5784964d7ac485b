import type { APIRequestContext } from "@playwright/test";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { apiSignIn, setRole } from "./people";
import { administrator } from "./service";
import { closedRunTitle, createTheatreWithClosedRun } from "./problems";

test("a data problem is listed, fixed with one click, and the fix is undone", async ({ editor: page }) => {
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

test("a dismissed dialog changes no role, nor the last administrator @full", async ({
  signedIn,
  page,
  administrators,
  complaints,
}) => {
  complaints.provoke(statusError(409));
  const { email } = await signedIn("developer");
  await apiSignIn(page.request, administrator);
  await demoteOthers(administrators);
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

  await page.getByRole("searchbox", { name: "Search" }).fill(administrator.email);
  await page.getByRole("button", { name: `Change role of ${administrator.email}` }).click();
  await page.getByRole("radio", { name: "Editor" }).check();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Make yourself an editor" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Appoint another administrator first");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(account.getByText("Administrator", { exact: true })).toBeVisible();
});

/** Flows before this one may have made administrators. */
async function demoteOthers(administrators: APIRequestContext): Promise<void> {
  const accounts = (await (await administrators.get("/api/accounts")).json()) as {
    id: string;
    email: string;
    role: string;
  }[];
  for (const { id, email, role } of accounts)
    if (role === "admin" && email !== administrator.email) await setRole(administrators, { id }, "editor");
}

test("records, pages and actions are found from anywhere by the keyboard", async ({ editor: page }) => {
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
