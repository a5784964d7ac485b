import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { createdRecord } from "./staff";

test("a show, its production and a pasted cast of twelve are saved, put in order, corrected, and undone", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const api = page.request;
  const production = await newProduction(page);
  const surname = randomUUID().slice(0, 8);
  const known = await createdRecord(api, "people", { name: `Zoë ${surname}` });
  const list = [`ZOE ${surname} — Elsa`, ...numbers(2, 8).map((n) => `Actor${n} ${surname} — Role ${n}`)];
  const ensemble = numbers(9, 12).map((n) => `Actor${n} ${surname}`);

  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste a cast list" });
  await dialog.getByRole("textbox", { name: "Cast list" }).fill([...list, "Ensemble:", ...ensemble].join("\n"));
  await expect(dialog.getByRole("combobox", { name: `Person for ZOE ${surname}` })).toHaveValue(known);
  await expect(dialog.getByText("11 new people, 8 new roles.")).toBeVisible();
  await dialog.getByRole("button", { name: "Add 12 to cast" }).click();
  expect(await castOf(api, production)).toEqual([]);
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();

  const saved = await castOf(api, production);
  expect(saved.map(({ role }) => role)).toEqual([
    "Elsa",
    ...numbers(2, 8).map((n) => `Role ${n}`),
    ...Array<null>(4).fill(null),
  ]);
  expect(await changesIn(api, production)).toBe(1);

  // The keyboard moves the second to first place; the mouse moves the last principal to fourth.
  const principals = page.getByRole("region", { name: "Principals" });
  await principals.getByRole("button", { name: `Move Actor2 ${surname}`, exact: true }).press("ArrowUp");
  await expect(page.getByText(`Actor2 ${surname} is now 1 of 8 in principals.`)).toBeAttached();
  await expect(principals.getByRole("button", { name: `Move Actor2 ${surname}`, exact: true })).toBeFocused();
  await drag(page, `Move Actor8 ${surname}`, `Move Actor4 ${surname}`);
  await page.getByRole("button", { name: `Edit Actor3 ${surname}`, exact: true }).click();
  await principals.getByLabel("Type", { exact: true }).selectOption("alternate");
  await page.getByRole("button", { name: `Remove Actor12 ${surname}`, exact: true }).click();
  await page.getByRole("button", { name: "Restore Actor12" }).focus();
  await page.keyboard.press("Control+s");
  await expect(page.getByText(/unsaved changes?, kept/)).toHaveCount(0);
  await expect.poll(async () => (await castOf(api, production)).length).toBe(11);

  const ordered = await castOf(api, production);
  expect(ordered.filter(({ type }) => type === "principal").map(({ role }) => role)).toEqual([
    "Role 2",
    "Elsa",
    "Role 8",
    "Role 4",
    "Role 5",
    "Role 6",
    "Role 7",
  ]);
  expect(ordered.find(({ type }) => type === "alternate")?.role).toBe("Role 3");

  await undoLast(page);
  await expect.poll(() => castOf(api, production)).toEqual(saved);
  // The first toast was withdrawn when the cast was saved again.
  await page.goto("/dashboard/activity");
  await page.getByLabel("By").selectOption("Me");
  await page
    .getByRole("button", { name: /^Undo \d+ changes$/ })
    .last()
    .click();
  await expect.poll(() => castOf(api, production)).toEqual([]);
  expect(
    ((await (await api.get("/api/roles")).json()) as { production_id: string }[]).map((one) => one.production_id),
  ).not.toContain(production);
});

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

  await expect(again.getByRole("region", { name: "Principals" })).toContainText("Someone New — Elsa");
  await again.getByRole("button", { name: "Discard" }).click();
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
});

/** Creates a show and its production through the forms. @returns the production's id. */
async function newProduction(page: Page): Promise<string> {
  const show_id = await createdRecord(page.request, "shows", { name: `Show ${randomUUID()}`, type: "musical" });
  return createdRecord(page.request, "productions", { show_id, theatre_id: "noel-coward", opening_date: "2031-09-03" });
}

interface Part {
  person: string;
  role: string | null;
  type: string;
  billing: number | null;
}

/** A cast in the API's order. */
async function castOf(api: APIRequestContext, production: string): Promise<Part[]> {
  const answer = await api.get(`/api/cast-members?production_id=${production}`);
  const members = (await answer.json()) as {
    person: { name: string };
    role: { name: string } | null;
    role_type: string;
    billing_order: number | null;
  }[];
  return members.map(({ person, role, role_type, billing_order }) => ({
    person: person.name,
    role: role?.name ?? null,
    type: role_type,
    billing: billing_order,
  }));
}

/** The number of changes that created the cast of a production. */
async function changesIn(api: APIRequestContext, production: string): Promise<number> {
  const entries = (await (await api.get("/api/activity?resource=cast-members&limit=100")).json()) as {
    change_id: string;
    after: { production_id: string } | null;
  }[];
  const ours = entries.filter(({ after }) => after?.production_id === production);
  return new Set(ours.map(({ change_id }) => change_id)).size;
}

/** Drags with the mouse, from one handle to another. */
async function drag(page: Page, from: string, to: string): Promise<void> {
  const [handle, goal] = [
    page.getByRole("button", { name: from, exact: true }),
    page.getByRole("button", { name: to, exact: true }),
  ];
  await goal.scrollIntoViewIfNeeded();
  await handle.scrollIntoViewIfNeeded();
  const [start, end] = [await handle.boundingBox(), await goal.boundingBox()];
  if (!start || !end) throw new Error("There is no handle to drag.");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y - 10, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
  // For 50 ms after a drop dnd-kit suppresses clicks, which would swallow the next one. A timer set after dnd-kit's own
  // also fires after it, however busy the machine is.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
}

async function undoLast(page: Page): Promise<void> {
  const said = page.getByRole("status", { name: "Notifications" });
  await said.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(said.getByText("Undone.", { exact: true }).last()).toBeVisible();
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
