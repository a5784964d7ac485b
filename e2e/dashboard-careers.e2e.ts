import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { newRun, newShow } from "./casts";
import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
const inDays = (days: number) => london.format(Date.now() + days * 86_400_000);

test("a person's page shows the credits as bars, newest first, and as a table that says what is certain @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { person, members } = await career(page);
  await openCredits(page, person);

  const chart = page.getByRole("region", { name: "Bars of the credits" });
  await expect(chart.getByRole("link")).toHaveText([/^The Lead/, /^Ensemble/]);
  await page.getByRole("button", { name: "Show as table" }).focus();
  await page.keyboard.press("Enter");

  const table = page.getByRole("region", { name: "Credits over time as a table" });
  await expect(table.getByRole("row")).toHaveText([
    /Production.*Theatre.*Role.*Dates.*Certainty/,
    /Show.*Noël Coward Theatre.*The Lead.*1 Oct 2021 – Mar 2022.*Not exact/,
    /The Lead.*1 Oct 2022 – 1 Mar 2023.*Certain/,
    /Show.*Noël Coward Theatre.*Ensemble.*1 May 2011 – no end known.*Undated/,
  ]);
  await table.getByRole("link", { name: "Ensemble" }).click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/cast-members/${members.old}$`));
});

test("a person without credits is said to have none @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const person = await createdRecord(page.request, "people", { name: `Nobody ${randomUUID()}` });

  await openCredits(page, person);

  await expect(page.getByText("No credits yet.")).toBeVisible();
});

test("the overview shows who joins and who leaves in the next 30 days, with links @full", async ({ signedIn }) => {
  const { page } = await signedIn("editor");
  const { request } = page;
  const production = await newRun(page, await newShow(page), "2021-09-03");
  const names = { joins: `Ada Joins ${randomUUID()}`, leaves: `Ben Leaves ${randomUUID()}` };
  for (const [name, engagement] of [
    [names.joins, { from: inDays(9) }],
    [names.leaves, { from: "2021-09-03", to: inDays(1) }],
  ] as const) {
    const person_id = await createdRecord(request, "people", { name });
    const member = await createdRecord(request, "cast-members", {
      production_id: production,
      person_id,
      role_type: "principal",
    });
    await engage(page, member, [engagement]);
  }

  await page.goto("/dashboard");

  const showAll = async (region: string) => {
    const section = page.getByRole("region", { name: region });
    await section.scrollIntoViewIfNeeded();
    const button = section.getByRole("button", { name: /^Show all/ });
    if (await button.isVisible()) await button.click();
    return section;
  };
  const joining = await showAll("Joining in the next 30 days");
  await expect(joining.getByRole("listitem").filter({ hasText: names.joins })).toContainText("joins in 9 days");
  const leaving = await showAll("Leaving in the next 30 days");
  const leaver = leaving.getByRole("listitem").filter({ hasText: names.leaves });
  await expect(leaver).toContainText("leaves tomorrow");
  await leaver.getByRole("link").last().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/productions/${production}$`));
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the credits of a person, and their table, are accessible and fit @full", async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    const { person } = await career(page);
    await openCredits(page, person);
    await expectLayout(page, widths);
    await page.getByRole("button", { name: "Show as table" }).click();
    await expectLayout(page, widths);
  });
});

/** A person with an old undated credit, and a new one with two engagements. */
async function career(page: Page) {
  const { request } = page;
  const person = await createdRecord(request, "people", { name: `Ada ${randomUUID()}` });
  const [old, young] = [
    await newRun(page, await newShow(page), "2011-05-01"),
    await newRun(page, await newShow(page), "2021-09-03"),
  ];
  const role_id = await createdRecord(request, "roles", { name: "The Lead", production_id: young });
  const members = {
    old: await createdRecord(request, "cast-members", { production_id: old, person_id: person, role_type: "ensemble" }),
    young: await createdRecord(request, "cast-members", {
      production_id: young,
      person_id: person,
      role_id,
      role_type: "principal",
    }),
  };
  await engage(page, members.young, [
    { from: "2021-10-01", to: "2022-03" },
    { from: "2022-10-01", to: "2023-03-01" },
  ]);
  return { person, members };
}

async function openCredits(page: Page, person: string): Promise<void> {
  await page.goto(`/dashboard/people/${person}`);
  await atRest(page);
  await page.getByText("Credits over time").click();
}

async function engage(page: Page, member: string, engagements: object[]): Promise<void> {
  const answer = await page.request.put(`/api/cast-members/${member}/details`, { data: { engagements } });
  expect(answer.status()).toBe(200);
}
