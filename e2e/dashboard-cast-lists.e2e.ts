import type { APIRequestContext, Page } from "@playwright/test";
import { castOf, newCastMember, newProduction, newRun, newShow } from "./casts";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused } from "./keyboard";
import { atRest } from "./page-state";
import { createdRecord, letters } from "./staff";

test("a show, its production and a pasted cast of twelve are saved, put in order, corrected, and undone", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const api = page.request;
  const production = await newProduction(page);
  const surname = letters();
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
  await expect(page.getByRole("region", { name: "Alternates" }).getByLabel("Type", { exact: true })).toBeFocused();
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

test("a list with the roles first is read the right way round, and its rows are corrected @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  await createdRecord(page.request, "people", { name: `Zoë ${surname}` });
  const lines = [
    "CAST",
    `Elsa ........ Zoe ${surname}`,
    `Anna ........ Ann ${surname}`,
    `Olaf ........ Ben ${surname}`,
    "† Miss Ash appears Mon–Sat",
    `Understudies: Cat ${surname} (Elsa)`,
  ];
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste a cast list" });
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(lines.join("\n"));

  await expect(dialog.getByText("Read as Role – Name")).toBeVisible();
  await expect(dialog.getByRole("region", { name: "2 skipped lines" })).toContainText("appears Mon–Sat (Footnote)");
  const swap = dialog.getByRole("button", { name: /^(Role – Name|Name – Role) to/ });
  await swap.click();
  await expect(dialog.getByRole("checkbox", { name: "Add Olaf" })).not.toBeChecked();
  await expect(dialog.getByText("Doesn’t look like a full name")).toHaveCount(3);
  await swap.click();
  await dialog.getByRole("textbox", { name: "Name in row 2" }).fill(`Anne ${surname}`);
  await dialog.getByRole("textbox", { name: "Role in row 2" }).fill("Princess Anna");
  await dialog.getByRole("combobox", { name: "Type in row 2" }).selectOption("alternate");
  await dialog.getByRole("checkbox", { name: `Add Ben ${surname}` }).uncheck();
  await dialog.getByRole("button", { name: "Add 3 to cast" }).click();
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(await castOf(page.request, production)).toEqual([
    { person: `Zoë ${surname}`, role: "Elsa", type: "principal", billing: 1 },
    { person: `Cat ${surname}`, role: "Elsa", type: "understudy", billing: null },
    { person: `Anne ${surname}`, role: "Princess Anna", type: "alternate", billing: null },
  ]);
});

test("a cast is copied from another production of the show, and undone from the history", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const api = page.request;
  const show = await newShow(page);
  const [source, target] = [await newRun(page, show, "2029-03-01"), await newRun(page, show, "2031-09-03")];
  const surname = letters();
  const role_id = await createdRecord(api, "roles", { name: "Elsa", production_id: source });
  await newCastMember(page, source, { name: `Ann ${surname}`, role_id, billing_order: 1 });
  await newCastMember(page, source, { name: `Ben ${surname}`, billing_order: 2 });
  await newCastMember(page, source, { name: `Cat ${surname}`, role_id, role_type: "understudy" });

  await page.goto(`/dashboard/productions/${target}`);
  await press(page, page.getByRole("button", { name: "Copy cast from…" }));
  const dialog = page.getByRole("dialog", { name: "Copy cast from another production" });
  await pressTabUntilFocused(page, dialog.getByRole("combobox", { name: "Production" }));
  await page.keyboard.press("ArrowDown");
  await expect(dialog.getByRole("option").first()).toHaveText(/, Noël Coward Theatre, 2029$/);
  await page.keyboard.press("Enter");
  const ben = dialog.getByRole("checkbox", { name: `Ben ${surname}` });
  await pressTabUntilFocused(page, ben);
  await page.keyboard.press("Space");
  await press(page, dialog.getByRole("button", { name: "Add 2 to cast" }));
  await press(page, page.getByRole("button", { name: "Save cast" }));
  await expect(page.getByText("Cast saved.")).toBeVisible();

  expect(await castOf(api, target)).toEqual([
    { person: `Ann ${surname}`, role: "Elsa", type: "principal", billing: 1 },
    { person: `Cat ${surname}`, role: "Elsa", type: "understudy", billing: null },
  ]);
  expect(await castOf(api, source)).toHaveLength(3);
  const history = page.getByRole("list", { name: "History of this record" });
  await expect(history.getByRole("listitem").first()).toContainText("added 2 people to the cast, 1 new role");
  await expect(history).toContainText("created production");
  await press(page, history.getByRole("button", { name: "Undo 3 changes" }));
  await expect.poll(() => castOf(api, target)).toEqual([]);
});

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
  await atRest(page);
  const [start, end] = [await handle.boundingBox(), await goal.boundingBox()];
  if (!start || !end) throw new Error("There is no handle to drag.");
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y - 10, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 });
  await page.mouse.up();
}

async function undoLast(page: Page): Promise<void> {
  const said = page.getByRole("status", { name: "Notifications" });
  await said.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(said.getByText("Undone.", { exact: true }).last()).toBeVisible();
}

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
