import { bytesOf, partsOf, put, run, survivor, tickFound, twoPeople, undo } from "./duplicates";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused } from "./keyboard";
import { createdRecord, letters } from "./staff";

test("two people are merged from the record by keyboard, and Undo restores both byte for byte", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const api = page.request;
  const { name, kept, merged, paths } = await twoPeople(api);
  const before = await bytesOf(api, paths);
  await page.goto(`/dashboard/people/${merged}`);

  await press(page, page.getByRole("button", { name: "Merge with another…" }));
  const search = page.getByRole("combobox", { name: "Find the other person" });
  await expect(search).toBeFocused();
  await expect(page.getByRole("option").first()).toContainText(`${kept}Similar name`);
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Merge people" });
  await expect(survivor(dialog, kept)).toBeVisible();
  await expect(dialog).toContainText("1 cast member moves to");
  await expect(dialog).toContainText("1 cast member equals another.");
  await expect(dialog).toContainText("Two ids for ibdb");
  await expect(dialog.getByRole("region", { name: "Aliases" })).toContainText(`B. ${name} (former, 2001)`);
  await pressTabUntilFocused(page, survivor(dialog, kept));
  await page.keyboard.press("ArrowUp");
  await expect(survivor(dialog, merged)).toBeChecked();
  await page.keyboard.press("ArrowDown");
  await expect(survivor(dialog, kept)).toBeChecked();
  await press(page, dialog.getByRole("button", { name: "Merge 2 people" }));

  await expect(page).toHaveURL(`/dashboard/people/${kept}`);
  const accented = name.replace("Ben", "Bén");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(accented);
  await expect(page.getByLabel("Biography (optional)")).toHaveValue("Born in Hull.");
  await expect(page.locator("#content")).toBeFocused();
  expect(await (await api.get(`/api/people/${kept}/details`)).json()).toMatchObject({
    aliases: [{ name: `B. ${name}` }],
    external_ids: { ibdb: "1", imdb: "nm0000002" },
  });
  const gone = await api.get(`/api/people/${merged}`);
  expect(gone.status()).toBe(404);
  expect(gone.headers()["link"]).toContain(`</api/people/${kept}>; rel="successor-version"`);

  await undo(page);
  expect(await bytesOf(api, paths)).toEqual(before);
});

test("three people are merged from the list as one change, without one that was unticked", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const api = page.request;
  const name = `Ann ${letters()}`;
  const ids: string[] = [];
  for (const bio of ["The one.", "The same, told at length.", null, "Somebody else."])
    ids.push(await createdRecord(api, "people", { name, bio }));
  const [first = "", second = "", third = "", fourth = ""] = ids;
  await createdRecord(api, "cast-members", { person_id: third, production_id: run, role_type: "swing" });
  const paths = ["people", "cast-members", ...partsOf("people", ids)];
  const before = await bytesOf(api, paths);
  await tickFound(page, "people", name, 4);

  await page.getByRole("button", { name: "Merge…" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge people" });
  await expect(survivor(dialog, third)).toBeChecked();
  await dialog.getByRole("checkbox", { name: `Merge ${fourth}` }).uncheck();
  await survivor(dialog, second).check();
  await dialog.getByRole("group", { name: "Biography" }).getByRole("radio", { name: "The one." }).check();
  await dialog.getByRole("button", { name: "Merge 3 people" }).click();
  await expect(page.getByText(`Merged 3 people into ${name}.`)).toBeVisible();

  await expect(page.getByRole("row", { name })).toHaveCount(2);
  await expect(page.getByRole("group", { name: "Actions for selected records" })).toHaveCount(0);
  expect(await (await api.get(`/api/people/${second}`)).json()).toMatchObject({ bio: "The one." });
  expect(await (await api.get(`/api/cast-members?person_id=${second}`)).json()).toHaveLength(1);
  expect((await api.get(`/api/people/${first}`)).status()).toBe(404);
  expect((await api.get(`/api/people/${fourth}`)).status()).toBe(200);

  await undo(page);
  expect(await bytesOf(api, paths)).toEqual(before);
  await expect(page.getByRole("row", { name })).toHaveCount(4);
});

test("two people of one name are merged from the data problems, and the focus stays in the list @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { name, kept, merged, paths } = await twoPeople(page.request);
  const before = await bytesOf(page.request, paths);
  await page.goto(`/dashboard/data-quality?q=${name}`);

  const opener = page.getByRole("button", { name: `Merge… (${name})` });
  await opener.click();
  const dialog = page.getByRole("dialog", { name: "Merge people" });
  await expect(survivor(dialog, kept)).toBeChecked();
  await dialog.getByRole("button", { name: "Merge 2 people" }).click();

  await expect(page.getByText(`Merged 2 people into ${name.replace("Ben", "Bén")}.`)).toBeVisible();
  await expect(opener).toHaveCount(0);
  await expect(page.getByText("Fixed. No problems left.")).toBeAttached();
  await expect(page.locator("#none-left")).toBeFocused();
  expect((await page.request.get(`/api/people/${merged}`)).status()).toBe(404);
  await undo(page);
  await expect(opener).toBeVisible();
  expect(await bytesOf(page.request, paths)).toEqual(before);
});

test("two theatres, two shows and two roles are merged with what refers to them @full", async ({ signedIn }) => {
  test.slow();
  const { page } = await signedIn("editor");
  const api = page.request;
  const word = letters();
  const shows = [
    await createdRecord(api, "shows", { name: `The Gull ${word}`, type: "play" }),
    await createdRecord(api, "shows", { name: `The Seagull ${word}`, type: "drama", description: "By a lake." }),
  ] as const;
  const theatres = [
    await createdRecord(api, "theatres", { name: `Barn ${word}`, capacity: 300 }),
    await createdRecord(api, "theatres", { name: `The Barn ${word}`, capacity: 310, current_show_id: shows[1] }),
  ] as const;
  await put(api, `theatres/${theatres[1]}/details`, { website: "https://barn.example" });
  const production = await createdRecord(api, "productions", {
    show_id: shows[0],
    theatre_id: theatres[0],
    opening_date: "2026-01-01",
  });
  const roles = [
    await createdRecord(api, "roles", { name: `Lead ${word}`, production_id: production }),
    await createdRecord(api, "roles", { name: `The Lead ${word}`, production_id: production }),
  ] as const;
  const person_id = await createdRecord(api, "people", { name: `Zed ${word}` });
  for (const role_id of roles)
    await createdRecord(api, "cast-members", {
      person_id,
      production_id: production,
      role_id,
      role_type: "principal",
    });
  const all = { shows, theatres, roles };
  const paths = [
    "productions",
    "cast-members",
    ...Object.entries(all).flatMap(([path, ids]) => [path, ...partsOf(path, ids)]),
  ];
  const before = await bytesOf(api, paths);

  for (const [path, [kept, merged]] of Object.entries(all)) {
    await tickFound(page, path, word, 2);
    await page.getByRole("button", { name: "Merge…" }).click();
    const dialog = page.getByRole("dialog", { name: `Merge ${path}` });
    await survivor(dialog, kept).check();
    await expect(dialog).toContainText(`The old ID (${merged}) will return 404 and point to ${kept}.`);
    if (path === "roles") await expect(dialog).toContainText("1 cast member equals another.");
    if (path === "roles") await expect(dialog).toContainText("Its covers move too.");
    await dialog.getByRole("button", { name: `Merge 2 ${path}` }).click();
    await expect(page.getByText(new RegExp(`^Merged 2 ${path} into `))).toBeVisible();
    expect((await api.get(`/api/${path}/${merged}`)).status()).toBe(404);
    if (path === "shows")
      expect(await (await api.get(`/api/theatres/${theatres[1]}`)).json()).toMatchObject({ current_show_id: kept });
    if (path === "theatres")
      expect(await (await api.get(`/api/theatres/${kept}/details`)).json()).toMatchObject({
        website: "https://barn.example",
        aliases: [{ name: `The Barn ${word}` }],
      });
    await undo(page);
    expect(await bytesOf(api, paths)).toEqual(before);
  }
});
