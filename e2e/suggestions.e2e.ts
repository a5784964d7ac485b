import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { createdRecord, letters } from "./staff";

test("accepting a suggestion fills in the form, and saving answers it @full", async ({ page, editor: staff }) => {
  const name = `The ${letters()}`;
  const id = await createdRecord(staff.request, "shows", { name, type: "play" });
  const source_url = "https://example.com/a";
  const data = {
    resource: "shows",
    id,
    field: "booking_until",
    proposed: "2027-10-02",
    note: "They sell.",
    source_url,
  };
  const suggest = async () =>
    ((await (await page.request.post("/api/suggestions", { data })).json()) as { id: string }).id;
  // The newest stands first.
  const [same, first] = [await suggest(), await suggest()];

  await staff.goto("/dashboard/suggestions");
  const row = staff.getByRole("listitem").filter({ has: staff.getByRole("link", { name }) });
  await expect(row.first()).toContainText("2 Oct 2027");
  await row.first().getByRole("link", { name: "Review the suggestion" }).click();
  await expect(staff).toHaveURL(new RegExp(`/dashboard/shows/${id}\\?suggestion=${first}`));
  await expect(staff.getByRole("region", { name: "Suggestion" })).toContainText("They sell.");
  await expect(staff.getByLabel("Booking until")).toHaveValue(/2027/);
  await expect(staff.getByLabel("Link", { exact: true })).toHaveValue(source_url);
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await expect(staff.getByText("The suggestion is accepted.")).toBeVisible();

  expect(await (await page.request.get(`/api/shows/${id}`)).json()).toMatchObject({ booking_until: "2027-10-02" });
  expect(await (await page.request.get(`/api/shows/${id}/sources`)).json()).toMatchObject({
    sources: [{ field: "booking_until", url: source_url }],
  });
  await page.goto(`/suggestions/${first}`);
  await expect(page.getByRole("heading", { name: "Thank you, this is done" })).toBeVisible();
  await page.goto(`/suggestions/${same}`);
  await expect(page.getByText("Someone else suggested the same")).toBeVisible();
});

test("a suggestion is declined with a reason for its author @full", async ({ page, signedIn, complaints }) => {
  complaints.provoke(statusError(400));
  const data = { resource: "theatres", id: "palace", note: `It is blue. ${Date.now()}` };
  for (let others = 0; others < 2; others += 1) await page.request.post("/api/suggestions", { data });
  const { id } = (await (await page.request.post("/api/suggestions", { data })).json()) as { id: string };
  const staff = (await signedIn("editor")).page;
  await staff.goto("/dashboard/suggestions");
  const row = staff.getByRole("listitem").filter({ hasText: data.note });
  await row.first().getByRole("button", { name: "Decline the suggestion" }).click();
  const dialog = staff.getByRole("dialog", { name: "Decline this suggestion" });
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(dialog.getByText("Must not be empty.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("It is red.");
  await dialog.getByRole("button", { name: "Decline" }).click();
  await expect(row).toHaveCount(2);
  await staff.getByLabel("State").selectOption("Declined");
  await expect(staff).toHaveURL(/state=declined/);
  await expect(row).toContainText("It is red.");

  await page.goto(`/suggestions/${id}`);
  await expect(page.getByText("It is red.")).toBeVisible();

  await staff.goto("/dashboard/suggestions");
  await row
    .first()
    .getByRole("button", { name: /^Decline all \d+ from this network and day…$/ })
    .click();
  const all = staff.getByRole("dialog", { name: "Decline all from this network and day" });
  await all.getByLabel("Reason").fill("It is all the same.");
  await all.getByRole("button", { name: "Decline all" }).click();
  await expect(row).toHaveCount(0);
});
