import { randomUUID } from "node:crypto";
import { offlineError } from "./console-errors";
import { expect, test } from "./fixtures";
import { expectFitsWindow } from "./layout-checks";
import { atRest } from "./page-state";
import { createdRecord, letters } from "./staff";

test("first rows are in the page, and stay until the list is loaded @full", async ({ editor: page }) => {
  await page.goto("/dashboard/people");
  await atRest(page);
  const names = await page.getByRole("table").getByRole("link").allTextContents();
  const html = await (await page.request.get("/dashboard/people")).text();
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route("**/api/people", async (route) => {
    await held;
    await route.continue();
  });

  await page.reload();

  await expect(page.getByText(/^Loading all [\d,]+ people…$/)).toBeVisible();
  for (const name of names.slice(0, 8)) {
    expect(html).toContain(name.replaceAll("'", "&#x27;"));
    await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible();
  }
  answer();
  await expect(page.getByText(/^[\d,]+ people$/)).toBeVisible();

  // The filters of a view exclude some of the first rows: none is shown.
  await page.route("**/api/theatres", () => {});
  await page.goto("/dashboard/theatres?q=noel");
  await expect(page.getByText("Loading theatres…")).toBeAttached();
  await expect(page.getByRole("table")).toHaveCount(0);
  const production = await page.request.get("/dashboard/productions/hamilton-victoria-palace-2017");
  expect(await production.text()).toContain("Angelica Schuyler");
});

test("a list scrolls with the page, and what is cut has a title @full", async ({ editor: page }) => {
  await page.goto("/dashboard/cast-members");
  const rows = page.getByRole("row").filter({ has: page.getByRole("checkbox") });
  await expect(rows.first()).toBeVisible();
  expect((await rows.nth(1).boundingBox())?.height).toBe(34);

  await page.mouse.move(640, 400);
  await page.mouse.wheel(0, 12_000);

  // The index of the first rendered record.
  const first = () =>
    page.evaluate(() => Number(document.querySelector("tr[data-record]")?.getAttribute("aria-rowindex")) - 2);
  await expect.poll(first).toBeGreaterThan(300);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(11_000);
  const header = await page.getByRole("banner").boundingBox();
  expect((await page.getByRole("columnheader", { name: "Person" }).boundingBox())?.y).toBe(header?.height);

  const description = "A ".repeat(400);
  await createdRecord(page.request, "shows", { name: `Wide ${randomUUID()}`, type: "play", description });
  await page.setViewportSize({ width: 2560, height: 1200 });
  await page.goto("/dashboard/shows");
  const table = page.getByRole("table");
  // Until the list is loaded, its first rows are another table.
  await expect(page.getByRole("checkbox").first()).toBeVisible();

  const box = await table.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(2500);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect.poll(async () => (await table.boundingBox())?.width).toBeLessThan(1100);
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("td")]
      .filter(({ scrollWidth, clientWidth, title }) => scrollWidth > clientWidth && title === "")
      .map(({ innerText }) => innerText),
  );
  expect(cut).toEqual([]);
  await expectFitsWindow(page);
});

test("a search without results offers a near name @full", async ({ editor: page, complaints }) => {
  complaints.provoke(offlineError);
  const word = randomUUID().replaceAll("-", "").replace(/\d/g, "x");
  await createdRecord(page.request, "shows", { name: `Élan ${word}`, type: "play" });
  const typed = `elan ${word.slice(0, -1)}z`;
  await page.goto("/dashboard/shows");
  await atRest(page);

  // Online, the API finds the show after a moment, in spite of the wrong letter.
  await page.context().setOffline(true);
  await page.getByRole("searchbox", { name: "Search" }).fill(typed);
  await expect(page.getByText(`No shows match “${typed}”`)).toBeVisible();
  await page.getByRole("button", { name: `Élan ${word}` }).click();
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue(`Élan ${word}`);
  await expect(page.getByText(/^1 of [\d,]+ shows$/)).toBeVisible();

  await page.context().setOffline(false);
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Record, page or action" }).fill(typed);
  await expect(page.getByRole("option", { name: `Élan ${word}` })).toBeVisible();
});

test("a person is found by another name in list, picker and palette @full", async ({ editor: page }) => {
  const [name, alias] = [`Ann ${letters()}`, `Nan ${letters()}`];
  const id = await createdRecord(page.request, "people", { name });
  const details = { aliases: [{ name: alias, kind: "former" }] };
  expect((await page.request.put(`/api/people/${id}/details`, { data: details })).status()).toBe(200);

  await page.goto("/dashboard/people");
  await expect(page.getByRole("checkbox").first()).toBeVisible();
  await page.getByRole("searchbox", { name: "Search" }).fill(alias.slice(0, -1));
  await expect(page.getByRole("row").filter({ has: page.getByRole("checkbox") })).toHaveText([
    new RegExp(`${name} also ${alias}`),
  ]);

  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to" });
  await palette.getByRole("combobox").fill(alias);
  await palette.getByRole("combobox").press("Enter");
  await expect(page).toHaveURL(`/dashboard/people/${id}`);

  await page.goto("/dashboard/cast-members/new");
  const picker = page.getByRole("combobox", { name: "Person" });
  await picker.fill(alias);
  // Before the API has answered, the only option is to create a person.
  await picker.press("Enter");
  await expect(picker).toHaveValue(name);
});

test("keys lead to records, and letters stay letters in fields, dialogs and if off @full", async ({ editor: page }) => {
  await page.goto("/dashboard/shows");
  const links = page.getByRole("row").getByRole("link");
  await page.getByRole("checkbox").first().waitFor();
  const names = await links.allTextContents();

  for (const key of ["Tab", "Enter", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "Skip to records" })).toBeFocused();
  for (const key of ["Enter", "Tab", "Tab"]) await page.keyboard.press(key);
  await expect(links.nth(0)).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Shift+X");
  await expect(page.getByText("3 shows selected")).toBeVisible();
  await page.keyboard.press("k");
  await expect(links.nth(1)).toBeFocused();
  await page.keyboard.press("Enter");

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(names[1] ?? (await links.nth(1).innerText()));

  await page.goto("/dashboard/shows");
  await page.getByRole("checkbox").first().waitFor();

  await page.keyboard.press("/");
  await page.keyboard.type("xjk");
  await expect(page.getByRole("searchbox", { name: "Search" })).toHaveValue("xjk");
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.getByRole("button", { name: "Show all" }).click();
  await page.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Edit field…" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("Escape");

  await expect(page.getByText("1 show selected")).toBeVisible();
  await page.keyboard.press("?");
  const shortcuts = page.getByRole("dialog", { name: "Shortcuts" });
  await expect(shortcuts).toContainText("Next or previous record or problem in the list");
  await shortcuts.getByRole("checkbox", { name: "Single-key shortcuts" }).uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.keyboard.press("j");
  await expect(page.getByRole("button", { name: "Edit field…" })).toBeFocused();
  await expect(shortcuts).toHaveCount(0);
});

test("the focus returns to the record that was opened @full", async ({ editor: page }) => {
  await page.goto("/dashboard/people");
  await page.getByRole("checkbox").first().waitFor();
  for (let presses = 0; presses < 60; presses += 1) await page.keyboard.press("j");
  const opened = page.locator(":focus");
  const name = await opened.innerText();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.goBack();

  await expect(opened).toHaveText(name);
  await expect(opened).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  await page.getByRole("main").getByRole("link", { name: "People", exact: true }).last().click();
  await expect(opened).toHaveText(name);
  await expect(opened).toBeInViewport();
});
