import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { engage, newProduction } from "./casts";
import { expect, test } from "./fixtures";
import { expectLayout, onPhone, widths } from "./layout-checks";
import { atRest } from "./page-state";
import { createdRecord } from "./staff";

test("a cast without engagements has no bars; with one, it has bars and the same facts as a table @full", async ({
  signedIn,
}) => {
  const { page } = await signedIn("editor");
  const { production, members } = await castWithRole(page);
  const heading = page.getByRole("heading", { name: "Cast over time" });
  await page.goto(`/dashboard/productions/${production}`);
  await atRest(page);
  await scrollToHistory(page);
  await atRest(page);
  await expect(heading).toHaveCount(0);

  await engage(page, members.first, [{ from: "2031-09", to: "2032-03-01" }]);
  await engage(page, members.second, [{ from: "2032-03-02", to: null }]);
  await page.reload();
  await atRest(page);
  await scrollToHistory(page);
  await heading.scrollIntoViewIfNeeded();

  const chart = page.getByRole("region", { name: "Bars of the cast" });
  const role = chart.getByRole("listitem").filter({ hasText: "The Lead" });
  await expect(role.getByRole("link")).toHaveText([/^Ada First/, /^Ben Second/]);
  await expect(role).toContainText(/Sept? 2031 – 1 Mar 2032/);
  await expect(chart.getByRole("listitem").filter({ hasText: "Cleo Third" }).last()).toContainText("Dates not known");

  await page.getByRole("button", { name: "Show as table" }).focus();
  await page.keyboard.press("Enter");
  const table = page.getByRole("region", { name: "Cast over time as a table" });
  await expect(table.getByRole("row")).toHaveText([
    /Role.*Person.*From.*To/,
    /The Lead.*Ada First.*Sept? 2031.*1 Mar 2032/,
    /Ben Second.*2 Mar 2032.*No end known/,
    /Ensemble.*Cleo Third.*Not known.*Not known/,
  ]);
  await expect(chart).toHaveCount(0);

  await page.keyboard.press("Enter");
  await chart.focus();
  await page.keyboard.press("Tab");
  await expect(chart.getByRole("link", { name: /^Ada First/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/dashboard/cast-members/${members.first}$`));
});

test.describe("on a phone and a desktop", () => {
  test.use(onPhone);

  test("the bars of a cast, and their table, are accessible and fit @full", async ({ signedIn }) => {
    const { page } = await signedIn("editor");
    const { production, members } = await castWithRole(page);
    await engage(page, members.first, [{ from: "2031-09", to: "2032-03-01" }]);
    await page.goto(`/dashboard/productions/${production}`);
    await atRest(page);
    await scrollToHistory(page);
    await atRest(page);
    // Not half behind the header.
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectLayout(page, widths);
    await page.getByRole("button", { name: "Show as table" }).click();
    await expectLayout(page, widths);
  });
});

/** What is below the cast is loaded when it is nearly in view. */
async function scrollToHistory(page: Page) {
  const end = async () => {
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    return page.getByRole("heading", { name: "History" }).isVisible();
  };
  await expect.poll(end).toBe(true);
}

/** A production with two people in one role, and one without a role. */
async function castWithRole(page: Page) {
  const production = await newProduction(page);
  const { request } = page;
  const role_id = await createdRecord(request, "roles", { name: "The Lead", production_id: production });
  const member = async (name: string, part: object) => {
    const person_id = await createdRecord(request, "people", { name: `${name} ${randomUUID()}` });
    return createdRecord(request, "cast-members", { production_id: production, person_id, ...part });
  };
  const members = {
    second: await member("Ben Second", { role_type: "principal", role_id, billing_order: 1 }),
    first: await member("Ada First", { role_type: "principal", role_id, billing_order: 2 }),
    third: await member("Cleo Third", { role_type: "ensemble" }),
  };
  return { production, members };
}
