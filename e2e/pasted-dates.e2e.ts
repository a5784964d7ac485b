import { newProduction, readCast } from "./casts";
import { expect, test } from "./fixtures";
import { letters } from "./staff";

test("a pasted cast of a coming run is in it from the opening, with its dates, covers and source", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const production = await newProduction(page);
  const surname = letters();
  const lines = [
    `Ann ${surname} – Elsa (until 13 March 2032)`,
    `Ben ${surname} – Elsa (from 15 March 2032)`,
    `Cat ${surname} – Anna (Mon–Thu)`,
    `Dan ${surname} – u/s Elsa / Anna`,
    `Eve ${surname} will star as Olaf, with Fay ${surname} as Sven.`,
  ];
  await page.goto(`/dashboard/productions/${production}`);
  await page.getByRole("button", { name: "Paste a list…" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste a cast list" });
  await dialog.getByRole("textbox", { name: "Cast list" }).fill(lines.join("\n"));
  await expect(dialog.getByRole("radio", { name: "The opening (3 Sept 2031)" })).toBeChecked();
  await dialog.getByLabel("Source", { exact: true }).fill("Press release");
  await expect(dialog.getByRole("button", { name: "Add 7 to cast" })).toBeInViewport();
  await dialog.getByRole("button", { name: "Add 7 to cast" }).click();
  await page.getByRole("button", { name: "Save cast" }).click();
  await expect(page.getByText("Cast saved.")).toBeVisible();

  const saved = await readCast(page.request, production);
  const opening = "2031-09-03";
  // Covers of equal rank come in any order.
  expect(
    saved.map(({ person, role, engagements, covers }) => [
      person.name.split(" ")[0],
      role?.name,
      ...engagements.map(({ from, to }) => `${from ?? ""} ${to ?? ""}`),
      ...covers.map(({ name }) => name),
    ]),
  ).toEqual(
    expect.arrayContaining([
      ["Ann", "Elsa", `${opening} 2032-03-13`],
      ["Ben", "Elsa", "2032-03-15 "],
      ["Cat", "Anna", `${opening} `],
      ["Eve", "Olaf", `${opening} `],
      ["Fay", "Sven", `${opening} `],
      ["Dan", "Anna", `${opening} `, "Anna"],
      ["Dan", "Elsa", `${opening} `, "Elsa"],
    ]),
  );
  expect(saved).toHaveLength(7);
  const { sources } = (await (await page.request.get(`/api/cast-members/${saved[0]?.id}/sources`)).json()) as {
    sources: object[];
  };
  expect(sources).toMatchObject([{ field: null, name: "Press release", kind: "official" }]);
});
