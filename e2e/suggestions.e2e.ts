import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
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

test("accepting a suggestion fills in the form with its source, and saving it answers the suggestion", async ({
  page,
  signedIn,
}) => {
  const staff = (await signedIn("editor")).page;
  const name = `The ${letters()}`;
  const id = await createdRecord(staff.request, "shows", { name, type: "play" });
  const suggest = async (booking_until: string) => {
    const data = {
      resource: "shows",
      id,
      field: "booking_until",
      proposed: booking_until,
      note: "They sell until then.",
    };
    const sent = await page.request.post("/api/suggestions", {
      data: { ...data, source_url: "https://example.com/a" },
    });
    return ((await sent.json()) as { id: string }).id;
  };
  // The newest stands first.
  const [same, first] = [await suggest("2027-10-02"), await suggest("2027-10-02")];

  await staff.goto("/dashboard");
  await expect(staff.getByRole("link", { name: /^Suggestions \d+ suggestions?$/ })).toBeVisible();
  await staff.goto("/dashboard/suggestions");
  const row = staff
    .getByRole("listitem")
    .filter({ has: staff.getByRole("link", { name }) })
    .first();
  await expect(row).toContainText("2 Oct 2027");
  await row.getByRole("link", { name: "Review the suggestion" }).click();
  await expect(staff).toHaveURL(new RegExp(`/dashboard/shows/${id}\\?suggestion=${first}`));
  await expect(staff.getByRole("region", { name: "Suggestion" })).toContainText("They sell until then.");
  await expect(staff.getByLabel("Booking until")).toHaveValue(/2027/);
  await expect(staff.getByLabel("Link", { exact: true })).toHaveValue("https://example.com/a");
  await staff.getByRole("button", { name: "Save", exact: true }).click();
  await expect(staff.getByText("The suggestion is accepted.")).toBeVisible();

  const show = (await (await page.request.get(`/api/shows/${id}`)).json()) as { booking_until: string };
  expect(show.booking_until).toBe("2027-10-02");
  const { sources } = (await (await page.request.get(`/api/shows/${id}/sources`)).json()) as { sources: object[] };
  expect(sources).toMatchObject([{ field: "booking_until", url: "https://example.com/a" }]);
  await page.goto(`/suggestions/${first}`);
  await expect(page.getByRole("heading", { name: "Thank you, this is done" })).toBeVisible();
  await page.goto(`/suggestions/${same}`);
  await expect(page.getByText("Someone else suggested the same")).toBeVisible();
});

test("a suggested name becomes a row of the details, a text that is no number stays beside its field, and neither is a draft", async ({
  page,
  signedIn,
}) => {
  const staff = (await signedIn("editor")).page;
  const id = await createdRecord(staff.request, "theatres", { name: `The ${letters()}` });
  const suggest = async (field: string, proposed: string) => {
    const data = { resource: "theatres", id, field, proposed, note: "It is on the front." };
    return ((await (await page.request.post("/api/suggestions", { data })).json()) as { id: string }).id;
  };
  const [name, seats] = [await suggest("aliases", "The Globe"), await suggest("capacity", "about 915 seats")];
  const record = `/dashboard/theatres/${id}`;
  const globe = staff.getByRole("group", { name: "Other names" }).getByLabel("Name");

  await staff.goto(`${record}?suggestion=${seats}`);
  await expect(staff.getByText("What the reader wrote: “about 915 seats”")).toBeVisible();
  await expect(staff.getByLabel("Seats")).toHaveValue("");
  await staff.goto(`${record}?suggestion=${name}`);
  await expect(globe).toHaveValue("The Globe");
  expect(await staff.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("draft:")))).toEqual([]);

  // What anything on this device has stored as a draft may be unreadable.
  const account = (await (await staff.request.get("/api/account")).json()) as { id: string };
  await staff.evaluate(
    ([key = ""]) => {
      const base = { record: {}, etag: null };
      localStorage.setItem(key, JSON.stringify({ values: { aliases: "The Globe" }, base, savedAt: "2026-11-27" }));
    },
    [`draft:${account.id}:theatres/details:${id}`],
  );
  await staff.goto(record);
  await expect(staff.getByText("Your unsaved draft couldn’t be read, so it was dropped.")).toBeVisible();
  await expect(globe).toBeHidden();

  await staff.goto(`${record}?suggestion=${name}`);
  await expect(globe).toHaveValue("The Globe");
  await staff.getByRole("button", { name: "Save details" }).click();
  await expect(staff.getByText("The suggestion is accepted.")).toBeVisible();
  const details = await (await page.request.get(`/api/theatres/${id}/details`)).json();
  expect(details).toMatchObject({ aliases: [{ name: "The Globe", kind: "former" }] });
});

test("a suggestion is declined with a reason that its author can read", async ({ page, signedIn, complaints }) => {
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

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("form, answer and queue are accessible and fit @full", async ({ page, signedIn }) => {
    test.slow();
    const long = "Verylongwordwithoutanyspaces".repeat(8);
    const data = { resource: "shows", id: "hamilton", field: "description", proposed: long, note: `${long}\n${long}` };
    const sent = await page.request.post("/api/suggestions", { data: { ...data, contact: "me@example.com" } });
    const { id } = (await sent.json()) as { id: string };
    for (const path of [
      "/suggest?resource=shows&id=hamilton&field=booking_until",
      "/suggest?resource=shows&id=hamilton&refused=invalid&problems=note,source_url",
      `/suggestions/${id}`,
    ]) {
      await page.goto(path);
      await expectLayout(page, widths);
    }
    const staff = (await signedIn("editor")).page;
    await staff.goto("/dashboard/suggestions");
    await staff.getByRole("list", { name: "Suggestions", exact: true }).waitFor();
    await expectLayout(staff, widths);
    await staff.goto(`/dashboard/shows/hamilton?suggestion=${id}`);
    await staff.getByRole("region", { name: "Suggestion" }).waitFor();
    await expectLayout(staff, widths);
  });
});
