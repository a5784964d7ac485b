import { randomUUID } from "node:crypto";
import { castOf, newCast, newProduction } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused } from "./keyboard";

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

test("edits of a cast are undone and redone, also after discarding them @full", async ({ editor: page }) => {
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
