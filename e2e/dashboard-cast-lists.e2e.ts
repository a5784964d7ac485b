import { castOf, newProduction, readCast } from "./casts";
import { expect, test } from "./fixtures";
import { atRest } from "./page-state";
import { createdRecord, letters, undo } from "./staff";

test("a pasted cast of twelve is saved, put in order, corrected, and undone", async ({ editor: page }) => {
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
  await expect(dialog.getByRole("radio", { name: "The opening (3 Sept 2031)" })).toBeChecked();
  await dialog.getByLabel("Source", { exact: true }).fill("Press release");
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
  const entries = (await (await api.get("/api/activity?resource=cast-members&limit=100")).json()) as {
    change_id: string;
    after: { production_id: string } | null;
  }[];
  const ours = entries.filter(({ after }) => after?.production_id === production);
  expect(new Set(ours.map(({ change_id }) => change_id)).size).toBe(1);
  const [zoe] = await readCast(api, production);
  expect(zoe.engagements).toMatchObject([{ from: "2031-09-03", to: null }]);
  const { sources } = (await (await api.get(`/api/cast-members/${zoe.id}/sources`)).json()) as { sources: object[] };
  expect(sources).toMatchObject([{ field: null, name: "Press release", kind: "official" }]);

  // The keyboard moves the second to first place; the mouse moves the last principal to fourth.
  const principals = page.getByRole("region", { name: "Principals" });
  await principals.getByRole("button", { name: `Move Actor2 ${surname}`, exact: true }).press("ArrowUp");
  await expect(page.getByText(`Actor2 ${surname} is now 1 of 8 in principals.`)).toBeAttached();
  await expect(principals.getByRole("button", { name: `Move Actor2 ${surname}`, exact: true })).toBeFocused();
  const handle = page.getByRole("button", { name: `Move Actor8 ${surname}`, exact: true });
  const goal = page.getByRole("button", { name: `Move Actor4 ${surname}`, exact: true });
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

  await undo(page);
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

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}
