import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { engage, newCast, readCast } from "./casts";
import { clickButton, dashboardPages, dialog, escape, type LookedAt } from "./pages";
import { createdKey } from "./people";
import { createTrouble, twoPeople } from "./problems";
import { createdRecord } from "./staff";

/** The pages of the navigation, and that of an account without keys. */
export const navigated: readonly LookedAt[] = [
  { path: "/developers", isZoomed: true },
  ...dashboardPages("admin").map((path) => ({
    path,
    isZoomed: dashboardPages("editor").includes(path),
    // Its entries are named once the lists of records are loaded.
    mayMove: path === "/dashboard/activity",
  })),
];

/** The lists and tools of the dashboard with their dialogs, as an administrator sees them. */
export async function dashboard(page: Page): Promise<LookedAt[]> {
  const { word } = await createTrouble(page.request);
  const { id } = await createdKey(page.request, "Screens");
  await page.request.post(`/api/keys/${id}/limit-requests`, { data: { daily_limit: 500, reason: "Six screens." } });
  const { name } = await twoPeople(page.request);
  return [
    {
      path: "/dashboard/accounts",
      mayMove: true,
      states: [/^Change role of /, /^Access of /, /^Block /, /^Grant a/, /^Decline the/].map((one) => dialog(one)),
    },
    {
      path: "/dashboard",
      mayMove: true,
      states: [
        async (shown) => {
          await shown.getByRole("heading", { name: "Runs by theatre" }).scrollIntoViewIfNeeded();
          await shown.getByRole("region", { name: "Timeline" }).scrollIntoViewIfNeeded();
          await shown.getByText("The same as a table").click();
        },
      ],
    },
    {
      path: `/dashboard/data-quality?q=${word}`,
      mayMove: true,
      states: [
        (shown) => clickButton(shown, /^Select all: /),
        ...[/^Add the coordinates… /, /^Add a source… \(/, /^Snooze… /].map((one) => dialog(one)),
      ],
    },
    {
      path: `/dashboard/data-quality?q=${name}`,
      mayMove: true,
      states: [
        async (shown) => {
          await createdRecord(shown.request, "people", { name, bio: `${"Word ".repeat(400)}${randomUUID()}` });
          await shown.reload();
          await dialog(`Merge… (${name})`, (one) => clickButton(one, "Show all of biography"))(shown);
        },
      ],
    },
    {
      path: "/dashboard/people",
      states: [
        (shown) => shown.getByRole("checkbox").first().check(),
        dialog("Edit field…"),
        dialog("Delete…"),
        async (shown) => {
          await escape(shown);
          await shown.keyboard.press("Control+k");
          await shown.getByRole("option").first().waitFor();
        },
      ],
    },
    {
      path: "/dashboard/productions",
      isZoomed: true,
      states: [
        (shown) => shown.getByLabel("More actions", { exact: true }).click(),
        async (shown) => {
          await escape(shown);
          await shown.getByText("Dates", { exact: true }).click();
          await shown.getByLabel("Opens from").fill("2 jan 2010");
          await shown.getByLabel("Opens to").fill("never");
        },
      ],
    },
    { path: "/dashboard/cast-members" },
    {
      path: "/dashboard/people/import",
      isZoomed: true,
      states: [
        async (shown) => {
          const lines = ["name;Biography;Age", `${name};Caf\xe9;7`, `New ${name};;8`, ";;9"];
          const buffer = Buffer.from(lines.join("\n"), "latin1");
          const file = { name: "people.csv", mimeType: "text/csv", buffer };
          await shown.getByLabel("A CSV or JSON file").setInputFiles(file);
          await clickButton(shown, "Continue");
          await shown.getByText("1 column needs your choice.").waitFor();
        },
        async (shown) => {
          await shown.getByLabel("“Age”").selectOption("Ignore this column");
          await clickButton(shown, "Continue");
          await clickButton(shown, "Download refused rows");
        },
      ],
    },
  ];
}

/** The pages of records, with their dialogs. */
export async function records(page: Page): Promise<LookedAt[]> {
  const { production, name } = await newCast(page);
  const [ann] = await readCast(page.request, production);
  await engage(page, ann.id, [{ from: "2031-09-03", to: "2032-01-31" }]);
  const house = await createdRecord(page.request, "theatres", { name: `House ${randomUUID()}` });
  const data = { resource: "theatres", id: house, field: "capacity", proposed: "300", note: "Counted." };
  const { id } = (await (await page.request.post("/api/suggestions", { data })).json()) as { id: string };
  const table = (shown: Page) => shown.getByText("The same as a table").click();
  return [
    ...["/dashboard/theatres/new", "/dashboard/shows/new", "/dashboard/productions/new"].map((path) => ({ path })),
    { path: "/dashboard/shows/hamilton" },
    { path: "/dashboard/theatres/victoria-palace" },
    { path: `/dashboard/theatres/${house}?suggestion=${id}`, isOpened: true, mayMove: true },
    {
      path: "/dashboard/people/miranda-mufema",
      states: [
        async (shown) => {
          await shown.getByText("Credits over time").click();
          await table(shown);
        },
        async (shown) => {
          await shown.getByRole("button", { name: "Details", exact: true }).click();
          await clickButton(shown, "Add a name");
          await shown.getByLabel("Biography").fill("Another.");
          await shown
            .getByRole("group", { name: /^Source for/ })
            .first()
            .waitFor();
          await shown.getByRole("button", { name: "Sources", exact: true }).click();
          await clickButton(shown, "Add a source…");
        },
      ],
    },
    {
      path: `/dashboard/productions/${production}?on=2032-01-31`,
      isOpened: true,
      mayMove: true,
      states: [
        async (shown) => {
          await table(shown);
          await clickButton(shown, `Edit ${name("Ann")}`);
          await shown.getByRole("checkbox", { name: `Select ${name("Ben")}` }).check();
        },
        dialog("Paste a list…", async (shown) => {
          await shown.getByRole("textbox", { name: "Cast list" }).fill("CAST\nSomeone New — Elsa\nAnna — Arkadina");
          await shown.getByRole("checkbox", { name: "Add Someone New" }).waitFor();
        }),
        dialog("Change of cast…", async (shown) => {
          await shown.getByLabel("New cast starts").fill("1 Feb 2032");
          await shown
            .getByRole("dialog")
            .getByRole("checkbox", { name: name("Ann") })
            .check();
          await shown.getByRole("textbox", { name: "Cast list" }).fill(`${name("Dan")} — Elsa`);
        }),
        async (shown) => {
          await clickButton(shown, "Add to draft");
          await shown.getByText("joins, new person").waitFor();
        },
      ],
    },
    {
      // Everyone is more than a screen, so that the chart below is not in view.
      path: "/dashboard/productions/hamilton-victoria-palace-2017?cast=everyone",
      isZoomed: true,
      isPrinted: true,
      states: [
        async (shown) => {
          await clickButton(shown, "Edit production");
          await shown.getByLabel("Opens").waitFor();
        },
        dialog("Delete…"),
        dialog("Copy cast from…", async (shown) => {
          await shown.getByRole("combobox", { name: "Production" }).fill("miserables barbican");
          await shown.getByRole("listbox", { name: "Productions" }).getByRole("option").first().click();
          await shown.getByRole("list", { name: "Preview" }).waitFor();
        }),
      ],
    },
  ];
}
