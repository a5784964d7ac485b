import { randomUUID } from "node:crypto";
import { castOf, newCast, newProduction, readCast } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { undo } from "./staff";

test("missing people and roles are created from the cast @full", async ({ editor: page }) => {
  const production = await newProduction(page);
  const name = `Actor ${randomUUID()}`;
  let answerPeople = () => {};
  const canAnswer = new Promise<void>((resolve) => (answerPeople = resolve));
  await page.route("**/api/people", async (route) => {
    if (route.request().method() === "GET") await canAnswer;
    await route.continue();
  });
  await page.goto(`/dashboard/productions/${production}`);
  const add = page.getByRole("group", { name: "Add a person" });
  await add.getByRole("combobox", { name: "Person" }).focus();
  await expect(add.getByRole("combobox", { name: "Person" })).toHaveAttribute("placeholder", "Loading…");
  for (const [label, text] of [
    ["Person", name],
    ["Role (optional)", "Elsa"],
  ] as const) {
    const picker = add.getByRole("combobox", { name: label });
    await picker.fill(text);
    await picker.press("Enter");
    answerPeople();
    await page.getByRole("dialog").getByRole("button", { name: "Create" }).click();
    await expect(picker).toHaveValue(text);
  }
  await add.getByRole("button", { name: "Add" }).click();
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(await castOf(page.request, production)).toEqual([
    { person: name, role: "Elsa", type: "principal", billing: 1 },
  ]);
  const people = (await (await page.request.get("/api/people")).json()) as { id: string; name: string }[];
  expect(people.find((person) => person.name === name)?.id).toBe(name.toLowerCase().replace(" ", "-"));
});

test("edits of a cast are undone and discarded, dates and covers saved as one @full", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  const edits = page.getByText(/unsaved changes?, kept/);
  const button = (label: string) => page.getByRole("button", { name: label, exact: true });
  await page.goto(`/dashboard/productions/${production}`);

  await press(page, button(`Remove ${name("Ann")}`));
  await expect(button(`Restore ${name("Ann")}`)).toBeFocused();
  await pressTabUntilFocused(page, button(`Move ${name("Ben")}`));
  await page.keyboard.press("ArrowUp");
  await expect(edits).toHaveText(/^2 unsaved/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(edits).toHaveText(/^1 unsaved/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(edits).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(button(`Restore ${name("Ann")}`)).toBeVisible();

  await press(page, button("Discard…"));
  await press(page, page.getByRole("dialog", { name: "Discard 1 unsaved change?" }).getByRole("button").first());
  await expect(edits).toHaveCount(0);
  await press(page, page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }));
  await expect(edits).toHaveText(/^1 unsaved/);
  await button("Undo edit").click();
  await expect(edits).toHaveCount(0);

  expect(await castOf(page.request, production)).toHaveLength(3);

  await page.goto(`/dashboard/productions/${production}`);
  const first = page.getByRole("region", { name: "Principals" }).getByRole("listitem").first();
  await expect(first).toContainText("Dates unknown");

  await press(page, button(`Edit ${name("Ann")}`));
  await press(page, button("Add dates"));
  const engagement = page.getByRole("group", { name: "Engagement 1" });
  await typeInto(page, engagement.getByLabel("From"), "soon");
  await typeInto(page, engagement.getByLabel("Last day"), "14 Sep 2032");
  await expect(engagement).toContainText("Enter a date");
  await page.keyboard.press("Control+s");
  await expect(engagement.getByLabel("From")).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Oct 2032");
  await expect(engagement).toContainText("Must not be before from.");
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("Mar 2032");
  const covers = page.getByRole("group", { name: "Covers" });
  await typeInto(page, covers.getByRole("combobox", { name: "Add a role" }), "Anna");
  await page.keyboard.press("Enter");
  await pressTabUntilFocused(page, button(`Move ${name("Ann")}`));
  await typeInto(page, covers.getByLabel("Call order for Anna"), "1");
  await expect(first).toContainText(/Mar 2032 – 14 Sept? 2032 · covers Anna/);

  for (const one of ["Ben", "Cat"]) {
    await pressTabUntilFocused(page, page.getByRole("checkbox", { name: `Select ${name(one)}` }));
    await page.keyboard.press("Space");
  }
  await typeInto(page, page.getByLabel("Date for the selected"), "2031");
  await press(page, button("Set from"));
  await expect(button("Save cast")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(
    (await readCast(page.request, production)).map(({ engagements, covers }) => ({ engagements, covers })),
  ).toMatchObject([
    { engagements: [{ from: "2032-03", to: "2032-09-14" }], covers: [{ name: "Anna", call_order: 1 }] },
    { engagements: [{ from: "2031", to: null }], covers: [] },
    { engagements: [{ from: "2031", to: null }], covers: [] },
  ]);
  await undo(page);
  await expect
    .poll(async () => (await readCast(page.request, production)).flatMap(({ engagements }) => engagements))
    .toEqual([]);
});

test("a production's form is a line until it is opened or has a draft @full", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`/dashboard/productions/${production}`);
  const opens = page.getByLabel("Opens");

  await expect(page.getByText("3 Sept 2031 – open-ended")).toBeVisible();
  await expect(opens).toBeHidden();
  await press(page, page.getByRole("button", { name: "Edit production" }));
  await page.getByRole("button", { name: `Remove ${name("Ann")}` }).click();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  await page.keyboard.press("Control+s");
  await expect(page.getByText("Cast saved.")).toBeVisible();
  expect(sent).toEqual(["POST /api/changes"]);
  await opens.fill("2031-09-10");
  await expect(page.getByText("Unsaved changes, kept as a draft in this browser.")).toBeVisible();
  await page.close();
  const again = await page.context().newPage();
  await again.goto(`/dashboard/productions/${production}`);

  await expect(again.getByLabel("Opens")).toHaveValue("10 Sept 2031");
  await expect(again.getByLabel("Opens")).toBeVisible();
  await again.getByRole("button", { name: "Save", exact: true }).click();
  await expect(again.getByText("10 Sept 2031 – open-ended")).toBeVisible();
});

test("a change of cast joins the draft, is saved with it as one, and undone as one", async ({ editor: page }) => {
  const { production, name } = await newCast(page);
  await page.goto(`/dashboard/productions/${production}`);
  const dialog = page.getByRole("dialog");
  await press(page, page.getByRole("button", { name: "Change of cast…" }));
  await dialog.getByLabel("New cast starts").fill("16 Mar 2032");
  await expect(dialog.getByLabel("Old cast’s last day")).toHaveValue("15 Mar 2032");
  await dialog.getByRole("button", { name: "All principals" }).click();
  const notes = dialog.getByLabel("To consider");
  await expect(notes).toHaveText(/No one takes over Elsa\..*over Anna\./);
  await dialog.getByRole("checkbox", { name: name("Ben") }).uncheck();
  await dialog.getByLabel("Search the cast").fill("cat");
  await dialog.getByRole("checkbox", { name: name("Cat") }).check();
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(`${name("Dan")} — Elsa\n${name("Cat")} — Kristoff`);
  await expect(notes).toBeEmpty();
  await dialog.getByLabel("Link").fill("press release");
  await dialog.getByRole("button", { name: "Add to draft" }).click();
  await expect(dialog.getByText(/^Enter a web address/)).toBeVisible();
  await dialog.getByLabel("Link").fill("https://example.org/new-cast");
  await dialog.getByLabel("Source", { exact: true }).fill("New cast announced");
  await dialog.getByRole("button", { name: "Add to draft" }).click();

  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`/dashboard/productions/${production}$`));
  const row = (who: string, words: string) =>
    page
      .locator("#cast")
      .getByRole("listitem")
      .filter({ hasText: name(who) })
      .filter({ hasText: words });
  await expect(row("Ann", "leavesUntil 15 Mar 2032")).toBeVisible();
  await expect(row("Cat", "leavesUntil 15 Mar 2032")).toBeVisible();
  await expect(row("Cat", "joins, new roleFrom 16 Mar 2032")).toBeVisible();
  await expect(row("Dan", "joins, new personFrom 16 Mar 2032")).toBeVisible();
  expect(await readCast(page.request, production)).toHaveLength(3);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(row("Dan", "joins")).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await page.getByRole("button", { name: "Save cast" }).click();

  await expect(page.getByText("Cast saved.")).toBeVisible();
  const namesOn = async (day: string) =>
    (await readCast(page.request, production, day)).map(({ person, role }) => `${person.name} ${role?.name ?? ""}`);
  expect(await namesOn("2032-03-15")).toEqual([`${name("Ann")} Elsa`, `${name("Ben")} Anna`, `${name("Cat")} `]);
  expect((await namesOn("2032-03-16")).toSorted()).toEqual(
    [`${name("Ben")} Anna`, `${name("Cat")} Kristoff`, `${name("Dan")} Elsa`].toSorted(),
  );
  const changed = (await readCast(page.request, production)).filter(({ engagements }) => engagements.length > 0);
  expect(changed).toHaveLength(4);
  for (const { id } of changed) {
    const { sources } = (await (await page.request.get(`/api/cast-members/${id}/sources`)).json()) as {
      sources: object[];
    };
    expect(sources).toMatchObject([
      { field: "engagements", name: "New cast announced", url: "https://example.org/new-cast", kind: "official" },
    ]);
  }

  await undo(page);
  await expect.poll(() => readCast(page.request, production)).toHaveLength(3);
  expect((await readCast(page.request, production)).flatMap(({ engagements }) => engagements)).toEqual([]);
});
