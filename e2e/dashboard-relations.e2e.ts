import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { statusError } from "./console-errors";
import { expect, test } from "./fixtures";
import { createdRecord } from "./staff";

test("after a show is created, its page lists its productions and leads to a new one", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Sea gull ${randomUUID()}`;
  await page.goto("/dashboard/shows/new");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Type").selectOption("play");
  await page.keyboard.press("Control+s");

  await page.getByRole("status", { name: "Notifications" }).getByRole("link", { name: "Add a production" }).click();
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue(name);
  const theatre = page.getByRole("combobox", { name: "Theatre" });
  await theatre.fill("noel coward");
  await page.getByRole("option", { name: "Noël Coward Theatre" }).click();
  await page.getByLabel("Opens").fill("3 sep 2031");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}, Noël Coward Theatre, 2031`);

  await page.goto(`/dashboard/shows/${name.toLowerCase().replaceAll(" ", "-")}`);
  const productions = page.getByRole("region", { name: "Productions 1" });
  await expect(productions.getByRole("group", { name: "Upcoming" }).getByRole("link")).toHaveText(
    "Noël Coward Theatre",
  );
  await productions.getByRole("link", { name: "Noël Coward Theatre" }).click();
  await page.getByRole("button", { name: "Edit production" }).click();
  await expect(page.getByLabel("Opens")).toHaveValue("3 Sept 2031");
});

test("a list that is loading while a record is created has the record @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = `Sea gull ${randomUUID()}`;
  const steps = new EventTarget();
  const [read, created] = ["read", "created"].map((step) => once(steps, step));
  await page.route("**/api/shows", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    steps.dispatchEvent(new Event("read"));
    await created;
    await route.fulfill({ response });
  });
  await page.goto("/dashboard/shows/new");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Type").selectOption("play");
  await read;
  const saved = page.waitForResponse((response) => response.request().method() === "POST");
  await page.keyboard.press("Control+s");
  await saved;
  steps.dispatchEvent(new Event("created"));

  await page.getByRole("status", { name: "Notifications" }).getByRole("link", { name: "Add a production" }).click();
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue(name);
});

test("a person's page lists the credits, a theatre's its runs, and a role's its players @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");

  await page.goto("/dashboard/people/colm-wilkinson");
  const credits = page.getByRole("region", { name: /^Credits \d+$/ });
  await expect(credits.getByRole("link", { name: "Les Misérables, Barbican Theatre, 1985" })).toBeVisible();
  await expect(credits.getByText("Jean Valjean").first()).toBeVisible();

  await page.goto("/dashboard/theatres/barbican");
  await page.getByText("On the map").scrollIntoViewIfNeeded();
  const runs = page.getByRole("region", { name: /^Productions \d+$/ });
  await expect(runs.getByRole("group", { name: "Past" }).getByRole("link", { name: "Les Misérables" })).toBeVisible();

  await page.goto("/dashboard/roles/les-miserables-barbican-1985--jean-valjean");
  const players = page.getByRole("region", { name: "Players 1" });
  await expect(players.getByRole("link")).toHaveText(["Add a cast member…", "Colm Wilkinson"]);
});

test("a similar name is pointed out while it is typed, and saving is still possible", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID().replaceAll("-", "").replace(/\d/g, "x");
  const id = await createdRecord(page.request, "people", { name: `Zoë ${word}` });
  await page.goto("/dashboard/people/new");
  const similar = page.getByRole("list", { name: "Similar records" });

  for (const typed of [`zoe ${word}`, `${word}, Zoë`, `Zoë ${word.slice(1)}`]) {
    await page.getByLabel("Full name").fill(typed);
    await expect(similar.getByRole("link", { name: `Zoë ${word}` })).toHaveAttribute("href", `/dashboard/people/${id}`);
  }
  await page.getByLabel("Full name").fill(`Zoë ${word} the second`);
  await expect(similar).toHaveCount(0);

  await page.getByLabel("Full name").fill(`Zoe ${word}`);
  await page.keyboard.press("Control+s");
  await expect(page).toHaveURL(`/dashboard/people/${id}-2`);
});

test("a picker offers a similar record before it creates another one @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const word = randomUUID().replaceAll("-", "").replace(/\d/g, "x");
  await createdRecord(page.request, "shows", { name: `The ${word}`, type: "play" });
  await page.goto("/dashboard/productions/new");
  const show = page.getByRole("combobox", { name: "Show" });

  await show.fill(`The ${word}z`);
  await page.getByRole("option", { name: `Similar: The ${word}` }).click();
  await expect(show).toHaveValue(`The ${word}`);

  await show.fill(`${word}, The`);
  await expect(page.getByRole("option", { name: `The ${word}`, exact: true })).toBeVisible();
  await page.getByRole("option", { name: "Create" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Use this one" }).click();
  await expect(show).toHaveValue(`The ${word}`);
});

test("the page of a record that never was says so, and that of a deleted one has its history", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(404));
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/shows/none-such");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Show not found");
  await expect(page.getByText("No show has the ID none-such.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "History" })).toHaveCount(0);

  const id = await createdRecord(page.request, "shows", { name: `Gone ${randomUUID()}`, type: "play" });
  await page.request.delete(`/api/shows/${id}`);
  await page.goto(`/dashboard/shows/${id}`);
  await expect(page.getByText("This show was deleted. You can undo that in its history below.")).toBeVisible();
  await page.getByRole("button", { name: "Undo: deleted" }).click();

  await expect(page.getByLabel("Name")).toHaveValue(/^Gone/);
  const history = page.getByRole("list", { name: "History of this record" });
  await expect(history.getByRole("listitem")).toContainText([
    "reverted the deletion of this record",
    "deleted this record",
    "created this record",
  ]);
  await expect(history.getByText("Undone")).toHaveCount(1);
});

test("an undo that a later change prevents names the record and leads to that change @full", async ({
  signedIn,
  complaints,
}) => {
  complaints.provoke(statusError(409));
  const { page } = await signedIn("editor");
  const name = `Actor ${randomUUID()}`;
  const id = await createdRecord(page.request, "people", { name });
  await page.request.put(`/api/people/${id}`, { data: { bio: "Later." } });
  await page.goto("/dashboard/activity");
  const list = page.getByRole("list", { name: "Activity" });

  await page.getByRole("button", { name: `Undo: created ${name}` }).click();
  const notice = page.getByRole("status", { name: "Notifications" });
  await expect(notice).toContainText(`Can’t undo this: person ${name} has changed since.`);
  await notice.getByRole("link", { name: "Show later changes" }).click();

  await expect(page).toHaveURL(`/dashboard/activity?resource=people&record_id=${id}`);
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await page.getByRole("button", { name: `Undo: edited ${name}` }).click();
  await expect(list.getByText("Undone")).toHaveCount(1);
  await expect(list.getByRole("listitem").nth(1)).toBeFocused();
});

test("a right-to-left name does not move the words and digits around it @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const name = "محمد بن سلمان (ممثل)";
  const id = await createdRecord(page.request, "people", { name });
  await page.goto(`/dashboard/people/${id}`);
  await expect(page.getByLabel("Full name")).toHaveCSS("direction", "rtl");
  await expect(page.getByRole("heading", { level: 1 }).locator("bdi")).toHaveText(name);

  await page.goto("/dashboard/activity");
  const row = page.getByRole("listitem").filter({ has: page.locator(`a[href="/dashboard/people/${id}"]`) });
  const left = async (of: string) => (await row.locator(of).first().boundingBox())?.x ?? 0;

  // In the order of an English sentence: author, name, time.
  expect(await left("p > bdi")).toBeLessThan(await left("a"));
  expect(await left("a")).toBeLessThan(await left("time"));
});

test("a form names what is missing and how a day is written @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  await page.goto("/dashboard/productions/new");
  await page.getByLabel("Opens").fill("soon");
  await page.getByRole("button", { name: "Save", exact: true }).click();

  await expect(page.getByRole("combobox", { name: "Show" })).toHaveAccessibleDescription("Choose a show.");
  await expect(page.getByLabel("Opens")).toHaveAccessibleDescription(
    "Enter a date, such as 3 Sep 2026, next Friday or in 2 weeks.",
  );
  await page.goto("/dashboard/shows/new");
  await page.getByLabel("Name").fill("Without a type");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByLabel("Type")).toHaveAccessibleDescription("Choose a type.");
});
