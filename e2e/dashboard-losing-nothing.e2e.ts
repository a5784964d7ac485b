import { randomUUID } from "node:crypto";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { setRole } from "./people";
import { createdRecord, openRecord, undo } from "./staff";

test("a conflicting save is resolved field by field, losing nothing", async ({ signedIn, complaints }) => {
  complaints.provoke(statusError(412));
  const [first, second] = [await signedIn("editor"), await signedIn("editor")];
  const id = await createdRecord(first.page.request, "people", { name: `Actor ${randomUUID()}`, bio: "As it was." });
  for (const { page } of [first, second]) await openRecord(page, `/dashboard/people/${id}`, "Full name");
  await second.page.getByLabel("Biography").fill("The second one’s.");
  await second.page.getByLabel("Full name").fill("Second Name");
  await first.page.getByLabel("Full name").fill("First Name");
  await first.page.getByLabel("Headshot").fill("https://example.com/first.jpg");
  await first.page.keyboard.press("Control+s");
  await expect(first.page.getByText("Saved First Name.", { exact: true })).toBeVisible();

  await second.page.keyboard.press("Control+s");
  const merge = second.page.getByRole("dialog", { name: "Someone else edited this" });
  await merge.getByRole("group", { name: "Full name" }).getByRole("radio", { name: "Theirs" }).check();
  await merge.getByRole("button", { name: "Save selected" }).click();
  await expect(second.page.getByText("Saved First Name.", { exact: true })).toBeVisible();

  const saved = await (await second.page.request.get(`/api/people/${id}`)).json();
  expect(saved).toMatchObject({
    name: "First Name",
    bio: "The second one’s.",
    image: "https://example.com/first.jpg",
  });
});

test("a deletion lists what refers to the record, and deletes that only when asked to", async ({ editor: page }) => {
  const name = `Actor ${randomUUID()}`;
  const person_id = await createdRecord(page.request, "people", { name });
  const member = await createdRecord(page.request, "cast-members", {
    person_id,
    production_id: "hamilton-victoria-palace-2017",
    role_type: "swing",
  });
  await openRecord(page, `/dashboard/people/${person_id}`, "Full name");

  await page.getByRole("button", { name: "Delete…" }).click();
  const dialog = page.getByRole("dialog", { name: `Delete ${name}?` });
  await expect(dialog).toContainText("This also deletes 1 cast member");
  await expect(dialog.getByRole("list", { name: "Used by" })).toContainText("Hamilton");
  await dialog.getByRole("button", { name: `Delete ${name} and 1 cast member` }).click();
  await expect(page).toHaveURL(/\/dashboard\/people$/);
  await expect(page.getByText(`Deleted ${name}.`, { exact: true })).toBeVisible();
  expect((await page.request.get(`/api/cast-members/${member}`)).status()).toBe(404);
  await undo(page);
  expect((await page.request.get(`/api/cast-members/${member}`)).status()).toBe(200);
});

test("a toast stays ten seconds, and a failed save keeps its draft @full", async ({ editor: page, complaints }) => {
  complaints.provoke(statusError(503));
  await page.clock.install();
  await openRecord(page, "/dashboard/theatres/lyceum", "Name");
  await page.getByLabel("Address").fill("21 Wellington Street, London");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const notice = page.getByText("Saved Lyceum Theatre.", { exact: true });
  await expect(notice).toBeVisible();

  const undo = page.getByRole("button", { name: "Undo", exact: true }).last();
  await undo.focus();
  await page.clock.fastForward(11_000);
  await expect(notice).toBeVisible();
  await page.getByLabel("Address").focus();
  await page.clock.fastForward(11_000);

  await expect(notice).toHaveCount(0);

  // A failed save is reported beside the button, by no toast; a slow one can be stopped, and fails at its time limit.
  await page.getByLabel("Seats").fill("993");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(notice).toBeVisible();
  await page.route("**/api/theatres/lyceum", (route) =>
    route.request().method() === "PUT"
      ? route.fulfill({ status: 503, json: { error: "Unavailable", message: "The service is busy." } })
      : route.continue(),
  );
  await page.getByLabel("Address").fill("Round the corner");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const trouble = page.getByRole("alert").filter({ hasText: "Not saved. The service is busy." });
  await expect(trouble).toBeFocused();
  await expect(trouble).toBeInViewport();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toBeInViewport();
  await expect(notice).toHaveCount(0);

  await page.route("**/api/theatres/lyceum", (route) =>
    route.request().method() === "PUT" ? undefined : route.continue(),
  );
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.clock.fastForward(5_000);
  await expect(page.getByText("Still trying…")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Not saved. Stopped." })).toBeVisible();

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await page.clock.fastForward(60_000);
  await expect(page.getByRole("alert").filter({ hasText: "did not respond in time" })).toBeVisible();
  await expect(page.getByLabel("Address")).toHaveValue("Round the corner");
  await page.reload();
  await expect(page.getByLabel("Address")).toHaveValue("Round the corner");
});

test("demotion or sign-out during an edit keeps the draft @full", async ({ signedIn, administrators, complaints }) => {
  complaints.provoke(statusError(401, 403));
  const editor = await signedIn("editor");
  const { page } = editor;
  const id = await createdRecord(page.request, "people", { name: `Actor ${randomUUID()}` });
  await openRecord(page, `/dashboard/people/${id}`, "Full name");
  await page.getByLabel("Biography").fill("Half a life’s work.");
  await setRole(administrators, editor, "developer");

  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("may no longer change the listings")).toBeVisible();
  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await setRole(administrators, editor, "editor");
  await page.goto(`/dashboard/people/${id}`);
  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");

  await page.context().clearCookies();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("link", { name: "Sign in again" }).click();
  await page.getByLabel("Email address").fill(editor.email);
  await page.getByLabel("Password").fill(editor.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();

  await expect(page).toHaveURL(new RegExp(`/dashboard/people/${id}$`));
  await expect(page.getByLabel("Biography")).toHaveValue("Half a life’s work.");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved Actor /)).toBeVisible();
});

test("a draft survives another page and a closed tab", async ({ editor: page }) => {
  await openRecord(page, "/dashboard/theatres/palace", "Name");
  await page.getByLabel("Address").fill("Round the corner");
  await page.getByRole("list", { name: "Listings" }).getByRole("link", { name: "Shows" }).click();
  await expect(page).toHaveURL(/\/dashboard\/shows$/);
  await page.close();

  const again = await page.context().newPage();
  await again.goto("/dashboard/theatres/palace");

  await expect(again.getByLabel("Address")).toHaveValue("Round the corner");
  await expect(again.getByText("Restored your unsaved draft")).toBeVisible();
  await again.getByRole("button", { name: "Discard draft" }).click();
  await expect(again.getByLabel("Address")).not.toHaveValue("Round the corner");
  await again.reload();
  await expect(again.getByLabel("Address")).not.toHaveValue("Round the corner");
});
