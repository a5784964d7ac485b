import { expect, type APIRequestContext, type Locator, type Page } from "@playwright/test";
import { createdRecord, letters } from "./staff";

export const run = "hamilton-victoria-palace-2017";

/** The bytes of what these addresses answer. */
export async function bytesOf(api: APIRequestContext, paths: readonly string[]): Promise<string[]> {
  return Promise.all(paths.map(async (path) => (await api.get(`/api/${path}`)).text()));
}

function partsOf(path: string, ids: readonly string[]): string[] {
  return ids.flatMap((id) => ["", "/details", "/sources"].map((part) => `${path}/${id}${part}`));
}

export async function put(api: APIRequestContext, path: string, data: object): Promise<void> {
  const answer = await api.put(`/api/${path}`, { data });
  if (!answer.ok()) throw new Error(await answer.text());
}

/** The choice of the record that stays. */
export function survivor(dialog: Locator, id: string): Locator {
  return dialog.getByRole("group", { name: "Record to keep" }).getByRole("radio", { name: new RegExp(` ${id}$`) });
}

/** Opens a list with what a search finds, and ticks all of it. */
export async function tickFound(page: Page, path: string, word: string, count: number): Promise<void> {
  await page.goto(`/dashboard/${path}?q=${encodeURIComponent(word)}`);
  const boxes = page.getByRole("checkbox", { name: /^Select / });
  await expect(boxes).toHaveCount(count);
  for (const box of await boxes.all()) await box.check();
}

/** Two people with a credit in common, and details that differ. */
export async function twoPeople(api: APIRequestContext) {
  const name = `Ben ${letters()}`;
  const [kept, merged] = [
    await createdRecord(api, "people", { name }),
    await createdRecord(api, "people", { name: name.replace("Ben", "Bén"), bio: "Born in Hull." }),
  ];
  for (const role_type of ["swing", "understudy"])
    await createdRecord(api, "cast-members", { person_id: kept, production_id: run, role_type });
  for (const role_type of ["swing", "standby"])
    await createdRecord(api, "cast-members", { person_id: merged, production_id: run, role_type });
  await put(api, `people/${kept}/details`, { external_ids: { ibdb: "1" } });
  await put(api, `people/${merged}/details`, {
    external_ids: { ibdb: "2", imdb: "nm0000002" },
    aliases: [{ name: `B. ${name}`, kind: "former", from: "2001" }],
  });
  const paths = ["people", "cast-members", ...partsOf("people", [kept, merged])];
  return { name, kept, merged, paths };
}
