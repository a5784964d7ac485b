import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { createdRecord, letters } from "./staff";

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a reader suggests a correction, and asks for the answer", async ({ page, complaints }) => {
    complaints.provoke(statusError(404));
    await page.goto("/suggest?resource=shows&id=hamilton&field=booking_until");
    await expect(page.getByText("Staff check each suggestion against its source")).toBeVisible();
    await expect(page.getByLabel("What is wrong")).toHaveValue("booking_until");
    await page.getByLabel("What it should say").fill("2027-10-02");
    await page.getByLabel("How you know").fill("The box office sells until then.");
    await page.getByLabel("Where we can check it").fill("https://example.com/hamilton");
    await page.getByRole("button", { name: "Send suggestion" }).click();

    await expect(page.getByRole("heading", { name: "Thank you, we have your suggestion" })).toBeVisible();
    await expect(page.getByText(page.url())).toBeVisible();

    expect((await page.goto("/suggest?resource=shows&id=no-such-show"))?.status()).toBe(404);
    expect((await page.goto("/suggestions/no-such-suggestion"))?.status()).toBe(404);
  });

  test("after five a day the form says when more can be sent, and Back has what was typed @full", async ({ page }) => {
    for (let sent = 0; sent < 6; sent += 1) {
      await page.goto("/suggest?resource=theatres&id=palace");
      await page.getByLabel("What is wrong").selectOption("capacity");
      await page.getByLabel("What it should say").fill("1400");
      await page.getByLabel("How you know").fill("It is round the corner.");
      await page.getByRole("button", { name: "Send suggestion" }).click();
    }

    await expect(page.getByText("An address sends at most 5 suggestions a day.")).toBeVisible();
    await expect(page).toHaveURL(/resource=theatres&id=palace/);
    await page.goBack();
    await expect(page.getByLabel("What is wrong")).toHaveValue("capacity");
    await expect(page.getByLabel("What it should say")).toHaveValue("1400");
    await expect(page.getByLabel("How you know")).toHaveValue("It is round the corner.");
  });
});

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
