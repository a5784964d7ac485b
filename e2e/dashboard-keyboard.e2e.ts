import { randomUUID } from "node:crypto";
import { expect, test } from "./fixtures";
import { press, pressTabUntilFocused, typeInto } from "./keyboard";
import { letters } from "./staff";

test("from the keyboard alone a show, its run and its cast are made and deleted", async ({ editor: page }) => {
  test.slow();
  const api = page.request;
  const name = `Show ${randomUUID()}`;
  const button = (label: string | RegExp) => page.getByRole("button", { name: label, exact: true });
  const goTo = async (words: string) => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Record, page or action" })).toBeFocused();
    await page.keyboard.type(words);
    await expect(page.getByRole("option").first()).toContainText(words);
    await page.keyboard.press("Enter");
  };
  await page.goto("/dashboard");

  await goTo("New show");
  await typeInto(page, page.getByLabel("Name"), name);
  await pressTabUntilFocused(page, page.getByLabel("Type"));
  await page.keyboard.type("drama");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);

  const said = page.getByRole("status", { name: "Notifications" });
  await press(page, said.getByRole("link", { name: "Add a production" }));
  await expect(page.getByRole("combobox", { name: "Show" })).toHaveValue(name);
  await typeInto(page, page.getByRole("combobox", { name: "Theatre" }), "noel coward");
  await expect(page.getByRole("option", { name: "Noël Coward Theatre", exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await typeInto(page, page.getByLabel("Opens"), "3 sep 2031");
  await page.keyboard.press("Control+s");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${name}, Noël Coward Theatre, 2031`);
  const production = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  await press(page, button("Paste a list…"));
  const word = letters();
  await typeInto(page, page.getByRole("textbox", { name: "Cast list" }), `Ada ${word} — Elsa\nBen ${word} — Olaf`);
  await press(page, button("Add 2 to cast"));
  await pressTabUntilFocused(page, button(`Move Ben ${word}`));
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`Ben ${word} is now 1 of 2 in principals.`)).toBeAttached();
  await press(page, button("Save cast"));
  await expect(page.getByText("Cast saved.")).toBeVisible();
  const cast = async () => {
    const members = (await (await api.get(`/api/cast-members?production_id=${production}`)).json()) as {
      person: { name: string };
    }[];
    return members.map(({ person }) => person.name);
  };
  expect(await cast()).toEqual([`Ben ${word}`, `Ada ${word}`]);

  await press(page, said.getByRole("button", { name: "Undo", exact: true }).last());
  await expect.poll(cast).toEqual([]);

  await press(page, button("Edit production"));
  await press(page, button("Delete…"));
  await press(page, page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }));
  await expect(page).toHaveURL(/\/dashboard\/productions$/);
  expect((await api.get(`/api/productions/${production}`)).status()).toBe(404);
});
