import { randomUUID } from "node:crypto";
import { castOf, newCastMember, newProduction } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused } from "./keyboard";
import { letters } from "./staff";

test("unsaved changes of a cast survive a closed tab", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  await page.getByRole("textbox", { name: "Cast list" }).fill("Someone New — Elsa");
  await page.getByRole("button", { name: "Add 1 to cast" }).click();
  await expect(page.getByText("1 unsaved change")).toBeVisible();
  await page.close();

  const again = await page.context().newPage();
  await again.goto(`/dashboard/productions/${production}`);

  await expect(again.getByRole("region", { name: "Principals" })).toContainText("Someone NewElsa");
  await again.getByRole("button", { name: "Discard…" }).click();
  await again.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect(again.getByText("No cast yet.")).toBeVisible();
});

test("missing people and roles are created from the cast", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const name = `Actor ${randomUUID()}`;
  await page.goto(`/dashboard/productions/${production}`);
  const add = page.getByRole("group", { name: "Add a person" });
  for (const [label, text] of [
    ["Person", name],
    ["Role (optional)", "Elsa"],
  ] as const) {
    const picker = add.getByRole("combobox", { name: label });
    await picker.fill(text);
    await picker.press("Enter");
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

test("Enter that is pressed before people have loaded chooses once they have @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const name = `Actor ${randomUUID()}`;
  let answerPeople = () => {};
  const canAnswer = new Promise<void>((resolve) => (answerPeople = resolve));
  await page.route("**/api/people", async (route) => {
    await canAnswer;
    await route.continue();
  });
  await page.goto(`/dashboard/productions/${production}`);
  const picker = page.getByRole("group", { name: "Add a person" }).getByRole("combobox", { name: "Person" });
  await expect(picker).toHaveAttribute("placeholder", "Loading…");

  await picker.fill(name);
  await picker.press("Enter");
  answerPeople();

  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Name" })).toHaveValue(name);
});

test("edits of a cast are undone and redone by keyboard, and discarding them can be undone", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  await newCastMember(page, production, { name: `Ann ${surname}`, billing_order: 1 });
  await newCastMember(page, production, { name: `Ben ${surname}`, billing_order: 2 });
  const edits = page.getByText(/unsaved changes?, kept/);
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await page.goto(`/dashboard/productions/${production}`);

  await press(page, button(`Remove Ann ${surname}`));
  await expect(button(`Restore Ann ${surname}`)).toBeFocused();
  await pressTabUntilFocused(page, button(`Move Ben ${surname}`));
  await page.keyboard.press("ArrowUp");
  await expect(edits).toHaveText(/^2 unsaved/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(edits).toHaveText(/^1 unsaved/);
  await page.keyboard.press("ControlOrMeta+z");
  await expect(edits).toHaveCount(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await expect(button(`Restore Ann ${surname}`)).toBeVisible();

  await press(page, button("Discard…"));
  await press(page, page.getByRole("dialog", { name: "Discard 1 unsaved change?" }).getByRole("button").first());
  await expect(edits).toHaveCount(0);
  await press(page, page.getByRole("status", { name: "Notifications" }).getByRole("button", { name: "Undo" }));
  await expect(edits).toHaveText(/^1 unsaved/);
  await button("Undo edit").click();
  await expect(edits).toHaveCount(0);

  expect(await castOf(page.request, production)).toHaveLength(2);
});

test("a person created in a row has a name that can be corrected, and is written with the cast only @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  await newCastMember(page, production, { name: `Ann ${surname}`, billing_order: 1 });
  const peopleOfName = async (name: string) => {
    const people = (await (await page.request.get("/api/people")).json()) as { name: string }[];
    return people.filter((person) => person.name === name).length;
  };
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: `Edit Ann ${surname}` }).click();
  const row = page.getByRole("region", { name: "Principals" });
  await row.getByRole("combobox", { name: "Person" }).fill(`Benn ${surname}`);
  await row.getByRole("combobox", { name: "Person" }).press("Enter");
  await page.getByRole("dialog", { name: "New person" }).getByRole("button", { name: "Create" }).click();

  await expect(page.getByRole("button", { name: `Edit Benn ${surname}` })).toBeVisible();
  await row.getByRole("textbox", { name: "Name of the new person" }).fill(`Ben ${surname}`);
  await expect(row).toContainText(`Ben ${surname}changed, new person`);
  expect(await peopleOfName(`Benn ${surname}`)).toBe(0);
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(await castOf(page.request, production)).toMatchObject([{ person: `Ben ${surname}` }]);
  expect(await peopleOfName(`Benn ${surname}`)).toBe(0);
});

test("Ctrl-S with the focus nowhere saves the cast, and not the form, which has no edits @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  await newCastMember(page, production, { name: `Ann ${surname}`, billing_order: 1 });
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET") sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Edit production" }).click();
  await expect(page.getByLabel("Opens")).toBeVisible();
  await page.getByRole("button", { name: `Remove Ann ${surname}` }).click();
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());

  await page.keyboard.press("Control+s");
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(sent).toEqual(["POST /api/changes"]);
});

test("several members are given another type, and removed, at once", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  for (const name of ["Ann", "Ben", "Cat"]) await newCastMember(page, production, { name: `${name} ${surname}` });
  const select = (name: string) => page.getByRole("checkbox", { name: `Select ${name} ${surname}` });
  const bar = page.getByRole("group", { name: "Actions for selected cast members" });
  await page.goto(`/dashboard/productions/${production}`);

  await select("Ann").check();
  await select("Ben").check();
  await bar.getByRole("combobox", { name: "New type" }).selectOption("swing");
  await bar.getByRole("button", { name: "Change type" }).click();
  await expect(page.getByRole("region", { name: "Swings" }).getByRole("listitem")).toHaveCount(2);
  await select("Ben").check();
  await select("Cat").check();
  await bar.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByRole("button", { name: "Save cast" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(await castOf(page.request, production)).toMatchObject([{ person: `Ann ${surname}`, type: "swing" }]);
});

test("the form of a production is one line until it is opened, or has a draft @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  await page.goto(`/dashboard/productions/${production}`);
  const opens = page.getByLabel("Opens");

  await expect(page.getByText("3 Sept 2031 – open-ended")).toBeVisible();
  await expect(opens).toBeHidden();
  await press(page, page.getByRole("button", { name: "Edit production" }));
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
